import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/domain/python-json.js';
import { findDamage, rebuildIndexes } from '../support/health.js';
import { insertMessage, insertRow, insertSession, openTestStore } from '../support/store.js';

const COMPACTED = '20260517_120000_compact1';

function open(version: string) {
  return openTestStore({
    fixture: `versions/${version}.db`,
    mode: 'write',
    seed: rebuildIndexes,
  });
}

describe('delegates', () => {
  const marked = (from: string) => ({ model_config: JSON.stringify({ _delegate_from: from }) });

  it('go with their session where the file marks them; other children stay', async () => {
    const { store, raw } = open('v31');
    raw((db) => {
      insertSession(db, 'p', { started_at: 1 });
      insertSession(db, 'd', { source: 'subagent', parent_session_id: 'p', ...marked('p') });
      insertSession(db, 'dd', { parent_session_id: 'd', ...marked('d') });
      insertSession(db, 'unmarked', { parent_session_id: 'd' });
      insertSession(db, 'child', { parent_session_id: 'p' });
      for (const id of ['p', 'd', 'dd', 'unmarked', 'child'])
        insertMessage(db, id, 'user', 'words');
    });
    expect(await store.deleteSession('p', 'SESSION')).toEqual({
      deletedIds: ['p', 'd', 'dd'],
      detachedIds: ['child', 'unmarked'],
    });
    expect(raw(findDamage)).toEqual([]);
    expect(await store.messageCounts(['child', 'unmarked', 'dd'])).toEqual([1, 1, 0]);
  });

  it('never lead back to a session that was not named', async () => {
    const { store, raw } = open('v31');
    raw((db) => {
      insertSession(db, 'a', { parent_session_id: 'b', ...marked('b') });
      insertSession(db, 'b', { parent_session_id: 'a', ...marked('a') });
    });
    const { deletedIds } = await store.deleteSession('a', 'SESSION');
    expect(deletedIds).toEqual(['a', 'b']);
  });

  it('of schema 11, which marks none, stay and lose their parent', async () => {
    const { store } = openTestStore({
      seed: (db) => {
        insertSession(db, 'p');
        insertSession(db, 'd', { parent_session_id: 'p', ...marked('p') });
      },
    });
    expect(await store.deleteSession('p', 'SESSION')).toEqual({
      deletedIds: ['p'],
      detachedIds: ['d'],
    });
  });
});

describe('marks of where a session came from', () => {
  it('stay when the model config is replaced or cleared, and cannot be changed', async () => {
    const { store, raw } = open('v31');
    raw((db) => {
      insertSession(db, 'p');
      insertSession(db, 'd', {
        parent_session_id: 'p',
        model_config: '{"_delegate_from": "p", "temperature": 1}',
      });
      insertMessage(db, 'd', 'user', '部署流程');
    });
    const config = async () => (await store.modelConfigs(['d']))[0];
    const update = (modelConfig: JsonValue) => store.updateSession({ sessionId: 'd', modelConfig });
    await update({ temperature: 0 });
    expect(await config()).toBe('{"temperature": 0, "_delegate_from": "p"}');
    await update(null);
    expect(await config()).toBe('{"_delegate_from": "p"}');
    const changes: JsonValue[] = [{ _delegate_from: 'q' }, { _branched_from: 'p' }, [1], 'text'];
    for (const refused of changes) {
      await expect(update(refused)).rejects.toMatchObject({ field: 'modelConfig' });
    }
    await update({ _delegate_from: 'p', top_p: 1 });
    expect(await store.lineageKinds(['d'])).toEqual(['DELEGATE']);
    expect(raw(findDamage)).toEqual([]);
  });
});

describe('the standing chat of Hermes', () => {
  it('keeps its name while it is hidden', async () => {
    const { store, raw } = open('v31');
    raw((db) =>
      insertRow(db, 'sessions', {
        id: 'bot',
        source: 'cli',
        started_at: 1,
        title: 'Bot Chat',
        hidden: 1,
      }),
    );
    const rename = store.setSessionTitle('bot', 'Mine');
    await expect(rename).rejects.toThrow('Hermes finds session "bot" by its title "Bot Chat"');
  });
});

describe('a file whose triggers we do not know', () => {
  it('keeps what its triggers add to each message', async () => {
    const { store, raw } = open('v31');
    const { message } = await store.appendMessage({
      sessionId: COMPACTED,
      role: 'user',
      content: 'x',
    });
    const added = raw((db) =>
      db
        .prepare('SELECT message_uid, display_order, active FROM messages WHERE id = ?')
        .get(message.id),
    );
    expect(added).toEqual({
      message_uid: expect.stringMatching(/^[0-9a-f]{32}$/),
      display_order: message.id,
      active: 1,
    });
  });
});

describe('an index that another version of SQLite filled', () => {
  it('may refuse a delete: nothing changes, and the error says what to do', async () => {
    const { store, raw } = openTestStore({ fixture: 'versions/v23.db', mode: 'write' });
    const rows = () => raw((db) => db.prepare('SELECT id, session_id FROM messages').all());
    const sessions = raw((db) => db.prepare('SELECT id FROM sessions').pluck().all()) as string[];
    const before = rows();
    const remove = store.deleteSessions(sessions, 'SESSION');
    await expect(remove).rejects.toThrow('hermes-graphql doctor --repair-search');
    await expect(remove).rejects.toMatchObject({ code: 'SEARCH_INDEX_DAMAGED' });
    expect(rows()).toEqual(before);
    raw(rebuildIndexes);
    await store.deleteSessions(sessions, 'SESSION');
    expect(rows()).toEqual([]);
  });
});
