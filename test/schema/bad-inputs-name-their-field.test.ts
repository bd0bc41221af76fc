import { expect, test } from 'vitest';
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
  ['a key of Hermes', 'setMeta(input: { key: "fts_storage_version", value: "0" })', null, 'key'],
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
