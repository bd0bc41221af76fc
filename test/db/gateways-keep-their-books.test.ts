import { describe, expect, it } from 'vitest';
import { findDamage } from '../support/health.js';
import { insertRow, insertSession, openTestStore } from '../support/store.js';

const TOPIC = { chatId: 'c', threadId: '1', userId: 'u', sessionKey: 'k' };

describe('handing a session over', () => {
  it('goes from pending over running to its end, and one of several claims it', async () => {
    const { store } = openTestStore({ seed: (db) => insertSession(db, 'a') });
    expect(await store.handoff('a')).toEqual({ state: null, platform: null, error: null });
    expect(await store.handoff('nobody')).toBeNull();
    expect(await store.requestHandoff('a', 'telegram')).toBe(true);
    expect(await store.requestHandoff('a', 'discord')).toBe(false);
    expect((await store.pendingHandoffs()).map(({ id }) => id)).toEqual(['a']);
    const claims = await Promise.all([1, 2, 3].map(() => store.claimHandoff('a')));
    expect(claims).toEqual([true, false, false]);
    await store.failHandoff('a', '😀'.repeat(600));
    expect((await store.handoff('a'))?.error).toBe('😀'.repeat(500));
    expect(await store.requestHandoff('a', 'discord')).toBe(true);
    await store.completeHandoff('a');
    expect(await store.handoff('a')).toEqual({
      state: 'completed',
      platform: 'discord',
      error: null,
    });
  });

  it('is refused with a reason on early files of schema 11, which lack its columns', async () => {
    const { store } = openTestStore({
      seed: (db) => {
        insertSession(db, 'a');
        for (const column of ['state', 'platform', 'error']) {
          db.exec(`ALTER TABLE sessions DROP COLUMN handoff_${column}`);
        }
      },
    });
    expect(await store.handoff('a')).toEqual({ state: null, platform: null, error: null });
    expect(await store.pendingHandoffs()).toEqual([]);
    const request = store.requestHandoff('a', 'telegram');
    await expect(request).rejects.toThrow('has no columns for handing sessions over');
    expect((await store.status()).writable).toBe(true);
  });
});

describe('Telegram topics', () => {
  it('get their tables when they are first used, and not before', async () => {
    const { store, raw } = openTestStore({ seed: (db) => insertSession(db, 'a') });
    const tables = () =>
      raw((db) =>
        db.prepare("SELECT name FROM sqlite_master WHERE name LIKE 'telegram%'").pluck().all(),
      );
    expect(await store.isTopicModeEnabled('c', 'u')).toBe(false);
    await store.disableTopicMode('c', { clearBindings: true });
    expect(tables()).toEqual([]);
    await store.enableTopicMode({ chatId: 'c', userId: 'u', hasTopicsEnabled: true });
    expect(await store.isTopicModeEnabled('c', 'u')).toBe(true);
    expect(tables()).toHaveLength(2);
    expect(await store.meta('telegram_dm_topic_schema_version')).toBe('2');
  });

  it('are bound to one session each, and move when they are bound anew', async () => {
    const { store } = openTestStore({
      seed: (db) => {
        insertSession(db, 'a');
        insertSession(db, 'b');
      },
    });
    await store.bindTopic({ ...TOPIC, sessionId: 'a' });
    const clash = store.bindTopic({ ...TOPIC, threadId: '2', sessionId: 'a' });
    await expect(clash).rejects.toThrow('Session "a" is already bound to topic "1" of chat "c".');
    expect((await store.bindTopic({ ...TOPIC, sessionId: 'b' })).session_id).toBe('b');
    expect(await store.topicBindingOfSession('a')).toBeNull();
    await store.disableTopicMode('c', { clearBindings: false });
    expect(await store.topicBindingsOfChat('c')).toHaveLength(1);
    await store.disableTopicMode('c', { clearBindings: true });
    expect(await store.topicBindingsOfChat('c')).toEqual([]);
  });

  it('keep the bindings of the early form, which did not go with their session', async () => {
    const { store, raw } = openTestStore({
      seed: (db) => {
        insertSession(db, 'a');
        db.exec(`CREATE TABLE telegram_dm_topic_bindings (chat_id TEXT NOT NULL,
          thread_id TEXT NOT NULL, user_id TEXT NOT NULL, session_key TEXT NOT NULL,
          session_id TEXT NOT NULL REFERENCES sessions(id), managed_mode TEXT NOT NULL DEFAULT 'auto',
          linked_at REAL NOT NULL, updated_at REAL NOT NULL, PRIMARY KEY (chat_id, thread_id))`);
        for (const [thread, id] of [
          ['1', 'a'],
          ['2', 'gone'],
        ]) {
          insertRow(db, 'telegram_dm_topic_bindings', {
            chat_id: 'c',
            thread_id: thread ?? '',
            user_id: 'u',
            session_key: 'k',
            session_id: id ?? '',
            linked_at: 1,
            updated_at: 1,
          });
        }
      },
    });
    await store.enableTopicMode({ chatId: 'c', userId: 'u' });
    expect((await store.topicBindingsOfChat('c')).map((row) => row.session_id)).toEqual(['a']);
    const rule = 'SELECT on_delete FROM pragma_foreign_key_list(?)';
    const rules = raw((db) => db.prepare(rule).pluck().all('telegram_dm_topic_bindings'));
    expect(rules).toEqual(['CASCADE']);
    expect(raw(findDamage)).toEqual([]);
  });

  it('are not given tables on a newer file, which are its own to make', async () => {
    const { store, raw } = openTestStore({ fixture: 'versions/v31.db', mode: 'write' });
    const schema = () => raw((db) => db.prepare('SELECT name FROM sqlite_master').pluck().all());
    const before = schema();
    const enable = store.enableTopicMode({ chatId: 'c', userId: 'u' });
    await expect(enable).rejects.toThrow('has no tables for Telegram topics');
    expect(schema()).toEqual(before);
  });
});
