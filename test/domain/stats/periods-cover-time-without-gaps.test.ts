import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openCalendar, STATS_BINS } from '../../../src/domain/stats/calendar.js';
import { openTimeZone } from '../../../src/domain/stats/time-zone.js';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'America/St_Johns',
  'Pacific/Apia',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'Asia/Tehran',
  'Africa/Monrovia',
  'Asia/Manila',
  'America/Havana',
];

const time = fc.oneof(
  fc.integer({ min: -3_000_000_000, max: 8_000_000_000 }),
  fc.double({ min: 1_500_000_000, max: 2_000_000_000, noNaN: true }),
);

test.each(ZONES)(
  'in %s every instant is in one period, and the next one begins where it ends',
  (zone) => {
    const { periodAt } = openCalendar(openTimeZone(zone));
    fc.assert(
      fc.property(time, fc.constantFrom(...STATS_BINS), (instant, bin) => {
        const period = periodAt(bin, instant);
        expect(period.start).toBeLessThanOrEqual(instant);
        expect(period.end).toBeGreaterThan(instant);
        expect(periodAt(bin, period.start)).toEqual(period);
        expect(periodAt(bin, period.end - 1)).toEqual(period);
        expect(periodAt(bin, period.end).start).toBe(period.end);
        expect(periodAt(bin, period.start - 1).end).toBe(period.start);
      }),
      { numRuns: 300 },
    );
  },
);

test.each(ZONES)('in %s the clock on the wall is what Intl shows', (zone) => {
  const { wallTime } = openCalendar(openTimeZone(zone));
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    hour: '2-digit',
    weekday: 'short',
  });
  const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  fc.assert(
    fc.property(time, (instant) => {
      const parts = format.formatToParts(Math.floor(instant) * 1000);
      const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
      expect(wallTime(instant)).toEqual({
        weekday: days.indexOf(part('weekday')) + 1,
        hour: Number(part('hour')),
      });
    }),
    { numRuns: 300 },
  );
});

test('the same in hours as in days: a day begins and ends with an hour', () => {
  for (const zone of ZONES) {
    const { periodAt } = openCalendar(openTimeZone(zone));
    fc.assert(
      fc.property(time, (instant) => {
        const day = periodAt('DAY', instant);
        expect(periodAt('HOUR', day.start).start).toBe(day.start);
        expect(periodAt('HOUR', day.end - 1).end).toBe(day.end);
      }),
      { numRuns: 100 },
    );
  }
});
