import { describe, expect, test } from 'vitest';
import { STATS_BINS } from '../../../src/domain/stats/calendar.js';
import { startedClock } from '../../../src/domain/stats/clock.js';
import { activePeriods, startedPeriods } from '../../../src/domain/stats/timeline.js';
import { EARLIEST_TIME, LATEST_TIME } from '../../../src/domain/time.js';
import { totalTokens } from '../../../src/domain/usage.js';
import { formatTime } from '../../../src/schema/scalars.js';
import { insertMessage, insertSession } from '../../support/store.js';
import { openStatsStore } from '../../support/stats.js';

const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);

describe('64-bit extremes', () => {
  test('sums are held at 2^53 − 1, in both directions', () => {
    const { scan } = openStatsStore({
      seed: (db) => {
        for (const id of ['a', 'b']) {
          insertSession(db, id, {
            input_tokens: INT64_MAX,
            output_tokens: INT64_MIN,
            tool_call_count: INT64_MAX,
            api_call_count: INT64_MIN,
          });
        }
      },
    });
    const totals = scan().sessions.totals();
    expect(totals.usage.input).toBe(Number.MAX_SAFE_INTEGER);
    expect(totals.usage.output).toBe(Number.MIN_SAFE_INTEGER);
    expect(totalTokens(totals.usage)).toBe(0);
    expect(totals.toolCallCount).toBe(Number.MAX_SAFE_INTEGER);
    expect(totals.apiCallCount).toBe(Number.MIN_SAFE_INTEGER);
  });

  test('token counts of messages too', () => {
    const { scan } = openStatsStore({
      seed: (db) => {
        insertSession(db, 'a');
        for (const token_count of [INT64_MAX, INT64_MAX, 1e300]) {
          insertMessage(db, 'a', 'user', 'hi', { token_count });
        }
      },
    });
    expect(scan().tokens.periods.MONTH.input).toEqual([Number.MAX_SAFE_INTEGER]);
  });

  test('dollars beyond all measure stay finite', () => {
    const { scan } = openStatsStore({
      seed: (db) => {
        for (const id of ['a', 'b']) insertSession(db, id, { actual_cost_usd: 1.7e308 });
        for (const id of ['c', 'd']) insertSession(db, id, { estimated_cost_usd: -1.7e308 });
        insertSession(db, 'e', { actual_cost_usd: Infinity });
      },
    });
    const { cost } = scan().sessions.totals();
    expect([cost.usd, cost.actualUsd, cost.estimatedUsd].every(Number.isFinite)).toBe(true);
  });
});

describe('values of the wrong kind', () => {
  test('times that are none are left out or counted apart, and never now', () => {
    const { scan } = openStatsStore({
      seed: (db) => {
        insertSession(db, 'text', { started_at: 'soon', ended_at: 'later' });
        insertSession(db, 'far', { started_at: 5e246 });
        insertSession(db, 'fine', { started_at: 1000, ended_at: 1060 });
      },
    });
    const { sessions, starts } = scan();
    expect(sessions.firstStartedAt()).toBe(1000);
    expect(sessions.totals().lastActiveAt).toBe(1060);
    expect(sessions.durations().max).toBe(60);
    expect(sessions.endedCount()).toBe(2);
    expect(
      startedPeriods(starts, 'DAY').map(({ start, end, sessionCount }) => [
        start,
        end,
        sessionCount,
      ]),
    ).toEqual([
      [0, 86_400, 1],
      [null, null, 2],
    ]);
    const { hours, weekdays, weekHours } = startedClock(starts);
    expect(hours).toHaveLength(25);
    expect(hours.at(-1)).toMatchObject({ hour: null, sessionCount: 2 });
    expect(weekdays.at(-1)).toMatchObject({ weekday: null, sessionCount: 2 });
    expect(weekHours.at(-1)).toMatchObject({ weekday: null, hour: null, sessionCount: 2 });
  });

  test('text and bytes in counters count nothing', () => {
    const { scan } = openStatsStore({
      seed: (db) =>
        insertSession(db, 'a', {
          input_tokens: 'many',
          output_tokens: Buffer.from('7'),
          cache_read_tokens: null,
          estimated_cost_usd: 'cheap',
        }),
    });
    const totals = scan().sessions.totals();
    expect(totalTokens(totals.usage)).toBe(0);
    expect(totals.cost).toMatchObject({ usd: null, unknownSessions: 1 });
  });

  test('cycles of parents end, and each is one conversation, as in its list', async () => {
    const { scan, store } = openStatsStore({
      seed: (db) => {
        const ended = { ended_at: 900, end_reason: 'compression' };
        insertSession(db, 'a', { parent_session_id: 'b', ...ended });
        insertSession(db, 'b', { parent_session_id: 'a', ...ended });
        insertSession(db, 'self', { parent_session_id: 'self' });
      },
    });
    expect(scan().sessions.totals()).toMatchObject({ sessionCount: 3, conversationCount: 2 });
    expect(await store.conversationTotal({})).toBe(2);
  });
});

