import { expect, test } from 'vitest';
import { openDoor } from '../support/door.js';
import { insertSession, openTestStore } from '../support/store.js';

async function open() {
  const api = openTestStore({ seed: (db) => insertSession(db, 'a', { model_config: '{"t": 1}' }) });
  const stored = () =>
    api.raw((db) => ({
      configs: db.prepare('SELECT model_config FROM sessions ORDER BY id').pluck().all(),
      calls: db.prepare('SELECT tool_calls FROM messages').pluck().all(),
    }));
  return { door: await openDoor(api), stored };
}

const CONFIG = 'updateSession(input: { sessionId: "a", modelConfig: $CONFIG }) { __typename }';

test('a variable inside a literal that is not given is null, in objects and in lists', async () => {
  const { door, stored } = await open();
  const literal =
    '{ v: $i, deep: { list: [1, $i, "x"] }, default: $d, given: $g, text: $constructor }';
  const { codes } = await door(
    `mutation ($i: Int, $d: Int = 5, $g: JSON, $constructor: String) { ${CONFIG.replace('$CONFIG', literal)} }`,
    { g: { a: [true, null, 1.5] } },
  );
  expect(codes).toEqual([]);
  expect(stored().configs).toEqual([
    '{"v": null, "deep": {"list": [1, null, "x"]}, "default": 5, "given": {"a": [true, null, 1.5]}, "text": null}',
  ]);
});

test('a variable in the place of the whole JSON that is not given leaves the field as it is', async () => {
  const { door, stored } = await open();
  const { data } = await door(
    `mutation ($c: JSON) { updateSession(input: { sessionId: "a", model: "m", modelConfig: $c }) { __typename } }`,
  );
  expect(data.updateSession).toEqual({ __typename: 'UpdateSessionPayload' });
  expect(stored().configs).toEqual(['{"t": 1}']);
});

test('every kind of literal is stored as Python writes it', async () => {
  const { door, stored } = await open();
  const literal =
    '{ n: null, t: true, i: -3, f: 1.5e-7, s: "é\\"", b: """\n  block\n  """, l: [[], {}] }';
  await door(`mutation { ${CONFIG.replace('$CONFIG', literal)} }`);
  expect(stored().configs).toEqual([
    '{"n": null, "t": true, "i": -3, "f": 1.5e-07, "s": "\\u00e9\\"", "b": "block", "l": [[], {}]}',
  ]);
});

test.each([
  [CONFIG.replace('$CONFIG', '{ e: SOME_ENUM }'), 'SOME_ENUM'],
  [CONFIG.replace('$CONFIG', 'NONE'), 'NONE'],
  [CONFIG.replace('$CONFIG', '[{ deep: [undefined] }]'), 'undefined'],
  ['createSession(input: { source: "x", modelConfig: { e: NaN } }) { __typename }', 'NaN'],
  [
    'appendMessage(input: { sessionId: "a", role: "assistant", toolCalls: [{ type: FUNCTION }] }) { __typename }',
    'FUNCTION',
  ],
  [
    'appendMessage(input: { sessionId: "a", role: "user", contentParts: [TEXT] }) { __typename }',
    'TEXT',
  ],
])('a name without quotes is refused with a sentence: %s', async (mutation, name) => {
  const { door, stored } = await open();
  const before = stored();
  const { status, codes, messages } = await door(`mutation { ${mutation} }`);
  expect({ status, codes }).toEqual({ status: 400, codes: ['GRAPHQL_VALIDATION_FAILED'] });
  expect(messages).toEqual([
    `JSON cannot represent ${name}, a name without quotes; write "${name}" if a text is meant.`,
  ]);
  expect(stored()).toEqual(before);
});

test('a number that JSON cannot hold is refused in a literal', async () => {
  const { door, stored } = await open();
  const { codes, messages } = await door(
    `mutation { ${CONFIG.replace('$CONFIG', '{ a: [-1e999] }')} }`,
  );
  expect(codes).toEqual(['GRAPHQL_VALIDATION_FAILED']);
  expect(messages).toEqual(['JSON cannot represent -1e999: the largest number is some 1.8e308.']);
  expect(stored().configs).toEqual(['{"t": 1}']);
});
