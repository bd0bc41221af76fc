import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { dataOf } from '../support/api.js';
import { insertMessage, insertSession, openTestStore } from '../support/store.js';

const HALF = '\ud83d';
const READ_ALL = `
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
for table in ('sessions', 'messages', 'state_meta'):
    for row in db.execute('SELECT * FROM ' + table):
        for value in row:
            if isinstance(value, str):
                value.encode('utf-8')
print('readable')
`;

test('I1: half an emoji in any text that we write leaves the file readable for Python', async () => {
  const api = openTestStore();
  const text = `x${HALF}y`;
  const data = await dataOf(
    api,
    `mutation ($text: String!, $json: JSON!) {
      createSession(input: { sessionId: "x�y", source: $text, userId: $text, model: $text, title: $text,
        systemPrompt: $text, modelConfig: $json }) { ... on CreateSessionPayload { session { sessionId title } } }
      appendMessage(input: { sessionId: "x�y", role: $text, content: $text, toolCallId: $text, toolName: $text,
        toolCalls: [$json], finishReason: $text, reasoning: $text, reasoningContent: $text, reasoningDetails: $json,
        codexReasoningItems: $json, codexMessageItems: $json, idempotencyKey: $text }) {
        ... on AppendMessagePayload { message { role content } } }
      parts: appendMessage(input: { sessionId: "x�y", role: "user", contentParts: [$json] }) { __typename }
      updateSession(input: { sessionId: "x�y", systemPrompt: $text, modelConfig: $json }) { __typename }
      recordUsage(input: { sessionId: "x�y", costStatus: $text, costSource: $text, pricingVersion: $text,
        billingProvider: $text, billingBaseUrl: $text, billingMode: $text }) { __typename }
      endSession(input: { sessionId: "x�y", endReason: $text }) { __typename }
      setMeta(input: { key: $text, value: $text }) { ... on SetMetaPayload { value } }
      id: createSession(input: { sessionId: $text, source: "x" }) { ... on InvalidInputError { field } }
    }`,
    { text, json: { [text]: [text] } },
  );
  expect(data).toEqual({
    createSession: { session: { sessionId: 'x�y', title: 'x�y' } },
    appendMessage: { message: { role: 'x�y', content: 'x�y' } },
    parts: { __typename: 'AppendMessagePayload' },
    updateSession: { __typename: 'UpdateSessionPayload' },
    recordUsage: { __typename: 'RecordUsagePayload' },
    endSession: { __typename: 'EndSessionPayload' },
    setMeta: { value: 'x�y' },
    id: { field: 'sessionId' },
  });
  const output = execFileSync('python3', ['-c', READ_ALL, api.path], { encoding: 'utf8' });
  expect(output.trim()).toBe('readable');
});

describe('I2: U+0000 before structured content hides nothing', () => {
  const structured = (parts: unknown) => `\u0000json:${JSON.stringify(parts)}`;
  const IMAGE = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };

  test('its text is the preview, and its parts are typed', async () => {
    const parts = [{ type: 'text', text: 'hello' }, IMAGE];
    const api = openTestStore({
      seed: (db) => {
        insertSession(db, 'a');
        insertMessage(db, 'a', 'user', structured(parts));
      },
    });
    const { session } = await dataOf(
      api,
      `{ session(sessionId: "a") { preview messages { nodes {
        content contentLength contentParts { type text url json } } } } }`,
    );
    expect(session).toEqual({
      preview: 'hello [image]',
      messages: {
        nodes: [
          {
            content: 'hello\n[image]',
            contentLength: 13,
            contentParts: [
              { type: 'text', text: 'hello', url: null, json: parts[0] },
              { type: 'image_url', text: null, url: 'data:image/png;base64,AAAA', json: IMAGE },
            ],
          },
        ],
      },
    });
  });

  test('a picture alone is previewed as one, and text with U+0000 inside is given whole', async () => {
    const api = openTestStore({
      seed: (db) => {
        insertSession(db, 'picture');
        insertMessage(db, 'picture', 'user', structured([IMAGE]));
        insertSession(db, 'text');
        insertMessage(db, 'text', 'user', 'before\u0000after');
      },
    });
    const { sessions } = await dataOf(
      api,
      '{ sessions { nodes { preview messages { nodes { content contentLength } } } } }',
    );
    expect(sessions.nodes).toEqual([
      {
        preview: 'before\u0000after',
        messages: { nodes: [{ content: 'before\u0000after', contentLength: 12 }] },
      },
      { preview: '[image]', messages: { nodes: [{ content: '[image]', contentLength: 7 }] } },
    ]);
  });
});

