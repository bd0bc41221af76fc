import { describe, expect, it } from 'vitest';
import { insertMessage, insertSession, openTestStore, TEST_NOW } from '../support/store.js';

function open() {
  return openTestStore({
    seed: (db) => {
      insertSession(db, 'a', { model: 'm', system_prompt: 'p', model_config: '{"t": 1}' });
      insertSession(db, 'b', { title: 'Taken' });
    },
  });
}

it('makes a session once: an id that exists answers with its row as it is', async () => {
  const { store } = open();
  const session = { sessionId: 'new', source: 'cli', model: 'm', title: '  A   title ' };
  const made = await store.createSession(session);
  expect(made).toMatchObject({
    created: true,
    session: { started_at: TEST_NOW, title: 'A title', model: 'm', ended: false },
  });
  const again = await store.createSession({ ...session, source: 'other', model: 'other' });
  expect(again).toEqual({ created: false, session: made.session });
});

it('makes no session under a parent that is not there', async () => {
  const { store } = open();
  const make = store.createSession({ sessionId: 'c', source: 'cli', parentSessionId: 'ghost' });
  await expect(make).rejects.toMatchObject({
    field: 'parentSessionId',
    message: 'No session "ghost" to be the parent.',
  });
});

it('changes what is given and leaves the rest; null clears', async () => {
  const { store } = open();
  await store.updateSession({ sessionId: 'a', model: 'n' });
  expect((await store.sessionsByIds(['a']))[0]?.model).toBe('n');
  expect(await store.systemPrompts(['a'])).toEqual(['p']);
  await store.updateSession({ sessionId: 'a', systemPrompt: null, modelConfig: { 名: [1.5] } });
  expect(await store.systemPrompts(['a'])).toEqual([null]);
  expect(await store.modelConfigs(['a'])).toEqual(['{"\\u540d": [1.5]}']);
  await store.updateSession({ sessionId: 'a', modelConfig: null, model: null });
  expect(await store.modelConfigs(['a'])).toEqual([null]);
  await store.updateSession({ sessionId: 'a' });
  expect((await store.sessionsByIds(['a']))[0]?.model).toBeNull();
});

it('keeps the first end and its reason until the session is reopened', async () => {
  const { store, clock } = open();
  expect((await store.endSession('a', 'compression')).alreadyEnded).toBe(false);
  clock.advance(5);
  const second = await store.endSession('a', 'user_exit');
  expect(second).toMatchObject({
    alreadyEnded: true,
    session: { ended_at: TEST_NOW, end_reason: 'compression' },
  });
  expect((await store.reopenSession('a')).session).toMatchObject({
    ended_at: null,
    end_reason: null,
    ended: false,
  });
});

describe('titles', () => {
  it('are unique over the whole store, and the clash names who has it', async () => {
    const { store } = open();
    const clash = store.setSessionTitle('a', ' Taken ');
    await expect(clash).rejects.toMatchObject({ title: 'Taken', holderId: 'b' });
    const made = store.createSession({ sessionId: 'c', source: 'cli', title: 'Taken' });
    await expect(made).rejects.toMatchObject({ holderId: 'b' });
    expect((await store.setSessionTitle('b', 'Taken')).session.title).toBe('Taken');
  });

  it('of an earlier part of the conversation stay there on schema 11', async () => {
    const { store, raw } = open();
    raw((db) => {
      insertSession(db, 'r', {
        title: 'Fix',
        ended_at: 9,
        end_reason: 'compression',
        started_at: 1,
      });
      insertSession(db, 't', { parent_session_id: 'r', started_at: 9 });
    });
    await expect(store.setSessionTitle('t', 'Fix')).rejects.toMatchObject({ holderId: 'r' });
  });

  it('are cleared by null and by blanks, and then free for others', async () => {
    const { store } = open();
    for (const nothing of [null, '', ' \n\u200b ']) {
      await store.setSessionTitle('b', 'Taken');
      expect((await store.setSessionTitle('b', nothing)).session.title).toBeNull();
    }
    expect((await store.setSessionTitle('a', 'Taken')).session.title).toBe('Taken');
  });

  it('have at most 100 code points', async () => {
    const { store } = open();
    const long = '😀'.repeat(100);
    expect((await store.setSessionTitle('a', long)).session.title).toBe(long);
    await expect(store.setSessionTitle('a', `${long}x`)).rejects.toMatchObject({
      code: 'INVALID_TITLE',
      message: 'Title too long (101 chars, max 100).',
    });
  });
});

