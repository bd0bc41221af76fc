import { describe, expect, test } from 'vitest';
import { localZone, type ZoneSources } from '../../src/cli/stats/local-zone.js';

const LINKS: Record<string, string> = {
  '/etc/localtime': '/usr/share/zoneinfo/Asia/Tokyo',
  '/srv/clock': '../usr/share/zoneinfo.default/Europe/Berlin',
};

const zone = (sources: Partial<ZoneSources>) =>
  localZone({
    tz: undefined,
    resolved: undefined,
    linkAt: (path) => LINKS[path] ?? null,
    ...sources,
  });

test('it is what the runtime says, when that is a zone', () => {
  expect(zone({ resolved: 'Europe/Paris', tz: 'Europe/Paris' })).toEqual({
    name: 'Europe/Paris',
    remark: null,
  });
});

describe('when the runtime says nothing', () => {
  test.each([
    ['a path in TZ', ':/usr/share/zoneinfo/Asia/Tokyo', 'Asia/Tokyo'],
    [
      'a path without a colon',
      '/usr/share/zoneinfo/America/Argentina/Ushuaia',
      'America/Argentina/Ushuaia',
    ],
    ['the other tables of a system', ':/usr/share/zoneinfo/posix/Asia/Tokyo', 'Asia/Tokyo'],
    ['a link that TZ names', ':/srv/clock', 'Europe/Berlin'],
    ['the link of the system, named', ':/etc/localtime', 'Asia/Tokyo'],
    ['the link of the system, TZ not set', undefined, 'Asia/Tokyo'],
  ])('it is read from %s', (_, tz, name) => {
    expect(zone({ tz })).toEqual({ name, remark: null });
  });

  test('an empty TZ means UTC', () => {
    for (const resolved of ['Etc/Unknown', undefined, '']) {
      expect(zone({ tz: '', resolved })).toEqual({ name: 'UTC', remark: null });
    }
  });
});

describe('when nothing names a zone, UTC stands in and it is said', () => {
  test.each([
    ['Garbage/Zone', undefined],
    ['GMT+1', 'GMT+01:00'],
    [':/usr/share/zoneinfo/Mars/Olympus', undefined],
    ['JST-9', undefined],
  ])('TZ=%s', (tz, resolved) => {
    expect(zone({ tz, resolved })).toEqual({
      name: 'UTC',
      remark: `TZ is ${JSON.stringify(tz)}, no IANA time zone, so days and hours are those of UTC; name one with --time-zone.`,
    });
  });

  test('no TZ and no link', () => {
    expect(zone({ linkAt: () => null }).remark).toMatch(/^This computer names no time zone, so/);
  });
});