test('I3: a row that is cut in the middle of a character, or holds bytes, breaks no list', async () => {
  const api = openTestStore({
    seed: (db) => {
      for (const id of ['cut', 'bytes', 'whole']) {
        insertSession(db, id);
        insertMessage(db, id, 'user', 'x');
      }
      db.exec("UPDATE messages SET content = CAST(x'68c3' AS TEXT) WHERE session_id = 'cut'");
      db.exec("UPDATE messages SET content = x'68c3a9c3' WHERE session_id = 'bytes'");
      db.exec("UPDATE sessions SET title = x'68c3', model = CAST(x'c3' AS TEXT) WHERE id = 'cut'");
    },
  });
  const { sessions } = await dataOf(
    api,
    '{ sessions { nodes { sessionId title model preview messages { nodes { content contentParts { text } } } } } }',
  );
  const row = (sessionId: string, text: string, title: string | null, model: string | null) => ({
    sessionId,
    title,
    model,
    preview: text,
    messages: { nodes: [{ content: text, contentParts: [{ text }] }] },
  });
  expect(sessions.nodes).toEqual([
    row('whole', 'x', null, null),
    row('cut', 'h�', 'h�', '�'),
    row('bytes', 'hé�', null, null),
  ]);
});

test('I3: a title of bytes has its place among the others, and paging reaches all', async () => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, '1', { title: 'aa' });
      insertSession(db, '2', { title: Buffer.from('bb') });
      insertSession(db, '3', { title: 'cc' });
      insertSession(db, '4');
    },
  });
  const titles: unknown[] = [];
  for (let after: string | null = null, more = true; more;) {
    const { sessions } = await dataOf(
      api,
      `query ($after: String) { sessions(first: 1, after: $after, orderBy: { field: TITLE, direction: ASC }) {
        nodes { title } pageInfo { hasNextPage endCursor } } }`,
      { after },
    );
    titles.push(sessions.nodes[0].title);
    ({ hasNextPage: more, endCursor: after } = sessions.pageInfo);
  }
  expect(titles).toEqual(['aa', 'bb', 'cc', null]);
});

describe('I4: broken JSON fails no page', () => {
  const call = (id: string | null, name: string | null, args: string | null) => ({
    id,
    name,
    arguments: args,
  });

  test.each([
    ['cut off', '{"id":"x"', []],
    [
      'one call with broken arguments',
      '{"id":"x","function":{"name":"t","arguments":"{bad"}}',
      [call('x', 't', '{bad')],
    ],
    ['null in quotes', '"null"', []],
    ['null', 'null', []],
    ['no calls', '[]', []],
    ['a flat call without an id', '[{"name":"t"}]', [call(null, 't', null)]],
    [
      'arguments as an object',
      '[{"id":"x","function":{"name":"t","arguments":{"a":1}}}]',
      [call('x', 't', '{"a": 1}')],
    ],
    ['things that are no calls', '[1, "two", null, {"id": 5}]', [call(null, null, null)]],
    ['empty text', '', []],
    ['a hundred thousand brackets', '['.repeat(100_000), []],
  ])('tool calls: %s', async (_what, stored, toolCalls) => {
    const api = openTestStore({
      seed: (db) => {
        insertSession(db, 'a');
        insertMessage(db, 'a', 'assistant', 'x', { tool_calls: stored });
        insertMessage(db, 'a', 'assistant', 'next');
      },
    });
    const { session } = await dataOf(
      api,
      `{ session(sessionId: "a") { messages { nodes {
        content toolCalls { id name arguments } toolCallsRaw toolResults { id } } } } }`,
    );
    expect(session.messages.nodes).toEqual([
      { content: 'x', toolCalls, toolCallsRaw: stored, toolResults: [] },
      { content: 'next', toolCalls: [], toolCallsRaw: null, toolResults: [] },
    ]);
  });

  test.each([
    ['cut off', '{broken', null],
    ['a list cut off', '[1', null],
    ['null', 'null', null],
    ['a text', '"text"', 'text'],
    ['numbers that JSON has not', '{"a": NaN, "b": [Infinity, 1.0]}', { a: null, b: [null, 1] }],
    ['a hundred thousand brackets', '['.repeat(100_000), null],
    ['two thousand levels', '['.repeat(2_000) + ']'.repeat(2_000), null],
  ])('other JSON columns: %s', async (_what, stored, value) => {
    const api = openTestStore({
      seed: (db) => {
        insertSession(db, 'a', { model_config: stored });
        insertMessage(db, 'a', 'assistant', 'x', {
          reasoning_details: stored,
          codex_reasoning_items: stored,
          codex_message_items: stored,
        });
      },
    });
    const { session } = await dataOf(
      api,
      `{ session(sessionId: "a") { modelConfig replay messages { nodes {
        reasoningDetails codexReasoningItems codexMessageItems } } } }`,
    );
    expect(session).toMatchObject({
      modelConfig: value,
      messages: {
        nodes: [{ reasoningDetails: value, codexReasoningItems: value, codexMessageItems: value }],
      },
    });
    expect(session.replay).toHaveLength(1);
  });
});
