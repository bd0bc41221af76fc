import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { STATS_BINS } from '../../../src/domain/stats/calendar.js';
import { activeClock, startedClock } from '../../../src/domain/stats/clock.js';
import type { Figures } from '../../../src/domain/stats/figures.js';
import { STATS_KEYS, type KeyedFigures } from '../../../src/domain/stats/sessions.js';
import {
  activePeriods,
  startedPeriods,
  type TimeFigures,
} from '../../../src/domain/stats/timeline.js';
import type { ScannedStats } from '../../support/stats.js';
import { filter, newerRows, rows, withStore, type Rows } from '../../support/stats-rows.js';

/** Milliseconds; each run makes a store of its own. */
const TIMEOUT = 60_000;

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'];

/**
 * All that adds up, as plain sums; dollars are null where no part knows any. Dollars of the rows are
 * quarters, so their sums are exact.
 */
function summed(parts: readonly (Figures | TimeFigures)[]) {
  const sum = (pick: (part: Figures | TimeFigures) => number | null | undefined) =>
    parts.reduce((total, part) => total + (pick(part) ?? 0), 0);
  const dollars = (kind: 'usd' | 'actualUsd' | 'estimatedUsd') => {
    const known = parts.map((part) => part.cost?.[kind] ?? null).filter((usd) => usd !== null);
    return known.length === 0 ? null : known.reduce((total, usd) => total + usd, 0);
  };
  return {
    sessionCount: sum((part) => part.sessionCount),
    conversationCount: sum((part) => part.conversationCount),
    messageCount: sum((part) => part.messageCount),
    input: sum((part) => part.usage?.input),
    output: sum((part) => part.usage?.output),
    cacheRead: sum((part) => part.usage?.cacheRead),
    cacheWrite: sum((part) => part.usage?.cacheWrite),
    reasoning: sum((part) => part.usage?.reasoning),
    usd: dollars('usd'),
    actualUsd: dollars('actualUsd'),
    estimatedUsd: dollars('estimatedUsd'),
    actualSessions: sum((part) => part.cost?.actualSessions),
    estimatedSessions: sum((part) => part.cost?.estimatedSessions),
    includedSessions: sum((part) => part.cost?.includedSessions),
    unknownSessions: sum((part) => part.cost?.unknownSessions),
  };
}

/** Everything of a scan that must sum to its totals does. */
function expectSums({ sessions, starts, times, tokens, roles }: ScannedStats): void {
  const totals = sessions.totals();
  const expected = summed([totals]);
  for (const key of STATS_KEYS) expect(summed(sessions.by(key))).toEqual(expected);
  for (const bin of STATS_BINS) expect(summed(startedPeriods(starts, bin))).toEqual(expected);
  for (const list of Object.values(startedClock(starts))) expect(summed(list)).toEqual(expected);

  const { cost, messageCount } = totals;
  expect(
    cost.actualSessions + cost.estimatedSessions + cost.includedSessions + cost.unknownSessions,
  ).toBe(totals.sessionCount);
  for (const figures of [totals, ...STATS_KEYS.flatMap((key) => sessions.by(key))]) {
    const { usd, actualUsd, estimatedUsd } = figures.cost;
    expect(usd ?? 0).toBe((actualUsd ?? 0) + (estimatedUsd ?? 0));
  }

  expect(roles.reduce((sum, { count }) => sum + count, 0)).toBe(messageCount);
  const { input, output } = summed(activePeriods(times, tokens, 'MONTH'));
  const noted = { messageCount, input, output };
  for (const bin of STATS_BINS) {
    expect(summed(activePeriods(times, tokens, bin))).toMatchObject(noted);
  }
  for (const list of Object.values(activeClock(times, tokens))) {
    expect(summed(list)).toMatchObject(noted);
  }
}

describe.each([
  ['in a store of schema 11', rows],
  ['in a newer one, which notes models and keeps what was taken back', newerRows],
])('%s', (_, stores: fc.Arbitrary<Rows>) => {
  test(
    'groups, periods and hours each sum to the totals, under any filter and in any zone',
    async () => {
      await fc.assert(
        fc.asyncProperty(stores, filter, fc.constantFrom(...ZONES), (stored, admitted, zone) =>
          withStore(stored, ({ scan }) => expectSums(scan(admitted, zone))),
        ),
        { numRuns: 40 },
      );
    },
    TIMEOUT,
  );
});

test(
  'filters commute: a group under a filter is the group of the filter under that value',
  async () => {
    const group = (groups: readonly KeyedFigures[], key: string) =>
      groups.find((figures) => figures.key === key);
    await fc.assert(
      fc.asyncProperty(rows, (stored) =>
        withStore(stored, ({ scan }) => {
          for (const source of ['cli', 'telegram', 'tool']) {
            for (const model of ['m1', 'm2']) {
              const one = group(scan({ sources: [source] }).sessions.by('model'), model);
              const other = group(scan({ models: [model] }).sessions.by('source'), source);
              const both = scan({ sources: [source], models: [model] }).sessions.totals();
              expect({ ...one, key: null }).toEqual({ ...other, key: null });
              expect(summed(one === undefined ? [] : [one])).toEqual(summed([both]));
            }
          }
        }),
      ),
      { numRuns: 20 },
    );
  },
  TIMEOUT,
);

test(
  'what a filter admits and what it leaves out make up all there is',
  async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.subarray(['cli', 'telegram', 'tool', '']), (stored, sources) =>
        withStore(stored, ({ scan }) => {
          const parts = [scan({ sources }), scan({ excludeSources: sources })];
          const halves = sources.length === 0 ? parts.slice(1) : parts;
          const all = scan();
          expect(summed(halves.map(({ sessions }) => sessions.totals()))).toEqual(
            summed([all.sessions.totals()]),
          );
        }),
      ),
      { numRuns: 30 },
    );
  },
  TIMEOUT,
);
