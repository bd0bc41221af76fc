import { describe, expect, test } from 'vitest';
import { openCalendar, type StatsBin } from '../../../src/domain/stats/calendar.js';
import { openTimeZone } from '../../../src/domain/stats/time-zone.js';
import { EARLIEST_TIME, LATEST_TIME } from '../../../src/domain/time.js';

const at = (iso: string) => Date.parse(iso) / 1000;
const calendar = (zone: string) => openCalendar(openTimeZone(zone));

/** The period around an instant, as ISO text of its two ends. */
function period(zone: string, bin: StatsBin, iso: string): [string, string] {
  const { start, end } = calendar(zone).periodAt(bin, at(iso));
  const text = (time: number) => new Date(time * 1000).toISOString().replace('.000Z', 'Z');
  return [text(start), text(end)];
}

describe('days', () => {
  test('a day of Berlin has 23 hours in March and 25 in October', () => {
    expect(period('Europe/Berlin', 'DAY', '2026-03-29T12:00:00Z')).toEqual([
      '2026-03-28T23:00:00Z',
      '2026-03-29T22:00:00Z',
    ]);
    expect(period('Europe/Berlin', 'DAY', '2026-10-25T12:00:00Z')).toEqual([
      '2026-10-24T22:00:00Z',
      '2026-10-25T23:00:00Z',
    ]);
  });

  test('days of New York begin at 4 or 5 o’clock UTC', () => {
    expect(period('America/New_York', 'DAY', '2026-03-08T04:59:59Z')[0]).toBe(
      '2026-03-07T05:00:00Z',
    );
    expect(period('America/New_York', 'DAY', '2026-03-08T05:00:00Z')).toEqual([
      '2026-03-08T05:00:00Z',
      '2026-03-09T04:00:00Z',
    ]);
    expect(period('America/New_York', 'DAY', '2026-11-01T12:00:00Z')).toEqual([
      '2026-11-01T04:00:00Z',
      '2026-11-02T05:00:00Z',
    ]);
  });

  test('Lord Howe changes by half an hour', () => {
    expect(period('Australia/Lord_Howe', 'DAY', '2026-04-04T20:00:00Z')).toEqual([
      '2026-04-04T13:00:00Z',
      '2026-04-05T13:30:00Z',
    ]);
    expect(period('Australia/Lord_Howe', 'DAY', '2026-10-03T20:00:00Z')).toEqual([
      '2026-10-03T13:30:00Z',
      '2026-10-04T13:00:00Z',
    ]);
  });

  test('quarter-hour zones begin at a quarter', () => {
    expect(period('Asia/Kathmandu', 'DAY', '2026-05-06T18:14:59Z')[0]).toBe('2026-05-05T18:15:00Z');
    expect(period('Asia/Kathmandu', 'DAY', '2026-05-06T18:15:00Z')[0]).toBe('2026-05-06T18:15:00Z');
    expect(period('Pacific/Chatham', 'DAY', '2026-07-01T11:15:00Z')[0]).toBe(
      '2026-07-01T11:15:00Z',
    );
    expect(period('Pacific/Chatham', 'DAY', '2026-01-01T10:15:00Z')[0]).toBe(
      '2026-01-01T10:15:00Z',
    );
  });

  test('where midnight itself is skipped, the day begins with the first instant there is', () => {
    expect(period('America/Sao_Paulo', 'DAY', '2018-11-04T12:00:00Z')).toEqual([
      '2018-11-04T03:00:00Z',
      '2018-11-05T02:00:00Z',
    ]);
  });

  test('a day that a zone left out has no length, and its neighbours touch', () => {
    expect(period('Pacific/Apia', 'DAY', '2011-12-30T09:59:59Z')[1]).toBe('2011-12-30T10:00:00Z');
    expect(period('Pacific/Apia', 'DAY', '2011-12-30T10:00:00Z')[0]).toBe('2011-12-30T10:00:00Z');
    expect(calendar('Pacific/Apia').wallTime(at('2011-12-30T10:00:00Z'))).toEqual({
      weekday: 6,
      hour: 0,
    });
  });

  test('where clocks go back over midnight, no instant is in two days', () => {
    // Newfoundland, 2006-10-29: 0:01 becomes 23:01 of the day before.
    const { periodAt } = calendar('America/St_Johns');
    const times = ['02:29:59', '02:30:30', '02:31:00', '03:29:59', '03:30:00'];
    const starts = times.map((time) => periodAt('DAY', at(`2006-10-29T${time}Z`)).start);
    expect(starts).toEqual([
      at('2006-10-28T02:30:00Z'),
      ...Array.from({ length: 4 }, () => at('2006-10-29T02:30:00Z')),
    ]);
  });

  test('before 1970: local mean time, war time with two hours, and a leap year', () => {
    expect(period('Europe/Berlin', 'DAY', '1880-06-15T12:00:00Z')[0]).toBe('1880-06-14T23:06:32Z');
    expect(period('Europe/Berlin', 'DAY', '1945-06-15T12:00:00Z')[0]).toBe('1945-06-14T21:00:00Z');
    expect(period('UTC', 'MONTH', '1904-02-29T23:59:59Z')).toEqual([
      '1904-02-01T00:00:00Z',
      '1904-03-01T00:00:00Z',
    ]);
  });

  test('after 2038 the rules of today go on', () => {
    expect(period('Europe/Berlin', 'DAY', '2095-07-01T12:00:00Z')[0]).toBe('2095-06-30T22:00:00Z');
    expect(period('Europe/Berlin', 'DAY', '2095-12-01T12:00:00Z')[0]).toBe('2095-11-30T23:00:00Z');
  });

  test.each(['UTC', 'Europe/Berlin', 'Pacific/Kiritimati', 'Pacific/Niue'])(
    'the first and the last time of all have periods in %s',
    (zone) => {
      const { periodAt } = calendar(zone);
      for (const time of [EARLIEST_TIME, LATEST_TIME]) {
        for (const bin of ['HOUR', 'DAY', 'WEEK', 'MONTH'] as const) {
          const { start, end } = periodAt(bin, time);
          expect(start).toBeLessThanOrEqual(time);
          expect(end).toBeGreaterThan(time);
          expect(end - start).toBeLessThanOrEqual(31 * 86_400 + 3600);
        }
      }
    },
  );
});

