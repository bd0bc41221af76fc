/** A small seeded source of random values: the same seed gives the same values in the same order. */
export interface Random {
  /** A float in [0, 1). */
  next(): number;
  /** An integer in [min, max], both included. */
  int(min: number, max: number): number;
  /** A float in [min, max). */
  float(min: number, max: number): number;
  /** True with the probability given, 0 to 1. */
  chance(probability: number): boolean;
  /** One item; throws on an empty list. */
  pick<T>(list: readonly T[]): T;
  /** One item of `[item, weight]` pairs, in proportion to the weights; throws on an empty list. */
  weighted<T>(list: readonly (readonly [T, number])[]): T;
  /** `count` different items, or all of them where the list is shorter, in random order. */
  sample<T>(list: readonly T[], count: number): T[];
  /** A text of `length` characters out of `alphabet`. */
  text(length: number, alphabet: string): string;
  /** Lower-case hexadecimal digits. */
  hex(length: number): string;
  /** A positive float of the mean given: many small, few large (log-normal, spread 0.6). */
  skewed(mean: number): number;
  /** Another generator, seeded from this one. */
  fork(): Random;
}

const HEX = '0123456789abcdef';
const SPREAD = 0.6;

/** Makes a generator (mulberry32) from any number; only its lower 32 bits count. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  function int(min: number, max: number): number {
    return min + Math.floor(next() * (max - min + 1));
  }
  function at<T>(list: readonly T[], index: number): T {
    if (list.length === 0) throw new Error('Nothing to pick from: the list is empty.');
    const item = list[index];
    if (item === undefined) throw new Error(`No item ${index} in a list of ${list.length}.`);
    return item;
  }
  function weighted<T>(list: readonly (readonly [T, number])[]): T {
    let left = next() * list.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [item, weight] of list) {
      left -= weight;
      if (left < 0) return item;
    }
    return at(list, list.length - 1)[0];
  }
  function sample<T>(list: readonly T[], count: number): T[] {
    const rest = [...list];
    const taken: T[] = [];
    while (taken.length < count && rest.length > 0) {
      taken.push(...rest.splice(int(0, rest.length - 1), 1));
    }
    return taken;
  }
  function text(length: number, alphabet: string): string {
    let out = '';
    for (let i = 0; i < length; i++) out += alphabet.charAt(int(0, alphabet.length - 1));
    return out;
  }
  function skewed(mean: number): number {
    const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
    return mean * Math.exp(SPREAD * normal - (SPREAD * SPREAD) / 2);
  }

  return {
    next,
    int,
    float: (min, max) => min + next() * (max - min),
    chance: (probability) => next() < probability,
    pick: (list) => at(list, int(0, list.length - 1)),
    weighted,
    sample,
    text,
    hex: (length) => text(length, HEX),
    skewed,
    fork: () => createRandom(Math.floor(next() * 4294967296)),
  };
}
