import { describe, expect, test } from 'vitest';
import { scopeOf } from '../../src/cli/stats/scope.js';

const at = (iso: string) => Date.parse(iso) / 1000;
const NOW = at('2026-03-30T10:00:00Z');

describe('the range', () => {
  test('is everything when nothing is said, in the zone of the computer', () => {
    expect(scopeOf({}, NOW, 'Europe/Berlin')).toEqual({
      timeZone: 'Europe/Berlin',
      from: null,
      until: null,
      filter: {
        startedAt: null,
        sources: null,
        excludeSources: null,
        models: null,
        providers: null,
      },
    });
  });

  test('of days counts today, and back over a clock change', () => {
    expect(scopeOf({ days: 1 }, NOW, 'Europe/Berlin').from).toBe(at('2026-03-29T22:00:00Z'));
    expect(scopeOf({ days: 3 }, NOW, 'Europe/Berlin').from).toBe(at('2026-03-27T23:00:00Z'));
    expect(scopeOf({ days: 3, timeZone: 'UTC' }, NOW, 'Europe/Berlin').from).toBe(
      at('2026-03-28T00:00:00Z'),
    );
  });

  test('of dates begins and ends with local midnight', () => {
    const scope = scopeOf({ from: '2026-03-29', until: '2026-03-30' }, NOW, 'Europe/Berlin');
    expect(scope.filter.startedAt).toEqual({
      from: at('2026-03-28T23:00:00Z'),
      until: at('2026-03-29T22:00:00Z'),
    });
    expect(scopeOf({ from: '2026-01-01' }, NOW, 'Pacific/Kiritimati').from).toBe(
      at('2025-12-31T10:00:00Z'),
    );
    expect(scopeOf({ from: '2026-01-01' }, NOW, 'Pacific/Niue').from).toBe(
      at('2026-01-01T11:00:00Z'),
    );
  });

  test('of instants is exact', () => {
    expect(scopeOf({ from: '2026-05-01T12:00:00+02:00' }, NOW, 'UTC').from).toBe(
      at('2026-05-01T10:00:00Z'),
    );
  });
});

test('sources, models and providers narrow it', () => {
  const { filter } = scopeOf(
    { source: ['cli'], excludeSource: ['cron'], model: ['m'], provider: ['p'] },
    NOW,
    'UTC',
  );
  expect(filter).toMatchObject({
    sources: ['cli'],
    excludeSources: ['cron'],
    models: ['m'],
    providers: ['p'],
  });
});

test.each(['yesterday', '05-01', '2026-13-01', '1', ''])('%j is refused as a date', (from) => {
  expect(() => scopeOf({ from }, NOW, 'UTC')).toThrow(
    expect.objectContaining({
      code: 'BAD_USER_INPUT',
      message: expect.stringContaining(JSON.stringify(from)),
    }),
  );
});

test('an unknown zone is refused, also where no date needs it', () => {
  for (const options of [{ days: 7 }, { from: '2026-05-01' }]) {
    expect(() => scopeOf({ ...options, timeZone: 'Mars/Olympus' }, NOW, 'UTC')).toThrow(
      '"Mars/Olympus" is not a time zone',
    );
  }
});
