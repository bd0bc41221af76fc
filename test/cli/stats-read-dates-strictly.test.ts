import { describe, expect, test } from 'vitest';
import { scopeOf } from '../../src/cli/stats/scope.js';
import { formatInstant } from '../../src/cli/stats/dates.js';
import { readInstant } from '../../src/cli/stats/instant.js';

const at = (iso: string) => Date.parse(iso) / 1000;
const read = (text: string, zone = 'UTC') => readInstant('--from', text, zone);

describe('taken are', () => {
  test.each([
    ['2026-05-01', '2026-05-01T00:00:00Z'],
    ['2024-02-29', '2024-02-29T00:00:00Z'],
    ['2026-05-01T12:30Z', '2026-05-01T12:30:00Z'],
    ['2026-05-01 12:30:15', '2026-05-01T12:30:15Z'],
    ['2026-05-01t12:30:15.250z', '2026-05-01T12:30:15.250Z'],
    ['2026-05-01T12:30:15+05:45', '2026-05-01T06:45:15Z'],
    ['2026-05-01T23:00-09:30', '2026-05-02T08:30:00Z'],
  ])('%s', (text, instant) => expect(read(text)).toBe(at(instant)));
});

describe('refused are', () => {
  test.each([
    '2026-02-31',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-05-01 (nonsense)',
    '2026-05-01T',
    '2026-05-01T24:00',
    '2026-05-01T12:60',
    '2026-05-01T12:30:60Z',
    '2026-05-01T12:30+25:00',
    '2026-05-01T12:30+01:75',
    '2026-05-01T12:30 Europe/Berlin',
    '2026-05-01Z',
    '2026-5-1',
    'May 1 2026',
    ' 2026-05-01',
    '2026-05-01\n',
  ])('%j', (text) => {
    expect(() => read(text)).toThrow(`--from ${JSON.stringify(text)} is no date`);
  });
});

describe('a time without an offset', () => {
  test('is one on the clocks of the zone, not of this process', () => {
    expect(read('2026-05-01T10:00', 'Asia/Tokyo')).toBe(at('2026-05-01T01:00:00Z'));
    expect(read('2026-01-15T10:00', 'America/New_York')).toBe(at('2026-01-15T15:00:00Z'));
    expect(read('2026-07-15T10:00', 'America/New_York')).toBe(at('2026-07-15T14:00:00Z'));
  });

  test('that the clocks pass twice is meant the first time', () => {
    expect(read('2026-10-25T02:30', 'Europe/Berlin')).toBe(at('2026-10-25T00:30:00Z'));
  });

  test('that the clocks skip is where they go on', () => {
    expect(read('2026-03-29T02:30', 'Europe/Berlin')).toBe(at('2026-03-29T01:00:00Z'));
  });
});

describe('a date', () => {
  test('that a zone skipped begins with the next day', () => {
    expect(read('2011-12-30', 'Pacific/Apia')).toBe(at('2011-12-31T00:00:00+14:00'));
  });

  test('begins when the clocks first show it, where they skip midnight', () => {
    expect(read('2018-11-04', 'America/Sao_Paulo')).toBe(at('2018-11-04T01:00:00-02:00'));
  });
});

test.each(['0000-01-01', '0001-01-01T00:30+01:00', '9999-12-31T23:30-05:00'])(
  '%s is in no year that a time can have',
  (text) => {
    expect(() => read(text, 'UTC')).toThrow(
      `--from ${JSON.stringify(text)} is not in the years 1 to 9999 of UTC.`,
    );
  },
);

test('the last year is named by its number also where it is over', () => {
  expect(formatInstant(at('9999-12-31T23:30:00Z'), 'Asia/Tokyo')).toBe('10000-01-01 Sat 08:30');
});

test('a range that ends before it begins is refused, in one sentence', () => {
  expect(() => scopeOf({ from: '2026-05-07', until: '2026-05-05' }, 0, 'UTC')).toThrow(
    '--from "2026-05-07" is later than --until "2026-05-05"; exchange them.',
  );
  expect(() => scopeOf({ from: '2026-05-07', until: '2026-05-07' }, 0, 'UTC')).not.toThrow();
});
