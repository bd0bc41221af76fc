import { describe, expect, it } from 'vitest';
import { BadUserInputError } from '../../../src/domain/errors.js';
import { parseSearchQuery } from '../../../src/domain/search-query/parse.js';
import { termsOf } from '../../../src/domain/search-query/tree.js';

const many = (count: number, glue: string) =>
  Array.from({ length: count }, (_, n) => `w${n}`).join(glue);

function refusal(query: string): string {
  try {
    parseSearchQuery(query);
  } catch (error) {
    expect(error).toBeInstanceOf(BadUserInputError);
    return error instanceof Error ? error.message : '';
  }
  throw new Error('The query was taken.');
}

describe('length', () => {
  it('takes 512 characters', () => {
    expect(termsOf(parseSearchQuery('a'.repeat(512)))).toHaveLength(1);
  });
  it('counts code points, not units', () => {
    expect(termsOf(parseSearchQuery('𠀀'.repeat(512)))).toHaveLength(1);
  });
  it('refuses 513', () => {
    expect(refusal('a'.repeat(513))).toBe('The search has 513 characters; the most is 512.');
  });
  it('refuses a megabyte at once', () => {
    const start = performance.now();
    expect(refusal('x '.repeat(500_000))).toMatch(/^The search has 1000000 characters/);
    expect(performance.now() - start).toBeLessThan(50);
  });
});

describe('terms', () => {
  it('takes 32', () => expect(termsOf(parseSearchQuery(many(32, ' ')))).toHaveLength(32));
  it('refuses 33', () => {
    expect(refusal(many(33, ' '))).toBe('The search has 33 terms; the most is 32.');
  });
  it('counts different terms, wherever they stand', () => {
    const groups = Array.from({ length: 18 }, (_, n) => `(same OR w${n})`).join(' ');
    expect(termsOf(parseSearchQuery(groups))).toHaveLength(36);
  });
  it('counts repeated terms once', () => {
    expect(termsOf(parseSearchQuery('foo Foo '.repeat(50)))).toHaveLength(1);
  });
});

describe('alternatives', () => {
  it('takes 16', () => expect(termsOf(parseSearchQuery(many(16, ' OR ')))).toHaveLength(16));
  it('refuses 17', () => {
    expect(refusal(many(17, ' OR '))).toBe('The search has 17 alternatives of OR; the most is 16.');
  });
  it('drops repeated ones first', () => {
    expect(termsOf(parseSearchQuery('a1 OR b1 OR '.repeat(40)))).toHaveLength(2);
  });
  it('counts those of nested groups together', () => {
    expect(refusal(`(${many(10, ' OR ')}) OR (${many(20, ' OR ')})`)).toMatch(/alternatives/);
  });
  it('refuses ten thousand by their length', () => {
    expect(refusal(many(10_000, ' OR '))).toMatch(/characters/);
  });
});

it('reads any nesting of parentheses', () => {
  expect(termsOf(parseSearchQuery(`${'('.repeat(250)}deep${')'.repeat(250)}`))).toHaveLength(1);
  expect(termsOf(parseSearchQuery(`${'('.repeat(500)}deep`))).toHaveLength(1);
});
