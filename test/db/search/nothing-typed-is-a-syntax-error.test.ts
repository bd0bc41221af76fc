import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BadUserInputError } from '../../../src/domain/errors.js';
import { parseSearchQuery } from '../../../src/domain/search-query/parse.js';
import { insertMessage, insertSession } from '../../support/rows.js';
import { ids, searchFile, total, type SearchFile } from './support.js';

const golden: { cases: { query: string }[] } = JSON.parse(
  readFileSync(new URL('../../fixtures/golden/queries.json', import.meta.url), 'utf8'),
);
const QUERIES = [...new Set(golden.cases.map(({ query }) => query))];

const HOSTILE = [
  '"',
  '""',
  '"""',
  '" OR 1=1 --',
  'AND',
  'NOT',
  'OR',
  'NEAR',
  'NEAR(',
  'NEAR(a b)',
  'NEAR/2',
  '*',
  '**',
  'a*b*c*',
  '^x',
  '-x',
  '--',
  'col:',
  'content:x',
  'messages_fts:x',
  'rank:x',
  '{content}:x',
  '{}',
  '{',
  '}',
  '(',
  ')',
  '()',
  '((',
  '))',
  '(()',
  '('.repeat(256),
  ')'.repeat(256),
  '"a" "b',
  "'; DROP TABLE messages; --",
  "' OR ''='",
  '%',
  '_',
  '\\',
  '\\%',
  '[a]',
  '[^a]',
  '?',
  '??',
  ';',
  ',',
  '.',
  '..',
  '...',
  '/',
  '//',
  '+',
  'a+b',
  '~',
  '`',
  '|',
  '||',
  '&',
  '&&',
  '=',
  '==',
  '<',
  '>',
  '<>',
  '->',
  '=>',
  '!',
  '!!',
  '#',
  '@',
  '$',
  '$1',
  ':name',
  '@name',
  '?1',
  '\u0000',
  'a\u0000b',
  '\u0000"',
  '\ud800',
  'a\udc00b',
  '\ufeff',
  '\u200b',
  'a\u200bb',
  '\u202ereversed',
  '🚀',
  '🤖',
  '👩‍👩‍👧',
  'é',
  'e\u0301',
  'ﬁ',
  'ß',
  '广',
  '广*',
  '广西 OR',
  'NOT 广西',
  '"广西',
  '广西"',
  '广 OR 西 NOT 林',
  '𠀀',
  'a广',
  '广a',
  'ＡＢＣ',
  'ｶﾀｶﾅ',
  'ᄀ',
  'a AND (b OR',
  'a NOT NOT b',
  'a OR NOT b',
  'a AND AND b',
  'x'.repeat(512),
];

const mayBeRefused = (query: string, work: () => unknown): 'refused' | 'answered' => {
  try {
    work();
    return 'answered';
  } catch (error) {
    expect(error, JSON.stringify(query)).toBeInstanceOf(BadUserInputError);
    return 'refused';
  }
};

let file: SearchFile;
let cleanUp: () => void;
beforeAll(() => {
  file = searchFile(
    (db) => {
      insertSession(db, 's');
      insertMessage(db, 's', 'user', 'some text of a message, 广西 and more');
    },
    { after: (clean) => (cleanUp = clean) },
  );
});
afterAll(() => cleanUp());

describe('hostile and odd queries are answered or refused with a sentence', () => {
  it.each([...HOSTILE, ...QUERIES].map((query) => [query]))('%j', (query) => {
    for (const order of ['RELEVANCE', 'NEWEST', 'OLDEST'] as const) {
      mayBeRefused(query, () => ids(file, query, {}, order));
    }
    mayBeRefused(query, () => total(file, query));
  });

  it('whatever characters they are made of', () => {
    const marks = Array.from('"()*+-^:{}%_\\\'.,;/&|<>=!?#@$~[] \n\0');
    const odd = fc.constantFrom(...marks, 'AND', 'OR', 'NOT', 'NEAR', 'a', '广', '🚀', '\ud800');
    fc.assert(
      fc.property(fc.array(odd, { maxLength: 30 }), (parts) => {
        const query = parts.join('');
        mayBeRefused(query, () => ids(file, query));
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (query) => {
        mayBeRefused(query, () => ids(file, query));
      }),
      { numRuns: 300 },
    );
  });
});

describe('a query that is not refused finds a message that says just that', () => {
  const excluding = /\bNOT\b/;
  it.each(
    [...HOSTILE, ...QUERIES].filter((query) => !excluding.test(query)).map((query) => [query]),
  )('%j', (query) => {
    if (mayBeRefused(query, () => parseSearchQuery(query)) === 'refused') return;
    const text = query.replace(/[\p{Cc}\p{Surrogate}]/gu, ' ');
    const id = insertMessage(file.db, 's', 'user', `before ${text} behind`);
    expect(ids(file, query, {}, 'NEWEST')).toContain(id);
  });
});
