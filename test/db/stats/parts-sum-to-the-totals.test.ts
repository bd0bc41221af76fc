import fc from 'fast-check';
import { expect, test } from 'vitest';
import { STATS_KEYS, type KeyedFigures } from '../../../src/domain/stats/sessions.js';
import { STATS_BINS } from '../../../src/domain/stats/calendar.js';
import { activeClock } from '../../../src/domain/stats/clock.js';
import { activePeriods, type TimeFigures } from '../../../src/domain/stats/timeline.js';
import type { Figures } from '../../../src/domain/stats/figures.js';
import type { SessionFilter } from '../../../src/domain/session.js';
import { insertMessage, insertSession, type Columns } from '../../support/store.js';
import { openStatsStore, type StatsStore } from '../../support/stats.js';

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const time = fc.oneof(
  { weight: 8, arbitrary: fc.double({ min: 1.7e9, max: 1.71e9, noNaN: true }) },
  { weight: 1, arbitrary: fc.integer({ min: -3e9, max: 9e9 }) },
  { weight: 1, arbitrary: fc.constantFrom('soon', 5e246, -1e300) },
);
const counter = fc.oneof(fc.nat(1e6), fc.constant(null), fc.constant('many'));
const dollars = fc.oneof(
  fc.constant(null),
  fc.nat(400).map((quarters) => quarters / 4),
);

const session = fc.record({
  source: fc.constantFrom('cli', 'telegram', 'tool', ''),
  model: fc.constantFrom('m1', 'm2', '', null),
  billing_provider: fc.constantFrom('p', null),
  parent_session_id: fc.oneof(fc.constant(null), fc.constantFrom(...ids, 'gone')),
  started_at: time,
  ended_at: fc.oneof(fc.constant(null), time),
  end_reason: fc.constantFrom('compression', 'branched', 'user_exit', null),
  input_tokens: counter,
  output_tokens: counter,
  cache_read_tokens: counter,
  cache_write_tokens: counter,
  reasoning_tokens: counter,
  tool_call_count: counter,
  api_call_count: counter,
  estimated_cost_usd: dollars,
  actual_cost_usd: dollars,
  cost_status: fc.constantFrom('estimated', 'included', 'unknown', null),
});

const message = fc.record({
  session_id: fc.constantFrom(...ids, 'gone'),
  role: fc.constantFrom('user', 'assistant', 'tool', 'system'),
  timestamp: time,
  token_count: counter,
});

const rows = fc.record({
  sessions: fc.array(session, { maxLength: ids.length }),
  messages: fc.array(message, { maxLength: 40 }),
});

const filter: fc.Arbitrary<SessionFilter> = fc.record(
  {
    sources: fc.subarray(['cli', 'telegram', 'tool', '']),
    excludeSources: fc.subarray(['cli', 'telegram']),
    models: fc.subarray(['m1', 'm2', '']),
    providers: fc.constant(['p']),
    hasParent: fc.boolean(),
    status: fc.constantFrom('ACTIVE', 'IDLE', 'ENDED'),
    startedAt: fc.record({ from: fc.double({ min: 1.7e9, max: 1.705e9, noNaN: true }) }),
    messageCount: fc.record({ min: fc.nat(3) }),
    totalTokens: fc.record({ max: fc.nat(1e6) }),
    costUsd: fc.record({ min: fc.nat(50) }),
  },
  { requiredKeys: [] },
);

/** Milliseconds; each run makes a store of its own. */
const TIMEOUT = 60_000;

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'];

type Rows = { sessions: Columns[]; messages: (Columns & { session_id: string; role: string })[] };

