import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distribution } from '../../../src/domain/stats/distribution.js';

describe('mean, median, 95th percentile and maximum', () => {
  test('of nothing are unknown', () => {
    expect(distribution([])).toEqual({ mean: null, p50: null, p95: null, max: null });
  });

  test('of one value are that value', () => {
    expect(distribution([0])).toEqual({ mean: 0, p50: 0, p95: 0, max: 0 });
  });

  test('the median of an even number of values lies between the middle two', () => {
    expect(distribution([40, 10, 30, 20])).toEqual({ mean: 25, p50: 25, p95: 38.5, max: 40 });
  });

  test('values are ordered as numbers, not as text', () => {
    expect(distribution([9, 100, 10]).p50).toBe(10);
  });

  test('lie between the least and the greatest value, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1e9), { minLength: 1 }), (values) => {
        const { mean, p50, p95, max } = distribution(values);
        expect(Math.min(...values)).toBeLessThanOrEqual(p50!);
        expect(p50!).toBeLessThanOrEqual(p95!);
        expect(p95!).toBeLessThanOrEqual(max!);
        expect(max).toBe(Math.max(...values));
        expect(mean!).toBeLessThanOrEqual(max!);
      }),
    );
  });
});