it('says of every unknown session that it is not there', async () => {
  const { store } = open();
  const id = 'nobody';
  const writes = [
    () => store.endSession(id, null),
    () => store.reopenSession(id),
    () => store.updateSession({ sessionId: id, model: 'm' }),
    () => store.setSessionTitle(id, 'T'),
    () => store.recordUsage({ sessionId: id, mode: 'SET' }),
    () => store.appendMessage({ sessionId: id, role: 'user' }),
    () => store.appendMessages([{ sessionId: id, role: 'user' }]),
    () => store.replaceMessages(id, []),
    () => store.clearMessages(id),
    () => store.deleteSession(id, 'SESSION'),
    () => store.requestHandoff(id, 'telegram'),
    () => store.claimHandoff(id),
    () => store.completeHandoff(id),
    () => store.failHandoff(id, 'e'),
    () =>
      store.bindTopic({ chatId: 'c', threadId: '1', userId: 'u', sessionKey: 'k', sessionId: id }),
  ];
  for (const write of writes) await expect(write()).rejects.toThrow('No session "nobody".');
});

it('cannot put away or pin sessions of schema 11, and says why', async () => {
  const { store } = open();
  const sentence = "This store's file cannot mark sessions as";
  await expect(store.archiveSessions(['a'], true)).rejects.toThrow(`${sentence} archived`);
  await expect(store.pinSession('a', true)).rejects.toThrow(`${sentence} pinned`);
});

describe('usage', () => {
  it('adds to the counters, or replaces them; texts and money follow their own rules', async () => {
    const { store } = open();
    const usage = { sessionId: 'a', inputTokens: 10, outputTokens: 5, apiCallCount: 1 };
    await store.recordUsage({ ...usage, mode: 'ADD', actualCostUsd: 1, costStatus: 'actual' });
    const added = await store.recordUsage({ ...usage, mode: 'ADD', billingProvider: 'p' });
    expect(added.session).toMatchObject({
      input_tokens: 20,
      output_tokens: 10,
      api_call_count: 2,
      estimated_cost_usd: 0,
      actual_cost_usd: 1,
      cost_status: 'actual',
      billing_provider: 'p',
      model: 'm',
    });
    const set = await store.recordUsage({
      sessionId: 'a',
      mode: 'SET',
      inputTokens: 7,
      billingProvider: 'q',
      costStatus: 'estimated',
    });
    expect(set.session).toMatchObject({
      input_tokens: 7,
      output_tokens: 0,
      api_call_count: 0,
      actual_cost_usd: 1,
      cost_status: 'estimated',
      billing_provider: 'p',
    });
  });
});

describe('replacing and clearing messages', () => {
  it('counts anew, keeps reasoning of assistants only, and gives no id twice', async () => {
    const { store, raw } = open();
    const old = raw((db) => insertMessage(db, 'a', 'user', 'old'));
    const reasoning = { reasoning: 'r', reasoningDetails: [{ type: 'x' }] };
    const { removed, messageIds } = await store.replaceMessages('a', [
      { role: 'user', content: 'q', toolCalls: [], ...reasoning },
      { role: 'assistant', content: 'a', toolCalls: [{ id: '1' }, { id: '2' }], ...reasoning },
    ]);
    expect({ removed, messageIds }).toEqual({ removed: 1, messageIds: [old + 1, old + 2] });
    const messages = await store.messagesByIds(messageIds);
    expect(messages.map((message) => message?.reasoning)).toEqual([null, 'r']);
    const counters = 'SELECT message_count, tool_call_count FROM sessions WHERE id = ?';
    expect(raw((db) => db.prepare(counters).get('a'))).toEqual({
      message_count: 2,
      tool_call_count: 2,
    });
    expect((await store.clearMessages('a')).removed).toBe(2);
    expect(raw((db) => db.prepare(counters).get('a'))).toEqual({
      message_count: 0,
      tool_call_count: 0,
    });
  });
});

describe('the key-value table', () => {
  it('stores, replaces and empties values', async () => {
    const { store } = open();
    expect(await store.meta('k')).toBeNull();
    await store.setMeta('k', 'v');
    await store.setMeta('k', 'w');
    expect(await store.meta('k')).toBe('w');
    await store.setMeta('k', null);
    expect(await store.meta('k')).toBeNull();
  });

  it.each([
    'fts_storage_version',
    'fts_rebuild_high_water',
    'db_file_generation',
    'store_instance_id',
    'telegram_dm_topic_schema_version',
    'hermes-graphql:append:00',
    'hermes-graphql:appends-forgotten-at',
  ])('refuses "%s", which describes the file', async (key) => {
    const { store } = open();
    await expect(store.setMeta(key, '1')).rejects.toMatchObject({ field: 'key' });
    expect(await store.meta(key)).toBeNull();
  });
});
