import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DollarSum, roundDollars, shownDollars, sumCosts } from '../../src/domain/cost.js';
import { COST_BASES } from '../../src/domain/session.js';

function sumOf(...dollars: (number | null)[]): number | null {
  const sum = new DollarSum();
  for (const usd of dollars) sum.add(usd);
  return sum.total();
}

describe('a sum of dollars', () => {
  test('is what was added, to a billionth', () => {
    expect(sumOf(...Array.from({ length: 10 }, () => 0.1))).toBe(1);
    expect(sumOf(0.8, -0.1, -0.7)).toBe(0);
    expect(sumOf(1e9, 0.000_001, -1e9)).toBe(0.000_001);
  });

  test('is null where nothing is known, and what is not finite is unknown', () => {
    expect(sumOf()).toBeNull();
    expect(sumOf(null, Infinity, -Infinity, NaN)).toBeNull();
    expect(sumOf(Infinity, 2, null)).toBe(2);
    expect(sumOf(0)).toBe(0);
  });

  test('beyond all measure is held at the largest number', () => {
    expect(sumOf(1.7e308, 1.7e308)).toBe(Number.MAX_VALUE);
    expect(sumOf(-1.7e308, -1.7e308)).toBe(-Number.MAX_VALUE);
  });

  test('never depends on the order, nor ends in noise', () => {
    const billionths = fc.integer({ min: -1e12, max: 1e12 });
    fc.assert(
      fc.property(fc.array(billionths, { maxLength: 200 }), (amounts) => {
        const exact = amounts.reduce((sum, amount) => sum + amount, 0) / 1e9 + 0;
        const dollars = amounts.map((amount) => amount / 1e9);
        const expected = amounts.length === 0 ? null : exact;
        expect(sumOf(...dollars)).toBe(expected);
        expect(sumOf(...dollars.toReversed())).toBe(expected);
      }),
    );
  });
});

test('dollars are shown to a billionth, and large ones as they are', () => {
  expect(roundDollars(0.12933499999999998)).toBe(0.129335);
  expect(Object.is(roundDollars(-1e-12), 0)).toBe(true);
  expect(roundDollars(1.7e308)).toBe(1.7e308);
  expect(shownDollars(null)).toBeNull();
  expect(shownDollars(Infinity)).toBeNull();
});

describe('a summary', () => {
  test('counts what a subscription leaves to pay as an estimate, and nothing else of it', () => {
    const included = (cost_usd: number) => ({ cost_usd, cost_basis: COST_BASES[2] });
    expect(sumCosts([included(0)])).toMatchObject({
      usd: 0,
      actualUsd: null,
      estimatedUsd: null,
      includedSessions: 1,
    });
    expect(sumCosts([included(0.3), { cost_usd: 0.5, cost_basis: COST_BASES[0] }])).toMatchObject({
      usd: 0.8,
      actualUsd: 0.5,
      estimatedUsd: 0.3,
      estimatedSessions: 0,
      includedSessions: 1,
    });
  });

  test('is the sum of what was charged and what is estimated', () => {
    const session = fc.record({
      cost_basis: fc.constantFrom(...COST_BASES),
      cost_usd: fc.nat(1e6).map((quarters) => quarters / 4),
    });
    fc.assert(
      fc.property(fc.array(session), (sessions) => {
        const known = sessions.map((one) =>
          one.cost_basis === 'UNKNOWN' ? { ...one, cost_usd: null } : one,
        );
        const { usd, actualUsd, estimatedUsd } = sumCosts(known);
        expect(usd ?? 0).toBe((actualUsd ?? 0) + (estimatedUsd ?? 0));
      }),
    );
  });
});
