import fc from 'fast-check';
import { expect, test } from 'vitest';
import { modelShares } from '../../../src/domain/stats/model-shares.js';

test('parts that fit in the counter stand as they are noted', () => {
  expect(modelShares(100, [70, 30], true)).toEqual([70, 30]);
  expect(modelShares(100, [70], true)).toEqual([70]);
});

test('where more is noted than the session counts, parts are cut in proportion', () => {
  expect(modelShares(100, [300, 100], true)).toEqual([75, 25]);
  expect(modelShares(1, [0.5, 1.5], false)).toEqual([0.25, 0.75]);
});

test('a counter of nothing, or below, is not shared out', () => {
  expect(modelShares(0, [5, 5], true)).toEqual([0, 0]);
  expect(modelShares(-7, [5], true)).toEqual([0]);
});

test('negative parts count nothing', () => {
  expect(modelShares(10, [-5, 20], true)).toEqual([0, 10]);
});

test('shares are whole, never negative, and never more than there is', () => {
  const counter = fc.integer({ min: -10, max: 2 ** 53 - 1 });
  fc.assert(
    fc.property(counter, fc.array(counter, { maxLength: 6 }), (own, parts) => {
      const shares = modelShares(own, parts, true);
      expect(shares).toHaveLength(parts.length);
      expect(shares.every((share) => Number.isInteger(share) && share >= 0)).toBe(true);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(Math.max(0, own));
    }),
  );
});
