import { expect, test } from 'vitest';
import { openCalendar } from '../../../src/domain/stats/calendar.js';
import { longestStreak, unionOfDays } from '../../../src/domain/stats/streak.js';
import { openTimeZone } from '../../../src/domain/stats/time-zone.js';

function days(zone: string, ...times: string[]) {
  const { periodAt } = openCalendar(openTimeZone(zone));
  const found = times.map((time) => periodAt('DAY', Date.parse(time) / 1000));
  return unionOfDays(found, []);
}

test('no day is no streak, and one is a streak of one', () => {
  expect(longestStreak([])).toBe(0);
  expect(longestStreak(days('UTC', '2026-05-01T12:00Z'))).toBe(1);
});

test('a gap ends a streak, and the longest counts', () => {
  const times = ['05-01', '05-02', '05-04', '05-05', '05-06', '05-09'];
  expect(longestStreak(days('UTC', ...times.map((day) => `2026-${day}T12:00Z`)))).toBe(3);
});

test('days of 23 and 25 hours do not end it', () => {
  const march = ['2026-03-28', '2026-03-29', '2026-03-30'].map((day) => `${day}T12:00Z`);
  const october = ['2026-10-24', '2026-10-25', '2026-10-26'].map((day) => `${day}T12:00Z`);
  expect(longestStreak(days('Europe/Berlin', ...march, ...october))).toBe(3);
});

test('a day that the zone left out does not end it', () => {
  expect(longestStreak(days('Pacific/Apia', '2011-12-29T12:00Z', '2011-12-30T12:00Z'))).toBe(2);
});

test('days of two lists count once', () => {
  const one = days('UTC', '2026-05-01T01:00Z', '2026-05-02T01:00Z');
  const other = days('UTC', '2026-05-02T23:00Z', '2026-05-03T01:00Z');
  expect(unionOfDays(one, other)).toHaveLength(3);
  expect(longestStreak(unionOfDays(one, other))).toBe(3);
});
