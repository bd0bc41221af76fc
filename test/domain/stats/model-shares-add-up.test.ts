import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roundDollars } from '../../../src/domain/cost.js';
import { modelShares } from '../../../src/domain/stats/model-shares.js';

test('parts that fit in the counter stand as they are noted', () => {
  expect(modelShares(100, [70, 30], Math.round)).toEqual([70, 30]);
  expect(modelShares(100, [70], Math.round)).toEqual([70]);
});

test('where more is noted than the session counts, parts are cut in proportion', () => {
  expect(modelShares(100, [300, 100], Math.round)).toEqual([75, 25]);
  expect(modelShares(1, [0.5, 1.5], roundDollars)).toEqual([0.25, 0.75]);
});

test('a counter of nothing, or below, is not shared out', () => {
  expect(modelShares(0, [5, 5], Math.round)).toEqual([0, 0]);
  expect(modelShares(-7, [5], Math.round)).toEqual([0]);
});

test('negative parts count nothing', () => {
  expect(modelShares(10, [-5, 20], Math.round)).toEqual([0, 10]);
});

test('shares are whole, never negative, and never more than there is', () => {
  const counter = fc.integer({ min: -10, max: 2 ** 53 - 1 });
  fc.assert(
    fc.property(counter, fc.array(counter, { maxLength: 6 }), (own, parts) => {
      const shares = modelShares(own, parts, Math.round);
      expect(shares).toHaveLength(parts.length);
      expect(shares.every((share) => Number.isInteger(share) && share >= 0)).toBe(true);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(Math.max(0, own));
    }),
  );
});

test('shares of dollars leave a residue without the noise of floats', () => {
  expect(modelShares(0.3, [0.1, 0.2], roundDollars)).toEqual([0.1, 0.2]);
  expect(modelShares(0.1, [0.1, 0.2], roundDollars)).toEqual([0.033333333, 0.066666667]);
  const billionths = fc.integer({ min: 0, max: 1e12 }).map((many) => many / 1e9);
  fc.assert(
    fc.property(billionths, fc.array(billionths, { maxLength: 6 }), (own, parts) => {
      const shares = modelShares(own, parts, roundDollars);
      const sum = shares.reduce((total, share) => total + Math.round(share * 1e9), 0);
      expect(sum).toBeLessThanOrEqual(Math.round(own * 1e9));
      expect(shares).toEqual(shares.map(roundDollars));
    }),
  );
});

test('parts beyond all measure share what there is', () => {
  const most = Number.MAX_VALUE;
  const shares = modelShares(10, [most, most], roundDollars);
  expect(shares.every((share) => Number.isFinite(share) && share >= 0)).toBe(true);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(10);
});