describe('weeks and months', () => {
  test('a week begins on Monday, also across New Year', () => {
    expect(period('UTC', 'WEEK', '2027-01-01T00:00:00Z')).toEqual([
      '2026-12-28T00:00:00Z',
      '2027-01-04T00:00:00Z',
    ]);
    expect(period('UTC', 'WEEK', '1969-12-29T00:00:00Z')[0]).toBe('1969-12-29T00:00:00Z');
    expect(period('UTC', 'WEEK', '1969-12-28T23:59:59Z')[0]).toBe('1969-12-22T00:00:00Z');
  });

  test('a month of Berlin begins and ends at local midnight', () => {
    expect(period('Europe/Berlin', 'MONTH', '2026-03-31T22:30:00Z')).toEqual([
      '2026-03-31T22:00:00Z',
      '2026-04-30T22:00:00Z',
    ]);
    expect(period('Europe/Berlin', 'MONTH', '2026-03-01T00:00:00Z')).toEqual([
      '2026-02-28T23:00:00Z',
      '2026-03-31T22:00:00Z',
    ]);
  });
});

describe('hours', () => {
  test('an hour that is passed twice is two hours', () => {
    const first = period('Europe/Berlin', 'HOUR', '2026-10-25T00:30:00Z');
    const second = period('Europe/Berlin', 'HOUR', '2026-10-25T01:30:00Z');
    expect([first, second]).toEqual([
      ['2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z'],
      ['2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z'],
    ]);
    const { wallTime } = calendar('Europe/Berlin');
    expect(wallTime(at('2026-10-25T00:30:00Z')).hour).toBe(2);
    expect(wallTime(at('2026-10-25T01:30:00Z')).hour).toBe(2);
  });

  test('half-hour changes cut an hour short', () => {
    // Lord Howe goes from 2:00 back to 1:30, and in spring from 2:00 on to 2:30.
    expect(period('Australia/Lord_Howe', 'HOUR', '2026-04-04T14:45:00Z')).toEqual([
      '2026-04-04T14:00:00Z',
      '2026-04-04T15:00:00Z',
    ]);
    expect(period('Australia/Lord_Howe', 'HOUR', '2026-04-04T15:10:00Z')).toEqual([
      '2026-04-04T15:00:00Z',
      '2026-04-04T15:30:00Z',
    ]);
    expect(period('Australia/Lord_Howe', 'HOUR', '2026-10-03T15:40:00Z')).toEqual([
      '2026-10-03T15:30:00Z',
      '2026-10-03T16:00:00Z',
    ]);
  });

  test('hours of Kathmandu begin at a quarter past UTC’s', () => {
    expect(period('Asia/Kathmandu', 'HOUR', '2026-05-06T10:14:59Z')[1]).toBe(
      '2026-05-06T10:15:00Z',
    );
    expect(calendar('Asia/Kathmandu').wallTime(at('2026-05-06T10:15:00Z'))).toEqual({
      weekday: 3,
      hour: 16,
    });
  });

  test('fractions of a second belong to the second they began in', () => {
    expect(calendar('UTC').wallTime(-0.5)).toEqual({ weekday: 3, hour: 23 });
    expect(calendar('UTC').periodAt('DAY', -0.5).start).toBe(-86_400);
  });
});

test.each(['Mars/Olympus', '', 'UTC ', '+02:00', '-08', 'Europe/Berlin; DROP TABLE'])(
  '%j is refused as a time zone',
  (name) => {
    expect(() => openTimeZone(name)).toThrow(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        message: expect.stringContaining(JSON.stringify(name)),
      }),
    );
  },
);
