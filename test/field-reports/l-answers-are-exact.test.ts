import { describe, expect, test } from 'vitest';
import { createLoaders } from '../../src/loaders/index.js';
import { dataOf } from '../support/api.js';
import { insertMessage, insertRow, insertSession, openTestStore } from '../support/store.js';

const MOST = Number.MAX_SAFE_INTEGER;

test('L1: counts beyond 32 bits are exact', async () => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'a', { input_tokens: 3_000_000_000, tool_call_count: 3_000_000_001 });
      insertRow(db, 'messages', {
        id: 5_000_000_000,
        session_id: 'a',
        role: 'user',
        timestamp: 1000,
        token_count: 3_000_000_002,
      });
    },
  });
  const { sessions } = await dataOf(
    api,
    `{ sessions(filter: { totalTokens: { min: 3000000000, max: 3000000000 } }) { nodes {
      usage { input total } toolCallCount
      messages { nodes { messageId tokenCount } }
      messagesAround(messageId: 5000000000) { messages { messageId } } } } }`,
  );
  expect(sessions.nodes).toEqual([
    {
      usage: { input: 3_000_000_000, total: 3_000_000_000 },
      toolCallCount: 3_000_000_001,
      messages: { nodes: [{ messageId: 5_000_000_000, tokenCount: 3_000_000_002 }] },
      messagesAround: { messages: [{ messageId: 5_000_000_000 }] },
    },
  ]);
});

test('L2: what no JSON number can hold is held at the largest one, and no sum overflows', async () => {
  const huge = 2n ** 62n;
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'a', {
        started_at: 1,
        ended_at: 2,
        end_reason: 'compression',
        input_tokens: huge,
        output_tokens: huge,
        reasoning_tokens: -huge,
      });
      insertSession(db, 'b', { parent_session_id: 'a', started_at: 2, input_tokens: huge });
      insertSession(db, 'c', { input_tokens: 9_007_199_254_740_993n });
      insertMessage(db, 'c', 'user', 'x', { token_count: 2n ** 63n - 1n });
    },
  });
  const usage = 'usage { input output reasoning total }';
  const { a, c, most, conversations } = await dataOf(
    api,
    `{ a: session(sessionId: "a") { ${usage} conversation { ${usage} } }
       c: session(sessionId: "c") { ${usage} messages { nodes { tokenCount } } }
       most: sessions(orderBy: { field: TOTAL_TOKENS }) { nodes { sessionId } }
       conversations(orderBy: { field: TOTAL_TOKENS }, filter: { totalTokens: { min: 1 } }) { totalCount } }`,
  );
  const held = { input: MOST, output: MOST, reasoning: -MOST, total: MOST };
  expect(a).toEqual({ usage: held, conversation: { usage: held } });
  expect(c).toEqual({
    usage: { input: MOST, output: 0, reasoning: 0, total: MOST },
    messages: { nodes: [{ tokenCount: MOST }] },
  });
  expect(most.nodes).toEqual([{ sessionId: 'a' }, { sessionId: 'b' }, { sessionId: 'c' }]);
  expect(conversations.totalCount).toBe(2);
});

test('L3: every session gets its own parent and its own messages; what is missing is null', async () => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'p1');
      insertSession(db, 'p2');
      for (const [id, parent] of [
        ['c', 'p2'],
        ['a', 'gone'],
        ['b', 'p1'],
      ] as const) {
        insertSession(db, id, { source: 'child', parent_session_id: parent });
        insertMessage(db, id, 'user', `of ${id}`);
      }
      insertMessage(db, 'a', 'user', 'second of a');
      insertSession(db, 'd', { source: 'child' });
    },
  });
  const { sessions } = await dataOf(
    api,
    `{ sessions(filter: { sources: ["child"] }) { nodes { sessionId parent { sessionId }
      messages(first: 1) { totalCount nodes { content session { sessionId } } } } } }`,
  );
  const row = (sessionId: string, parent: string | null, totalCount: number) => ({
    sessionId,
    parent: parent === null ? null : { sessionId: parent },
    messages: {
      totalCount,
      nodes: totalCount === 0 ? [] : [{ content: `of ${sessionId}`, session: { sessionId } }],
    },
  });
  expect(sessions.nodes).toEqual([
    row('d', null, 0),
    row('c', 'p2', 1),
    row('b', 'p1', 1),
    row('a', null, 2),
  ]);
});