test.each(['v11_quirks.db', 'v11_bad_utf8.db', 'v11_rich.db', 'v11_topics.db'])(
  'the statistics of %s can be read, and add up',
  async (fixture) => {
    const { scan, store } = openStatsStore({ fixture });
    const { sessions, times, tokens, roles } = scan({}, 'America/New_York');
    const totals = sessions.totals();
    expect(totals.sessionCount).toBe(await store.sessionTotal({}));
    expect(totals.conversationCount).toBe(await store.conversationTotal({}));
    expect(roles.reduce((sum, { count }) => sum + count, 0)).toBe(totals.messageCount);
    const months = activePeriods(times, tokens, 'MONTH');
    expect(months.reduce((sum, month) => sum + month.messageCount, 0)).toBe(totals.messageCount);
  },
);

test.each(['01', '04', '06', '09', '10', '11', '14', '16', '20', '23', '25', '31'])(
  'the statistics of a file of schema %s can be read',
  (version) => {
    const { sessions, roles, tools } = openStatsStore({
      fixture: `versions/v${version}.db`,
    }).scan();
    expect(sessions.totals().sessionCount).toBeGreaterThan(0);
    expect(roles.length).toBeGreaterThan(0);
    expect(tools.length).toBeGreaterThan(0);
  },
);

describe('ids that are no text of ours', () => {
  const odd = [Buffer.from([0xff, 0xfe]), 'n\0x'];

  test('lose no message, whatever is counted', () => {
    const { scan } = openStatsStore({
      seed: (db) => {
        db.pragma('foreign_keys = OFF');
        const session = db.prepare(
          `INSERT INTO sessions (id, source, started_at) VALUES (?, 'cli', 1000)`,
        );
        const message = db.prepare(
          `INSERT INTO messages (session_id, role, tool_name, timestamp) VALUES (?, 'tool', 't', 1000)`,
        );
        for (const id of odd) {
          session.run(id);
          message.run(id);
        }
        session.run(`broken`);
        message.run(`broken`);
        db.exec(
          `UPDATE messages SET session_id = CAST(x'61ff62' AS TEXT) WHERE session_id = 'broken'`,
        );
        db.exec(`UPDATE sessions SET id = CAST(x'61ff62' AS TEXT) WHERE id = 'broken'`);
      },
    });
    const { sessions, times, roles, tools } = scan();
    expect(sessions.totals()).toMatchObject({
      sessionCount: 3,
      conversationCount: 3,
      messageCount: 3,
    });
    expect(sessions.by('source')).toMatchObject([{ key: 'cli', conversationCount: 3 }]);
    expect(roles).toEqual([{ role: 'tool', count: 3 }]);
    expect(tools).toEqual([{ name: 't', count: 3 }]);
    expect(times.periods.DAY).toMatchObject({ messages: [3], sessions: [3] });
  });

  test('with a NUL are found by their name', () => {
    const { toolUsage } = openStatsStore({
      seed: (db) => {
        insertSession(db, 'n\0x');
        insertMessage(db, 'n\0x', 'tool', 'ok', { tool_name: 't' });
      },
    });
    expect(toolUsage(['n\0x', 'n'])).toEqual([[{ name: 't', count: 1 }], []]);
  });
});

describe('times at the ends of the calendar', () => {
  test.each(['UTC', 'Asia/Kathmandu', 'America/New_York'])(
    'in %s no period reaches beyond the years 1 to 9999',
    (zone) => {
      const { scan } = openStatsStore({
        seed: (db) => {
          for (const [id, started_at] of [
            ['first', EARLIEST_TIME],
            ['last', LATEST_TIME],
          ] as const) {
            insertSession(db, id, { started_at });
            insertMessage(db, id, 'user', 'hi', { timestamp: started_at });
          }
        },
      });
      const { starts, times, tokens } = scan({}, zone);
      for (const bin of STATS_BINS) {
        for (const periods of [startedPeriods(starts, bin), activePeriods(times, tokens, bin)]) {
          expect(periods.map(({ sessionCount }) => sessionCount)).toEqual([1, 1]);
          expect(periods[0]?.start).toBe(EARLIEST_TIME);
          expect(formatTime(periods[1]?.end ?? 0)).toBe('9999-12-31T23:59:59.999Z');
        }
      }
    },
  );
});