async function withStore(
  { sessions, messages }: Rows,
  check: (store: StatsStore) => void | Promise<void>,
): Promise<void> {
  const closing: (() => Promise<void>)[] = [];
  const store = openStatsStore({
    after: (close) => void closing.push(close),
    seed: (db) => {
      sessions.forEach((columns, place) => insertSession(db, ids[place]!, columns));
      for (const { session_id, role, ...columns } of messages) {
        insertMessage(db, session_id, role, 'text', columns);
      }
    },
  });
  try {
    await check(store);
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

/** All that adds up, as plain sums. Dollars of the rows are quarters, so their sums are exact. */
function summed(parts: readonly (Figures | TimeFigures)[]) {
  const sum = (pick: (part: Figures | TimeFigures) => number | null | undefined) =>
    parts.reduce((total, part) => total + (pick(part) ?? 0), 0);
  return {
    sessionCount: sum((part) => part.sessionCount),
    conversationCount: sum((part) => part.conversationCount),
    messageCount: sum((part) => part.messageCount),
    input: sum((part) => part.usage?.input),
    output: sum((part) => part.usage?.output),
    cacheRead: sum((part) => part.usage?.cacheRead),
    cacheWrite: sum((part) => part.usage?.cacheWrite),
    reasoning: sum((part) => part.usage?.reasoning),
    usd: sum((part) => part.cost?.usd),
    actualUsd: sum((part) => part.cost?.actualUsd),
    estimatedUsd: sum((part) => part.cost?.estimatedUsd),
    actualSessions: sum((part) => part.cost?.actualSessions),
    estimatedSessions: sum((part) => part.cost?.estimatedSessions),
    includedSessions: sum((part) => part.cost?.includedSessions),
    unknownSessions: sum((part) => part.cost?.unknownSessions),
  };
}

test(
  'groups, periods and hours each sum to the totals, under any filter and in any zone',
  async () => {
    await fc.assert(
      fc.asyncProperty(rows, filter, fc.constantFrom(...ZONES), (stored, admitted, zone) =>
        withStore(stored, ({ scan }) => {
          const { sessions, times, tokens, roles } = scan(admitted, zone);
          const totals = sessions.totals();
          const expected = summed([totals]);
          for (const key of STATS_KEYS) expect(summed(sessions.by(key))).toEqual(expected);
          for (const bin of STATS_BINS) {
            expect(summed(sessions.periods(zone, bin))).toEqual(expected);
          }
          for (const list of Object.values(sessions.clock(zone))) {
            expect(summed(list)).toEqual(expected);
          }
          const { cost } = totals;
          expect(
            cost.actualSessions +
              cost.estimatedSessions +
              cost.includedSessions +
              cost.unknownSessions,
          ).toBe(totals.sessionCount);

          const { messageCount } = totals;
          expect(roles.reduce((sum, { count }) => sum + count, 0)).toBe(messageCount);
          const noted = summed(activePeriods(times, tokens, 'MONTH'));
          for (const bin of STATS_BINS) {
            expect(summed(activePeriods(times, tokens, bin))).toMatchObject({
              messageCount,
              input: noted.input,
              output: noted.output,
            });
          }
          for (const list of Object.values(activeClock(times, tokens))) {
            expect(summed(list)).toMatchObject({
              messageCount,
              input: noted.input,
              output: noted.output,
            });
          }
        }),
      ),
      { numRuns: 40 },
    );
  },
  TIMEOUT,
);

test(
  'counts agree with what the lists of sessions and conversations hold',
  async () => {
    await fc.assert(
      fc.asyncProperty(rows, filter, (stored, admitted) =>
        withStore(stored, async ({ scan, store, clock }) => {
          const { sessions } = scan(admitted);
          const totals = sessions.totals();
          expect(totals.sessionCount).toBe(await store.sessionTotal(admitted));
          expect(totals.conversationCount).toBe(await store.conversationTotal(admitted));
          const all = scan().sessions;
          expect(all.activeCount(clock())).toBe(await store.sessionTotal({ status: 'ACTIVE' }));
          expect(all.endedCount()).toBe(await store.sessionTotal({ status: 'ENDED' }));
        }),
      ),
      { numRuns: 40 },
    );
  },
  TIMEOUT,
);

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
