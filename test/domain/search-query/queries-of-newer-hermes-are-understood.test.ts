import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BadUserInputError } from '../../../src/domain/errors.js';
import { parseSearchQuery } from '../../../src/domain/search-query/parse.js';

/** What Hermes of schema 25 makes of queries before it hands them to the index. */
const { cases }: { cases: { query: string; sanitized_v25: string }[] } = JSON.parse(
  readFileSync(new URL('../../fixtures/golden/latest_queries.json', import.meta.url), 'utf8'),
);

/**
 * Intended differences: Hermes hands a lone operator or empty quotes to the index, which finds nothing
 * by them; here there is nothing to look for, and the person is told so.
 */
const NOTHING_TO_LOOK_FOR = ['AND OR NOT', '""""', '"'.repeat(51)];

function isSearch(query: string): boolean {
  try {
    parseSearchQuery(query);
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(BadUserInputError);
    return false;
  }
}

describe('a query that Hermes', () => {
  const named = cases.map((one) => ({ ...one, name: JSON.stringify(one.query) }));

  it.each(named.filter((one) => one.sanitized_v25 !== ''))(
    'searches for is a search: $name',
    ({ query }) => expect(isSearch(query)).toBe(!NOTHING_TO_LOOK_FOR.includes(query)),
  );

  it.each(named.filter((one) => one.sanitized_v25 === ''))(
    'has nothing left of is refused with a sentence: $name',
    ({ query }) => expect(isSearch(query)).toBe(false),
  );
});
