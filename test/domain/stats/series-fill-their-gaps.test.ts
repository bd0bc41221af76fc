import { describe, expect, test } from 'vitest';
import { openCalendar } from '../../../src/domain/stats/calendar.js';
import { openTimeZone } from '../../../src/domain/stats/time-zone.js';
import {
  cutPeriods,
  emptyFigures,
  MAX_PERIODS,
  type PeriodFigures,
} from '../../../src/domain/stats/timeline.js';

const at = (iso: string) => Date.parse(iso) / 1000;
const calendar = openCalendar(openTimeZone('Europe/Berlin'));
const dayAt = (time: number) => calendar.periodAt('DAY', time);
const empty = emptyFigures('STARTED');

function days(...isos: string[]): PeriodFigures[] {
  return isos.map((iso) => ({ ...dayAt(at(iso)), ...empty, sessionCount: 1 }));
}

const untimed: PeriodFigures = { start: null, end: null, ...empty, sessionCount: 1 };

describe('filling', () => {
  test('puts empty days between the first and the last, across a clock change', () => {
    const filled = cutPeriods(days('2026-03-27T12:00Z', '2026-03-31T12:00Z'), {}, empty, dayAt);
    expect(filled.map((day) => day.sessionCount)).toEqual([1, 0, 0, 0, 1]);
    expect(filled.map((day) => day.end! - day.start!)).toEqual(
      [24, 24, 23, 24, 24].map((hours) => hours * 3600),
    );
    filled.slice(1).forEach((day, place) => expect(day.start).toBe(filled[place]!.end));
  });

  test('reaches to the ends of the range that is asked for', () => {
    const filled = cutPeriods(
      days('2026-05-03T12:00Z'),
      { from: at('2026-05-01T12:00Z'), until: at('2026-05-05T12:00Z') },
      empty,
      dayAt,
    );
    expect(filled.map((day) => day.sessionCount)).toEqual([0, 0, 1, 0, 0]);
  });

  test('of nothing, without a range, is nothing', () => {
    expect(cutPeriods([], {}, empty, dayAt)).toEqual([]);
    expect(cutPeriods([], { from: at('2026-05-01T12:00Z') }, empty, dayAt)).toEqual([]);
  });

  test('what has no time stays last', () => {
    const filled = cutPeriods(
      [...days('2026-05-01T12:00Z', '2026-05-03T12:00Z'), untimed],
      {},
      empty,
      dayAt,
    );
    expect(filled.map((day) => day.start === null)).toEqual([false, false, false, true]);
  });
});

describe('a range', () => {
  test('keeps the periods that overlap it and leaves out what has no time', () => {
    const all = [...days('2026-05-01T12:00Z', '2026-05-02T12:00Z', '2026-05-03T12:00Z'), untimed];
    const range = { from: at('2026-05-01T22:00Z'), until: at('2026-05-02T22:00Z') };
    expect(cutPeriods(all, range, null, dayAt)).toEqual(days('2026-05-02T12:00Z'));
  });

  test('that ends before it begins is empty', () => {
    const range = { from: at('2026-05-05T12:00Z'), until: at('2026-05-01T12:00Z') };
    expect(cutPeriods(days('2026-05-03T12:00Z'), range, empty, dayAt)).toEqual([]);
  });
});

test('more periods than one answer holds are refused, not cut', () => {
  const far = days('0001-06-01T12:00Z', '2026-05-01T12:00Z');
  expect(cutPeriods(far, {}, null, dayAt)).toHaveLength(2);
  expect(() => cutPeriods(far, {}, empty, dayAt)).toThrow(
    expect.objectContaining({
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining(String(MAX_PERIODS)),
    }),
  );
});
