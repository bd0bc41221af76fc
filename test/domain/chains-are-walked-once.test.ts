import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chainEnds, chainOf, chainTips } from '../../src/domain/lineage.js';
import '../support/property-seed.js';

/** Every id has at most one that follows; some lead nowhere, some in circles. */
const followings = fc
  .array(fc.option(fc.integer({ min: 0, max: 11 }), { nil: null }), { minLength: 1, maxLength: 12 })
  .map((next) => new Map(next.map((to, from) => [`${from}`, to === null ? null : `${to}`])));

test('the ends of all chains are those of walking each chain alone', () => {
  fc.assert(
    fc.property(followings, (following) => {
      const starts = [...following.keys()];
      chainEnds(starts, following).forEach(({ end, steps, isCircular }, index) => {
        const start = starts[index] ?? '';
        const chain = chainOf(start, following);
        const last = chain.at(-1) ?? start;
        expect([end, steps]).toEqual([last, chain.length]);
        expect(isCircular).toBe((following.get(last) ?? null) !== null);
        expect(chainTips([start], following)).toEqual([isCircular ? start : last]);
      });
    }),
  );
});

test('a chain is cut at its limit', () => {
  const following = new Map([
    ['a', 'b'],
    ['b', 'c'],
    ['c', null],
  ]);
  expect([0, 1, 2, 3].map((limit) => chainOf('a', following, limit))).toEqual([
    [],
    ['b'],
    ['b', 'c'],
    ['b', 'c'],
  ]);
});

test('ten thousand starts on one chain look at each of its ids once or twice', () => {
  let looks = 0;
  const next = new Map(
    Array.from({ length: 10_000 }, (_, n): [string, string | null] => [
      `${n}`,
      n === 0 ? null : `${n - 1}`,
    ]),
  );
  const following = Object.assign(new Map(next), {
    get: (id: string) => {
      looks += 1;
      return next.get(id);
    },
  });
  const ends = chainEnds([...next.keys()].reverse(), following);
  expect(ends[0]).toEqual({ end: '0', steps: 9_999, isCircular: false });
  expect(ends.every(({ end }) => end === '0')).toBe(true);
  expect(looks).toBeLessThanOrEqual(20_000);
});
