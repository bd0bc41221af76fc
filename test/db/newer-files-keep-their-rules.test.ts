import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findDamage, rebuildIndexes } from '../support/health.js';
import { insertMessage, insertSession, openTestStore, TEST_NOW } from '../support/store.js';

/** Files of newer Hermes versions, which are written only when the user says so. */
const NEWER = ['v14', 'v16', 'v20', 'v23', 'v25', 'v25_upgraded_from_v11', 'v31'];
/** Those of them that keep prompts by hash, title sources and turn leases. */
const NEWEST = ['v25', 'v25_upgraded_from_v11', 'v31'];

const ROOT = '20260517_090000_a1b2c3';

function open(version: string) {
  return openTestStore({
    fixture: `versions/${version}.db`,
    mode: 'write',
    seed: rebuildIndexes,
  });
}

describe.each(NEWER)('a file of %s', (version) => {
  it('is as whole after every kind of write as it was before, its tables as they were', async () => {
    const { store, raw } = open(version);
    const schema = () =>
      raw((db) => db.prepare('SELECT type, name, sql FROM sqlite_master ORDER BY name').all());
    const settings = () =>
      raw((db) =>
        ['journal_mode', 'user_version', 'application_id'].map((name) => db.pragma(name)),
      );
    const before = [schema(), settings()];
    await store.createSession({ sessionId: 'a', source: 'cli', systemPrompt: 'Be brief.' });
    await store.createSession({ sessionId: 'b', source: 'cron', parentSessionId: 'a' });
    await store.appendMessages(
      ['a', 'b', 'a'].map((sessionId) => ({ sessionId, role: 'user', content: '部署流程 words' })),
    );
    await store.appendMessage({ sessionId: 'a', role: 'tool', toolName: 't', content: 'output' });
    await store.replaceMessages('b', [{ role: 'assistant', content: 'other words' }]);
    await store.updateSession({ sessionId: 'a', systemPrompt: 'Be long.', modelConfig: { x: 1 } });
    await store.setSessionTitle('a', 'A title');
    await store.recordUsage({ sessionId: 'a', mode: 'ADD', inputTokens: 5, model: 'm' });
    await store.endSession('a', 'user_exit');
    await store.reopenSession('a');
    await store.clearMessages('b');
    await store.deleteSessions(['a', ROOT, 'nobody'], 'SESSION');
    await store.pruneSessions({
      olderThanDays: 0,
      basis: 'LAST_ACTIVE',
      includeNeverEnded: true,
      dryRun: false,
    });
    await store.optimizeStore({ vacuum: false });
    expect(raw(findDamage)).toEqual([]);
    expect([schema(), settings()]).toEqual(before);
  });

  it('counts live messages only, and replacing them leaves compacted and undone ones', async () => {
    const { store, raw } = open(version);
    const has = (column: string) =>
      raw((db) =>
        db.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get('messages', column),
      );
    raw((db) => {
      insertSession(db, 'c');
      insertMessage(db, 'c', 'user', 'undone', { active: 0 });
      if (has('compacted')) insertMessage(db, 'c', 'user', 'old', { active: 0, compacted: 1 });
      insertMessage(db, 'c', 'user', 'now');
    });
    const contents = () =>
      raw((db) =>
        db.prepare("SELECT content FROM messages WHERE session_id = 'c' ORDER BY id").pluck().all(),
      );
    const archived = contents().slice(0, -1);
    const { removed } = await store.replaceMessages('c', [
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'two', toolCalls: [{ id: '1' }, { id: '2' }] },
    ]);
    expect(removed).toBe(1);
    expect(contents()).toEqual([...archived, 'one', 'two']);
    const counters = 'SELECT message_count, tool_call_count FROM sessions WHERE id = ?';
    expect(raw((db) => db.prepare(counters).get('c'))).toEqual({
      message_count: 2,
      tool_call_count: 2,
    });
    await store.clearMessages('c');
    expect(contents()).toEqual([]);
  });
});

