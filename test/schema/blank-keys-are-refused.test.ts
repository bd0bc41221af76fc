import { expect, test } from 'vitest';
import { META_KEY_RULE } from '../../src/domain/meta-keys.js';
import { dataOf } from '../support/api.js';
import { openTestStore } from '../support/store.js';

const SET = `mutation ($key: String!) { setMeta(input: { key: $key, value: "v" }) {
  __typename ... on SetMetaPayload { key value } ... on InvalidInputError { field message } } }`;

const named = (text: string) =>
  Array.from(text, (each) => `U+${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join(' ');

/** What Python strips, some of which JavaScript does not: U+001C to U+001F, and U+0085. */
const BLANK = [
  '',
  ' ',
  '\t\n',
  '\x1c',
  '\x1d',
  '\x1e',
  '\x1f',
  '\x85',
  '\u00a0',
  '\u3000',
  ' \x1c\x85 ',
];

test.each(BLANK.map((key) => [named(key), key]))(
  'a key of whitespace alone is blank, as Python has it: %s',
  async (_name, key) => {
    const { setMeta } = await dataOf(openTestStore(), SET, { key });
    expect(setMeta).toEqual({
      __typename: 'InvalidInputError',
      field: 'key',
      message: `Key ${JSON.stringify(key)} cannot be set. ${META_KEY_RULE}`,
    });
  },
);

/** What JavaScript trims and Python does not, and text between blanks. */
const TEXT = ['\ufeff', ' \ufeff\x1c', '\u200b', ' my-program ', '\x1fx\x85'];

test.each(TEXT.map((key) => [named(key), key]))(
  'a key that says something is stored as it is: %s',
  async (_name, key) => {
    const api = openTestStore();
    const { setMeta } = await dataOf(api, SET, { key });
    expect(setMeta).toEqual({ __typename: 'SetMetaPayload', key, value: 'v' });
    expect(await api.store.meta(key)).toBe('v');
  },
);
