import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/cli/demo/random.js';

const draws = (seed: number) => {
  const random = createRandom(seed);
  return Array.from({ length: 1000 }, () => random.next());
};

describe('the seeded random source', () => {
  it('repeats itself for the same seed and differs for another', () => {
    expect(draws(7)).toEqual(draws(7));
    expect(draws(7)).not.toEqual(draws(8));
  });

  it('stays within [0, 1) and spreads evenly', () => {
    const values = draws(1);
    expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(mean).toBeGreaterThan(0.45);
    expect(mean).toBeLessThan(0.55);
  });

  it('reaches both ends of a range of integers and nothing beyond', () => {
    const random = createRandom(3);
    const seen = new Set(Array.from({ length: 500 }, () => random.int(2, 5)));
    expect([...seen].sort()).toEqual([2, 3, 4, 5]);
  });

  it('never draws an item of weight zero and draws the others by weight', () => {
    const random = createRandom(5);
    const seen = { rare: 0, often: 0, never: 0 };
    for (let i = 0; i < 2000; i++) {
      seen[
        random.weighted([
          ['rare', 1],
          ['never', 0],
          ['often', 9],
        ] as const)
      ] += 1;
    }
    expect(seen.never).toBe(0);
    expect(seen.rare).toBeGreaterThan(100);
    expect(seen.rare).toBeLessThan(320);
  });

  it('samples different items, at most all of them', () => {
    const random = createRandom(5);
    expect(random.sample([1, 2, 3], 9).sort()).toEqual([1, 2, 3]);
    expect(new Set(random.sample([1, 2, 3, 4, 5], 3)).size).toBe(3);
    expect(random.sample([], 2)).toEqual([]);
  });

  it('keeps the mean of skewed values', () => {
    const random = createRandom(11);
    const values = Array.from({ length: 5000 }, () => random.skewed(10));
    expect(Math.min(...values)).toBeGreaterThan(0);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(Math.abs(mean - 10)).toBeLessThan(0.5);
  });

  it('says so when there is nothing to pick', () => {
    expect(() => createRandom(1).pick([])).toThrow('Nothing to pick from: the list is empty.');
    expect(() => createRandom(1).weighted([])).toThrow('the list is empty');
  });

  it('forks into sources that do not repeat each other', () => {
    const random = createRandom(1);
    const [a, b] = [random.fork(), random.fork()];
    expect(a.next()).not.toBe(b.next());
  });
});