describe.each(NEWEST)('a file of %s', (version) => {
  const PROMPT = 'You are brief.';
  const HASH = createHash('sha256').update(PROMPT).digest('hex');

  it('keeps each prompt once, by its hash, for as long as a session uses it', async () => {
    const { store, raw } = open(version);
    const stored = (id: string) =>
      raw((db) =>
        db.prepare('SELECT system_prompt, system_prompt_hash FROM sessions WHERE id = ?').get(id),
      );
    const prompts = () =>
      raw((db) => db.prepare('SELECT prompt FROM system_prompts WHERE hash = ?').pluck().all(HASH));
    await store.createSession({ sessionId: 'a', source: 'cli', systemPrompt: PROMPT });
    await store.createSession({ sessionId: 'b', source: 'cli', systemPrompt: 'Another.' });
    await store.updateSession({ sessionId: 'b', systemPrompt: PROMPT });
    for (const id of ['a', 'b']) {
      expect(stored(id)).toEqual({ system_prompt: null, system_prompt_hash: HASH });
    }
    expect(await store.systemPrompts(['a', 'b'])).toEqual([PROMPT, PROMPT]);
    await store.updateSession({ sessionId: 'a', systemPrompt: null });
    expect(await store.systemPrompts(['a', 'b'])).toEqual([null, PROMPT]);
    expect(prompts()).toEqual([PROMPT]);
    await store.deleteSession('b', 'SESSION');
    expect(prompts()).toEqual([]);
  });

  it('says that a person chose the title, and when a session was last active', async () => {
    const { store, raw } = open(version);
    const row = (id: string) =>
      raw((db) =>
        db.prepare('SELECT title_source, last_activity_at FROM sessions WHERE id = ?').get(id),
      );
    await store.createSession({ sessionId: 'a', source: 'cli', title: 'Mine' });
    await store.appendMessage({ sessionId: 'a', role: 'user', content: 'hi' });
    expect(row('a')).toEqual({ title_source: 'user', last_activity_at: TEST_NOW });
    await store.setSessionTitle('a', null);
    expect(row('a')).toEqual({ title_source: null, last_activity_at: TEST_NOW });
    await store.setSessionTitle('a', 'Again');
    expect(row('a')).toMatchObject({ title_source: 'user' });
  });

  it('never moves the last activity back', async () => {
    const { store, raw } = open(version);
    await store.createSession({ sessionId: 'a', source: 'cli' });
    raw((db) => db.exec(`UPDATE sessions SET last_activity_at = ${TEST_NOW + 60} WHERE id = 'a'`));
    await store.appendMessage({ sessionId: 'a', role: 'user', content: 'hi' });
    expect(await store.lastActive(['a'])).toEqual([TEST_NOW + 60]);
  });

  it('hands a title on along a compressed conversation, and to nobody else', async () => {
    const { store } = open(version);
    await store.createSession({ sessionId: 'r', source: 'cli', title: 'Chat' });
    await store.endSession('r', 'compression');
    await store.createSession({ sessionId: 't', source: 'cli', parentSessionId: 'r' });
    await store.createSession({ sessionId: 'o', source: 'cli' });
    await expect(store.setSessionTitle('o', 'Chat')).rejects.toMatchObject({ holderId: 'r' });
    await store.setSessionTitle('t', 'Chat');
    const titles = (await store.sessionsByIds(['r', 't', 'o'])).map((session) => session?.title);
    expect(titles).toEqual([null, 'Chat', null]);
    await expect(store.setSessionTitle('r', 'Chat')).rejects.toMatchObject({ holderId: 't' });
  });

  it('counts usage by model too, and the rows sum up to the totals whatever was recorded', async () => {
    const { store, raw } = open(version);
    await store.createSession({ sessionId: 'a', source: 'cli' });
    const record = (mode: 'ADD' | 'SET', model: string | null, inputTokens: number) =>
      store.recordUsage({ sessionId: 'a', mode, model, inputTokens, estimatedCostUsd: 0.5 });
    await record('ADD', 'm1', 10);
    await record('ADD', 'm2', 5);
    await record('ADD', null, 1);
    await record('SET', 'm2', 100);
    const rows = raw((db) =>
      db
        .prepare(
          `SELECT model, input_tokens, estimated_cost_usd FROM session_model_usage
           WHERE session_id = 'a' ORDER BY model`,
        )
        .all(),
    );
    expect(rows).toEqual([
      { model: 'm1', input_tokens: 11, estimated_cost_usd: 1 },
      { model: 'm2', input_tokens: 89, estimated_cost_usd: -0.5 },
    ]);
    const [session] = await store.sessionsByIds(['a']);
    expect(session).toMatchObject({ model: 'm1', input_tokens: 100, estimated_cost_usd: 0.5 });
  });

  it('gives a child the workplace of its parent, and after a compression the chat too', async () => {
    const { store, raw } = open(version);
    const columns = { cwd: '/app', git_branch: 'main', chat_id: 'c1', display_name: 'Ann' };
    raw((db) => insertSession(db, 'p', columns));
    await store.createSession({ sessionId: 'child', source: 'cli', parentSessionId: 'p' });
    await store.endSession('p', 'compression');
    await store.createSession({ sessionId: 'next', source: 'cli', parentSessionId: 'p' });
    const [child, next] = await store.sessionsByIds(['child', 'next']);
    expect(child).toMatchObject({
      cwd: '/app',
      git_branch: 'main',
      chat_id: null,
      display_name: null,
    });
    expect(next).toMatchObject(columns);
  });

  it('puts sessions away, pins them, and takes it back', async () => {
    const { store } = open(version);
    for (const id of ['a', 'b']) await store.createSession({ sessionId: id, source: 'cli' });
    const { sessions } = await store.archiveSessions(['b', 'nobody', 'a'], true);
    expect(sessions.map((session) => session?.archived)).toEqual([true, undefined, true]);
    expect((await store.pinSession('a', true)).session).toMatchObject({ pinned: true });
    await store.archiveSessions(['a'], false);
    expect((await store.sessionsByIds(['a']))[0]).toMatchObject({ archived: false, pinned: true });
    await expect(store.pinSession('nobody', true)).rejects.toThrow('No session "nobody".');
  });
});
