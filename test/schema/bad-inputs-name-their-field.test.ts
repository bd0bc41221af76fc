import { expect, test } from 'vitest';
import { META_KEY_RULE } from '../../src/domain/meta-keys.js';
import { ask } from '../support/api.js';
import { openDoor } from '../support/door.js';
import { insertMessage, insertSession, openTestStore } from '../support/store.js';

const nested = (levels: number): unknown =>
  JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

test.each<[what: string, mutation: string, value: unknown, field: string]>([
  [
    'settings that are a list',
    'createSession(input: { source: "x", modelConfig: $v })',
    [1],
    'modelConfig',
  ],
  [
    'settings that are a text',
    'createSession(input: { source: "x", modelConfig: $v })',
    'text',
    'modelConfig',
  ],
  [
    'settings that are false',
    'createSession(input: { source: "x", modelConfig: $v })',
    false,
    'modelConfig',
  ],
  [
    'new settings that are a list',
    'updateSession(input: { sessionId: "a", modelConfig: $v })',
    [1],
    'modelConfig',
  ],
  [
    'JSON of six hundred levels',
    'createSession(input: { source: "x", modelConfig: $v })',
    { deep: nested(600) },
    'modelConfig',
  ],
  [
    'JSON of two thousand levels',
    'appendMessage(input: { sessionId: "a", role: "assistant", toolCalls: $v })',
    nested(2000),
    'toolCalls',
  ],
  [
    'parts of two thousand levels',
    'appendMessage(input: { sessionId: "a", role: "user", contentParts: [$v] })',
    nested(2000),
    'content',
  ],
  [
    'U+0000 in an id',
    'createSession(input: { sessionId: "a\\u0000b", source: "x" })',
    null,
    'sessionId',
  ],
  ['U+0000 in a source', 'createSession(input: { source: "a\\u0000b" })', null, 'source'],
  [
    'U+0000 in a reason',
    'endSession(input: { sessionId: "a", endReason: "\\u0000" })',
    null,
    'endReason',
  ],
  [
    'an endless sum',
    'recordUsage(input: { sessionId: "a", actualCostUsd: 1e999 })',
    null,
    'actualCostUsd',
  ],
  ['an endless age', 'pruneSessions(input: { olderThanDays: 1e999 })', null, 'olderThanDays'],
  [
    'a flag that the file cannot hold',
    'archiveSessions(input: { sessionIds: ["a"] })',
    null,
    'archived',
  ],
  ['another such flag', 'pinSession(input: { sessionId: "a" })', null, 'pinned'],
  ['an age below zero', 'pruneSessions(input: { olderThanDays: -30 })', null, 'olderThanDays'],
  ['a hair below zero', 'pruneSessions(input: { olderThanDays: -1e-9 })', null, 'olderThanDays'],
  ['an id of nothing', 'createSession(input: { sessionId: "", source: "x" })', null, 'sessionId'],
  [
    'an id of blanks',
    'createSession(input: { sessionId: " \\t\\u3000", source: "x" })',
    null,
    'sessionId',
  ],
  ['a source of nothing', 'createSession(input: { source: "" })', null, 'source'],
  ['a source of blanks', 'createSession(input: { source: " \\n" })', null, 'source'],
  [
    'a negative number in the place of another',
    'recordUsage(input: { sessionId: "a", mode: SET, inputTokens: -5 })',
    null,
    'inputTokens',
  ],
  [
    'negative dollars in the place of others',
    'recordUsage(input: { sessionId: "a", mode: SET, actualCostUsd: -0.5 })',
    null,
    'actualCostUsd',
  ],
  ...[{ a: 1 }, {}, 'call', '', 5, 0, true, false].map(
    (calls): [string, string, unknown, string] => [
      `tool calls that are ${JSON.stringify(calls)}`,
      'appendMessage(input: { sessionId: "a", role: "assistant", toolCalls: $v })',
      calls,
      'toolCalls',
    ],
  ),
  [
    'tool calls that are no list, among others',
    'appendMessages(input: { messages: [{ sessionId: "a", role: "user" }, { sessionId: "a", role: "assistant", toolCalls: $v }] })',
    { id: 'x' },
    'messages[1].toolCalls',
  ],
  [
    'tool calls that are no list, in a new transcript',
    'replaceMessages(input: { sessionId: "a", messages: [{ role: "assistant", toolCalls: $v }] })',
    { id: 'x' },
    'messages[0].toolCalls',
  ],
  [
    'both forms of content, in a new transcript',
    'replaceMessages(input: { sessionId: "a", messages: [{ role: "user" }, { role: "user", content: "x", contentParts: [] }] })',
    null,
    'messages[1].contentParts',
  ],
  ['nothing to change', 'updateSession(input: { sessionId: "a" })', null, 'input'],
  ['a value that is left out', 'setMeta(input: { key: "mine" })', null, 'value'],
  ...[
    'fts_storage_version',
    'fts_anything_to_come',
    'db_file_generation',
    'store_instance_id',
    'store_created_at_utc',
    'last_auto_prune',
    'telegram_dm_topic_schema_version',
    'goal:20260517_090000_a1b2c3',
    'gateway.x',
    'hermes-graphql:append:00',
    '',
    ' ',
  ].map((key): [string, string, unknown, string] => [
    `the key ${JSON.stringify(key)}`,
    `setMeta(input: { key: ${JSON.stringify(key)}, value: "0" })`,
    null,
    'key',
  ]),
  [
    'a broken place in a list',
    'replaceMessages(input: { sessionId: "a", messages: [{ role: "user" }, { role: "\\u0000" }] })',
    null,
    'messages[1].role',
  ],
])('%s: the field is named, and nothing is written', async (_what, mutation, value, field) => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'a', { ended_at: null });
      insertMessage(db, 'a', 'user', 'kept');
    },
  });
  const door = await openDoor(api);
  const rows = () =>
    api.raw((db) =>
      ['sessions', 'messages', 'state_meta'].map((table) =>
        db.prepare(`SELECT * FROM ${table}`).all(),
      ),
    );
  const before = rows();
  const variables = mutation.includes('$v') ? '($v: JSON!)' : '';
  const { data, codes } = await door(
    `mutation ${variables} { result: ${mutation} { __typename ... on InvalidInputError { field message } } }`,
    { v: value },
  );
  expect(codes).toEqual([]);
  expect(data.result).toEqual({
    __typename: 'InvalidInputError',
    field,
    message: expect.stringMatching(/^.+\.$/),
  });
  expect(rows()).toEqual(before);
});