describe('L4: an answer is of its own arguments and of its own moment', () => {
  const store = () =>
    openTestStore({
      seed: (db) => {
        insertSession(db, 'a');
        for (const text of ['one', 'two', 'three']) insertMessage(db, 'a', 'user', text);
        insertMessage(db, 'a', 'tool', 'four');
      },
    });

  test('two aliases with other arguments share nothing', async () => {
    const { session } = await dataOf(
      store(),
      `{ session(sessionId: "a") {
        first: messages(first: 1) { nodes { content } }
        last: messages(last: 1) { nodes { content } }
        tools: messages(filter: { roles: ["tool"] }) { totalCount nodes { content } }
        users: messages(filter: { roles: ["user"] }, first: 1) { totalCount nodes { content } }
        short: messages(first: 1) { nodes { content(maxLength: 2) } } } }`,
    );
    expect(session).toEqual({
      first: { nodes: [{ content: 'one' }] },
      last: { nodes: [{ content: 'four' }] },
      tools: { totalCount: 1, nodes: [{ content: 'four' }] },
      users: { totalCount: 3, nodes: [{ content: 'one' }] },
      short: { nodes: [{ content: 'on' }] },
    });
  });

  test('each write of a document is seen by what is selected after it, and by the next request', async () => {
    const api = store();
    const fields =
      'session { messageCount preview lastActiveAt messages(last: 1) { nodes { content } } }';
    const append = (text: string) =>
      `appendMessage(input: { sessionId: "a", role: "user", content: "${text}" }) { ... on AppendMessagePayload { ${fields} } }`;
    const data = await dataOf(
      api,
      `mutation { five: ${append('five')} six: ${append('six')}
        clear: clearMessages(input: { sessionId: "a" }) { ... on ClearMessagesPayload { removed ${fields} } } }`,
    );
    const at = (messageCount: number, content: string) => ({
      messageCount,
      preview: 'one',
      lastActiveAt: '2026-05-28T20:26:40.000Z',
      messages: { nodes: [{ content }] },
    });
    const empty = {
      messageCount: 0,
      preview: null,
      lastActiveAt: '1970-01-01T00:16:40.000Z',
      messages: { nodes: [] },
    };
    expect(data).toEqual({
      five: { session: at(5, 'five') },
      six: { session: at(6, 'six') },
      clear: { removed: 6, session: empty },
    });
    const { session } = await dataOf(
      api,
      `{ ${fields.replace('session', 'session(sessionId: "a")')} }`,
    );
    expect(session).toEqual(empty);
  });
});

test('L5: a list of 200 takes as many statements as a list of 5, and 40,000 keys are one', async () => {
  const statements: string[] = [];
  const api = openTestStore({
    observe: (sql) => statements.push(sql),
    seed: (db) => {
      for (let n = 0; n < 200; n += 1) {
        insertSession(db, `s${n}`, { parent_session_id: n % 2 === 0 ? null : `s${n - 1}` });
        insertMessage(db, `s${n}`, 'user', 'x');
      }
    },
  });
  const count = async (first: number) => {
    statements.length = 0;
    await dataOf(
      api,
      `query ($first: Int) { sessions(first: $first) { nodes { messageCount childCount
        children { sessionId } parent { sessionId } tip { sessionId }
        messages(last: 1) { totalCount nodes { content previous { content } } } } } }`,
      { first },
    );
    return statements.length;
  };
  expect(await count(200)).toBe(await count(5));

  statements.length = 0;
  const keys = Array.from({ length: 40_000 }, (_, n) => `s${n}`);
  const loaders = createLoaders(api.store);
  const sessions = await loaders.session.loadMany(keys);
  expect(sessions.filter((session) => session !== null)).toHaveLength(200);
  expect(await loaders.messageCount.loadMany(keys)).toHaveLength(40_000);
  expect(await loaders.children({ kind: null, limit: 1 }).loadMany(keys)).toHaveLength(40_000);
  expect(statements).toHaveLength(3);
});
