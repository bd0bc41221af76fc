import { expect, test } from 'vitest';
import { dataOf } from '../support/api.js';
import { insertMessage, insertSession, openTestStore } from '../support/store.js';

const COMPRESSED = { ended_at: 900, end_reason: 'compression' };

test('D2: a chat whose live part came of compression is active', async () => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'r', { started_at: 100, ...COMPRESSED });
      insertSession(db, 't', { parent_session_id: 'r', started_at: 900 });
    },
  });
  api.raw((db) => insertMessage(db, 't', 'user', 'now', { timestamp: api.clock() }));
  const { sessions, conversations } = await dataOf(
    api,
    `{ sessions(filter: { status: ACTIVE }) { totalCount nodes { sessionId status } }
       conversations(filter: { status: ACTIVE }) { totalCount nodes { status root { sessionId } } } }`,
  );
  expect(sessions).toEqual({ totalCount: 1, nodes: [{ sessionId: 't', status: 'ACTIVE' }] });
  expect(conversations).toEqual({
    totalCount: 1,
    nodes: [{ status: 'ACTIVE', root: { sessionId: 'r' } }],
  });
});

test('D3: all tokens count once: cached ones are in the total, reasoning is a part of the output', async () => {
  const tokens = {
    input_tokens: 100,
    output_tokens: 50,
    cache_read_tokens: 1000,
    cache_write_tokens: 10,
    reasoning_tokens: 20,
  };
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'a', { ...tokens, started_at: 100, ...COMPRESSED });
      insertSession(db, 'b', { ...tokens, parent_session_id: 'a' });
      insertSession(db, 'nothing sent', { output_tokens: 5 });
    },
  });
  const usage = 'usage { input output cacheRead cacheWrite reasoning total cacheHitRate }';
  const { a, none } = await dataOf(
    api,
    `{ a: session(sessionId: "a") { ${usage} conversation { ${usage} } }
       none: session(sessionId: "nothing sent") { ${usage} } }`,
  );
  const cacheHitRate = 1000 / (100 + 1000 + 10);
  expect(a.usage).toEqual({
    input: 100,
    output: 50,
    cacheRead: 1000,
    cacheWrite: 10,
    reasoning: 20,
    total: 1160,
    cacheHitRate,
  });
  expect(a.conversation.usage).toEqual({
    input: 200,
    output: 100,
    cacheRead: 2000,
    cacheWrite: 20,
    reasoning: 40,
    total: 2320,
    cacheHitRate,
  });
  expect(none.usage).toMatchObject({ total: 5, cacheHitRate: null });
});

test('D4: what a session used itself and what its chat used have different names, and add up', async () => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'root', { output_tokens: 100, started_at: 100, ...COMPRESSED });
      insertSession(db, 'delegate', {
        output_tokens: 40,
        started_at: 500,
        parent_session_id: 'root',
      });
      insertSession(db, 'continuation', {
        output_tokens: 60,
        started_at: 900,
        parent_session_id: 'root',
      });
    },
  });
  const { sessions } = await dataOf(
    api,
    `{ sessions(orderBy: { field: STARTED_AT, direction: ASC }) { nodes {
      sessionId lineageKind usage { output } conversation { id usage { output } } } } }`,
  );
  const used = (sessionId: string, lineageKind: string, own: number, chat: number) => ({
    sessionId,
    lineageKind,
    usage: { output: own },
    conversation: { id: expect.any(String), usage: { output: chat } },
  });
  expect(sessions.nodes).toEqual([
    used('root', 'ROOT', 100, 160),
    used('delegate', 'DELEGATE', 40, 40),
    used('continuation', 'CONTINUATION', 60, 160),
  ]);
  const chats = sessions.nodes as { conversation: { id: string; usage: { output: number } } }[];
  const each = new Map(chats.map(({ conversation: { id, usage } }) => [id, usage.output]));
  expect([...each.values()].reduce((sum, output) => sum + output)).toBe(200);
});

test('D5: messages are counted, whatever the stored counter says, in one statement for all', async () => {
  const statements: string[] = [];
  const api = openTestStore({
    observe: (sql) => statements.push(sql),
    seed: (db) => {
      insertSession(db, 'a', { message_count: null });
      insertSession(db, 'b', { message_count: 0 });
      insertSession(db, 'c', { message_count: 5 });
      for (const id of ['a', 'a', 'b']) insertMessage(db, id, 'user', 'x');
    },
  });
  const { some, all } = await dataOf(
    api,
    `{ some: sessions(filter: { messageCount: { min: 1 } }) { totalCount nodes { sessionId } }
       all: sessions(orderBy: { field: MESSAGE_COUNT }) { nodes { sessionId messageCount } } }`,
  );
  expect(some).toEqual({ totalCount: 2, nodes: [{ sessionId: 'b' }, { sessionId: 'a' }] });
  expect(all.nodes).toEqual([
    { sessionId: 'a', messageCount: 2 },
    { sessionId: 'b', messageCount: 1 },
    { sessionId: 'c', messageCount: 0 },
  ]);
  statements.length = 0;
  await dataOf(api, '{ sessions { nodes { messageCount } } }');
  expect(statements).toHaveLength(2);
});

test('D7: calls in one message count each, and results of tools are no calls', async () => {
  const api = openTestStore({ seed: (db) => insertSession(db, 'a') });
  const append = async (fields: string) => {
    const { appendMessage } = await dataOf(
      api,
      `mutation { appendMessage(input: { sessionId: "a", ${fields} }) {
        ... on AppendMessagePayload { session { toolCallCount messageCount } } } }`,
    );
    return appendMessage.session;
  };
  await append('role: "assistant", toolCalls: [{ id: "x" }, { id: "y" }]');
  await append('role: "tool", toolName: "x", toolCallId: "x", content: "one"');
  expect(await append('role: "tool", toolName: "y", toolCallId: "y", content: "two"')).toEqual({
    toolCallCount: 2,
    messageCount: 3,
  });
  // The store counts a single object as one call; Hermes cannot replay it, so no client may write it.
  expect(await append('role: "assistant", toolCalls: { id: "z" }')).toBeUndefined();
  await api.store.appendMessage({ sessionId: 'a', role: 'assistant', toolCalls: { id: 'z' } });
  expect(await append('role: "assistant", toolCalls: []')).toMatchObject({ toolCallCount: 3 });
  expect(
    api.raw((db) => db.prepare('SELECT tool_calls FROM messages ORDER BY id DESC').pluck().get()),
  ).toBeNull();
});

test('D9: two stores with the same session id never mix, each counts its own', async () => {
  const first = openTestStore({
    seed: (db) => ['same', 'a', 'b'].forEach((id) => insertSession(db, id)),
  });
  const second = openTestStore({
    seed: (db) => {
      insertSession(db, 'same', { title: 'of the second' });
      insertSession(db, 'c');
    },
  });
  const query = '{ stats { sessionCount } session(sessionId: "same") { title } }';
  const [one, two] = await Promise.all([dataOf(first, query), dataOf(second, query)]);
  expect(one).toEqual({ stats: { sessionCount: 3 }, session: { title: null } });
  expect(two).toEqual({ stats: { sessionCount: 2 }, session: { title: 'of the second' } });
});