test('half of a character in an id is refused: what would be stored is another id', async () => {
  const api = openTestStore({ seed: (db) => insertSession(db, 'x\ufffd') });
  const door = await openDoor(api);
  for (const [field, input] of [
    ['sessionId', 'sessionId: $id, source: "x"'],
    ['parentSessionId', 'parentSessionId: $id, source: "x"'],
  ]) {
    const { data } = await door(
      `mutation ($id: String!) { createSession(input: { ${input} }) { ... on InvalidInputError { field message } } }`,
      { id: 'x\ud83d' },
    );
    expect(data.createSession).toEqual({
      field,
      message: `\`${field}\` is "x\\ud83d", which holds half of a character; give the whole text.`,
    });
  }
  const found = await door(
    `query ($id: String!) { session(sessionId: $id) { id } sessionsByPrefix(prefix: $id) { id }
      sessions(filter: { sessionIds: [$id] }) { totalCount } }`,
    { id: 'x\ud83d' },
  );
  expect(found.data).toEqual({ session: null, sessionsByPrefix: [], sessions: { totalCount: 0 } });
});

test('a key of Hermes and one of ours are refused in the same words, which say the rule', async () => {
  const door = await openDoor(openTestStore());
  for (const key of ['last_auto_prune', 'fts_stale', 'hermes-graphql:append:00', '']) {
    const { data } = await door(
      `mutation { setMeta(input: { key: ${JSON.stringify(key)}, value: "0" }) { ... on InvalidInputError { message } } }`,
    );
    expect(data.setMeta.message).toBe(`Key ${JSON.stringify(key)} cannot be set. ${META_KEY_RULE}`);
  }
});

test('JSON with a number that it cannot hold is refused as a variable', async () => {
  const api = openTestStore({ seed: (db) => insertSession(db, 'a') });
  const { errors } = await ask(
    api,
    'mutation ($v: JSON) { updateSession(input: { sessionId: "a", modelConfig: $v }) { __typename } }',
    { v: { deep: [JSON.parse('1e999')] } },
  );
  expect(errors.map(({ message }) => message)).toEqual([
    expect.stringContaining('such as a number beyond 1.8e308'),
  ]);
});

test.each([
  'endSession',
  'endSession(input: null) { __typename }',
  'endSession(input: {}) { __typename }',
  'deleteSession(input: { sessionId: "a", scope: EVERYTHING }) { __typename }',
  'recordUsage(input: { sessionId: "a", mode: MULTIPLY }) { __typename }',
  'recordUsage(input: { sessionId: "a", inputTokens: 1.5 }) { __typename }',
  'recordUsage(input: { sessionId: "a", inputTokens: 9007199254740993 }) { __typename }',
  'deleteSessions(input: { sessionIds: [null] }) { __typename }',
  'pruneSessions(input: { olderThanDays: "90" }) { __typename }',
  'dropEverything { __typename }',
])('what cannot be meant is refused before anything runs: %s', async (mutation) => {
  const api = openTestStore({ seed: (db) => insertSession(db, 'a') });
  const door = await openDoor(api);
  const { status, data, codes } = await door(`mutation { ${mutation} }`);
  expect({ status, data }).toEqual({ status: 400, data: null });
  expect(new Set(codes)).toEqual(new Set(['GRAPHQL_VALIDATION_FAILED']));
});
