import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findDamage } from '../support/health.js';
import {
  insertMessage,
  insertRow,
  insertSession,
  openTestStore,
  TEST_NOW,
} from '../support/store.js';

/** Files of newer Hermes versions, which are written only when the user says so. */
const NEWER = ['v14', 'v16', 'v20', 'v23', 'v25', 'v25_upgraded_from_v11', 'v31'];
/** Those of them that keep prompts by hash, title sources and turn leases. */
const NEWEST = ['v25', 'v25_upgraded_from_v11', 'v31'];

const ROOT = '20260517_090000_a1b2c3';
const COMPACTED = '20260517_120000_compact1';

function open(version: string, seed?: Parameters<typeof openTestStore>[0]) {
  return openTestStore({ fixture: `versions/${version}.db`, mode: 'write', ...seed });
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

  it('puts sessions away and pins them, all or none', async () => {
    const { store } = open(version);
    for (const id of ['a', 'b']) await store.createSession({ sessionId: id, source: 'cli' });
    const { sessions } = await store.archiveSessions(['b', 'a'], true);
    expect(sessions.map(({ id, archived }) => [id, archived])).toEqual([
      ['b', true],
      ['a', true],
    ]);
    await expect(store.pinSessions(['a', 'nobody'], true)).rejects.toMatchObject({
      code: 'SESSION_NOT_FOUND',
    });
    expect((await store.sessionsByIds(['a']))[0]).toMatchObject({ archived: true, pinned: false });
    await store.pinSessions(['a'], true);
    await store.archiveSessions(['a'], false);
    expect((await store.sessionsByIds(['a']))[0]).toMatchObject({ archived: false, pinned: true });
  });
});

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
    const update = (modelConfig: Parameters<typeof store.updateSession>[0]['modelConfig']) =>
      store.updateSession({ sessionId: 'd', modelConfig: modelConfig ?? null });
    await update({ temperature: 0 });
    expect(await config()).toBe('{"temperature": 0, "_delegate_from": "p"}');
    await update(null);
    expect(await config()).toBe('{"_delegate_from": "p"}');
    for (const refused of [{ _delegate_from: 'q' }, { _branched_from: 'p' }, [1], 'text']) {
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
