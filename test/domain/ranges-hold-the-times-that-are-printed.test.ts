import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromMicroseconds, timeBound, toMicroseconds } from '../../src/domain/time.js';

/** As a client gets it and gives it back: whole microseconds. */
const printed = (time: number) => fromMicroseconds(toMicroseconds(time));

/** Times of Python's clock, a few ulps around half microseconds too, while floats tell them apart. */
const times = fc.oneof(
  fc.double({ min: -(2 ** 32), max: 2 ** 32, noNaN: true }),
  fc
    .integer({ min: -(2 ** 32), max: 2 ** 32 - 1 })
    .chain((second) =>
      fc.double({ min: 0, max: 1, noNaN: true }).map((fraction) => second + fraction),
    ),
  fc
    .tuple(fc.integer({ min: 1.7e15, max: 1.9e15 }), fc.integer({ min: -3, max: 3 }))
    .map(([micros, ulps]) => (micros + 0.5) / 1e6 + ulps * 2 ** -22),
);

describe('a stored time', () => {
  test('is in the range from the instant that is printed of it, and not in the one until it', () => {
    fc.assert(
      fc.property(times, (time) => {
        expect(time >= timeBound(printed(time))).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  test('is in a range from another instant just when it is printed as that one or later', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: -2, max: 2 }), (time, micros) => {
        const instant = fromMicroseconds(toMicroseconds(time) + micros);
        expect(time >= timeBound(instant)).toBe(micros <= 0);
      }),
      { numRuns: 5_000 },
    );
  });

  test('that is printed and read is printed the same again', () => {
    fc.assert(
      fc.property(times, (time) => {
        expect(toMicroseconds(printed(time))).toBe(toMicroseconds(time));
      }),
      { numRuns: 5_000 },
    );
  });

  test('is printed as the nearest microsecond', () => {
    expect(toMicroseconds(1779646200.123457)).toBe(1779646200123457);
    expect(toMicroseconds(1779646200.5)).toBe(1779646200500000);
    expect(toMicroseconds(-0.000001)).toBe(-1);
    expect(toMicroseconds(0)).toBe(0);
  });
});

test('whole seconds keep their place: the bound lies less than a microsecond before them', () => {
  expect(timeBound(1780000000)).toBeLessThan(1780000000);
  expect(timeBound(1780000000)).toBeGreaterThan(1780000000 - 1e-6);
});

test.each([2 ** 32 + 1, 2 ** 33 + 1, 253402300799])(
  'the far second %i is printed as itself',
  (time) => {
    expect(toMicroseconds(time)).toBe(time * 1e6);
    expect(timeBound(time)).toBe(time);
  },
);
