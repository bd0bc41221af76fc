import { describe, expect, test } from 'vitest';
import { ask, dataOf } from '../../support/api.js';
import {
  insertMessage,
  insertRow,
  insertSession,
  openTestStore,
  TEST_NOW,
} from '../../support/store.js';

const at = (iso: string) => Date.parse(iso) / 1000;

describe('totals', () => {
  test('every row’s own counters count once, sub-agents and continuations too', async () => {
    const store = openTestStore({
      seed: (db) => {
        insertSession(db, 'root', {
          output_tokens: 100,
          ended_at: 2000,
          end_reason: 'compression',
        });
        insertSession(db, 'delegate', {
          parent_session_id: 'root',
          started_at: 1500,
          output_tokens: 40,
        });
        insertSession(db, 'next', {
          parent_session_id: 'root',
          started_at: 2000,
          output_tokens: 60,
        });
      },
    });
    const data = await dataOf(
      store,
      `{ stats { sessionCount conversationCount usage { output total } }
         sessions { totalCount } conversations { totalCount }
         session(sessionId: "root") { usage { output } conversation { usage { output } } } }`,
    );
    expect(data.stats).toEqual({
      sessionCount: data.sessions.totalCount,
      conversationCount: data.conversations.totalCount,
      usage: { output: 200, total: 200 },
    });
    expect(data.session.usage.output).toBe(100);
    expect(data.session.conversation.usage.output).toBe(160);
  });

  test('a live tail of a compressed root is one active session', async () => {
    const store = openTestStore({
      seed: (db) => {
        insertSession(db, 'r', { ended_at: 900, end_reason: 'compression' });
        insertSession(db, 't', { parent_session_id: 'r', started_at: 900 });
        insertMessage(db, 't', 'user', 'hi', { timestamp: TEST_NOW });
      },
    });
    const query = '{ stats { activeSessionCount endedSessionCount } }';
    expect((await dataOf(store, query)).stats).toEqual({
      activeSessionCount: 1,
      endedSessionCount: 1,
    });
    store.clock.advance(300);
    expect((await dataOf(store, query)).stats.activeSessionCount).toBe(0);
  });

  test('reasoning is a part of output, and the cache counts', async () => {
    const store = openTestStore({
      seed: (db) =>
        insertSession(db, 'a', {
          input_tokens: 100,
          output_tokens: 50,
          cache_read_tokens: 1000,
          cache_write_tokens: 10,
          reasoning_tokens: 20,
        }),
    });
    const { usage } = (await dataOf(store, '{ stats { usage { total reasoning cacheHitRate } } }'))
      .stats;
    expect(usage).toMatchObject({ total: 1160, reasoning: 20 });
    expect(usage.cacheHitRate).toBeCloseTo(0.9009, 4);
  });

  test('charged and estimated dollars are told apart', async () => {
    const store = openTestStore({
      seed: (db) => {
        insertSession(db, 'a', { actual_cost_usd: 1.0, estimated_cost_usd: 1.4 });
        insertSession(db, 'b', { estimated_cost_usd: 2.0 });
      },
    });
    const { stats } = await dataOf(
      store,
      `{ stats { cost { usd actualUsd estimatedUsd actualSessions estimatedSessions
           includedSessions unknownSessions } } }`,
    );
    expect(stats.cost).toEqual({
      usd: 3,
      actualUsd: 1,
      estimatedUsd: 2,
      actualSessions: 1,
      estimatedSessions: 1,
      includedSessions: 0,
      unknownSessions: 0,
    });
  });

  test('sums beyond 64 bits do not fail the page', async () => {
    const store = openTestStore({
      seed: (db) => {
        for (const id of ['a', 'b']) insertSession(db, id, { input_tokens: 2n ** 63n - 1n });
      },
    });
    const { stats } = await dataOf(
      store,
      '{ stats { usage { input total } bySource { usage { input } } series { usage { input } } } }',
    );
    expect(stats).toEqual({
      usage: { input: Number.MAX_SAFE_INTEGER, total: Number.MAX_SAFE_INTEGER },
      bySource: [{ usage: { input: Number.MAX_SAFE_INTEGER } }],
      series: [{ usage: { input: Number.MAX_SAFE_INTEGER } }],
    });
  });
});

test('after a switch in mid-session each model has what it used', async () => {
  const store = openTestStore({
    fixture: 'versions/v25.db',
    seed: (db) => {
      insertSession(db, 'a', { model: 'm2', output_tokens: 100 });
      for (const [model, output_tokens] of [
        ['m1', 70],
        ['m2', 30],
      ] as const) {
        insertRow(db, 'session_model_usage', { session_id: 'a', model, output_tokens });
      }
    },
  });
  const { stats } = await dataOf(
    store,
    '{ stats(filter: { sessionIds: ["a"] }) { byModel { key usage { output } } } }',
  );
  const used = stats.byModel.map((group: any) => [group.key, group.usage.output]);
  expect(Object.fromEntries(used)).toEqual({ m1: 70, m2: 30 });
});

describe('a session that ran for days', () => {
  const store = () =>
    openTestStore({
      seed: (db) => {
        insertSession(db, 'a', { started_at: at('2026-05-04T10:00Z'), output_tokens: 300 });
        for (const [day, token_count] of [
          ['2026-05-04', 100],
          ['2026-05-06', 200],
        ] as const) {
          insertMessage(db, 'a', 'assistant', 'x', { timestamp: at(`${day}T22:30Z`), token_count });
        }
      },
    });

  test('counts on its first day by start, and on the days of its messages by activity', async () => {
    const { stats } = await dataOf(
      store(),
      `{ stats(timeZone: "Europe/Berlin") {
           started: series(bin: DAY) { start end messageCount usage { output } }
           active: series(bin: DAY, basis: ACTIVITY) {
             start messageCount sessionCount usage { total } cost { usd } }
           filled: series(bin: DAY, basis: ACTIVITY, fill: true) { messageCount usage { total } }
           activeDays longestStreakDays } }`,
    );
    expect(stats).toEqual({
      started: [
        {
          start: '2026-05-03T22:00:00.000Z',
          end: '2026-05-04T22:00:00.000Z',
          messageCount: 2,
          usage: { output: 300 },
        },
      ],
      active: [
        {
          start: '2026-05-04T22:00:00.000Z',
          messageCount: 1,
          sessionCount: 1,
          usage: { total: 100 },
          cost: null,
        },
        {
          start: '2026-05-06T22:00:00.000Z',
          messageCount: 1,
          sessionCount: 1,
          usage: { total: 200 },
          cost: null,
        },
      ],
      filled: [
        { messageCount: 1, usage: { total: 100 } },
        { messageCount: 0, usage: null },
        { messageCount: 1, usage: { total: 200 } },
      ],
      activeDays: 3,
      longestStreakDays: 2,
    });
  });

  test('a range can be asked for, filled to its ends', async () => {
    const { stats } = await dataOf(
      store(),
      `{ stats { series(bin: DAY, fill: true, from: "2026-05-03T00:00:00Z", until: "2026-05-06T00:00:00Z") {
           start sessionCount usage { total } cost { usd } } } }`,
    );
    expect(stats.series.map((day: any) => [day.start.slice(0, 10), day.sessionCount])).toEqual([
      ['2026-05-03', 0],
      ['2026-05-04', 1],
      ['2026-05-05', 0],
    ]);
    expect(stats.series[0]).toMatchObject({ usage: { total: 0 }, cost: { usd: null } });
  });
});

test('tool use is the larger of calls and results, of a session and of all', async () => {
  const call = (name: string) => ({ id: 'c', function: { name, arguments: '{}' } });
  const store = openTestStore({
    seed: (db) => {
      insertSession(db, 'a');
      insertMessage(db, 'a', 'assistant', null, {
        tool_calls: JSON.stringify([call('x'), call('y')]),
      });
      insertMessage(db, 'a', 'tool', 'ok', { tool_name: 'x' });
      insertSession(db, 'b');
      insertMessage(db, 'b', 'tool', 'ok', { tool_name: 'x' });
    },
  });
  const data = await dataOf(
    store,
    `{ stats { byTool { name count } top: byTool(first: 1) { name } none: byTool(first: 0) { name } }
       session(sessionId: "a") { toolUsage { name count } } }`,
  );
  expect(data.stats.byTool).toEqual([
    { name: 'x', count: 2 },
    { name: 'y', count: 1 },
  ]);
  expect(data.stats.top).toEqual([{ name: 'x' }]);
  expect(data.stats.none).toEqual([]);
  expect(data.session.toolUsage).toEqual([
    { name: 'x', count: 1 },
    { name: 'y', count: 1 },
  ]);
});

describe('hours and weekdays', () => {
  test('are all there, on the clock of the zone, by start and by activity', async () => {
    const store = openTestStore({
      seed: (db) => {
        insertSession(db, 'a', { started_at: at('2026-05-04T22:30Z') });
        insertMessage(db, 'a', 'user', 'hi', { timestamp: at('2026-05-05T23:30Z') });
      },
    });
    const { stats } = await dataOf(
      store,
      `{ stats(timeZone: "Asia/Kathmandu") {
           byHour { hour sessionCount messageCount usage { total } cost { usd } conversationCount }
           byWeekday { weekday sessionCount }
           heatmap(basis: ACTIVITY) { weekday hour messageCount usage { total } } } }`,
    );
    expect(stats.byHour).toHaveLength(24);
    expect(stats.byHour[4]).toEqual({
      hour: 4,
      sessionCount: 1,
      messageCount: 1,
      usage: { total: 0 },
      cost: { usd: null },
      conversationCount: 1,
    });
    expect(stats.byWeekday.map((day: any) => day.sessionCount)).toEqual([0, 1, 0, 0, 0, 0, 0]);
    expect(stats.heatmap).toHaveLength(168);
    expect(stats.heatmap.filter((cell: any) => cell.messageCount > 0)).toEqual([
      { weekday: 3, hour: 5, messageCount: 1, usage: null },
    ]);
  });
});

test('the top sessions are those of the list ordered so', async () => {
  const store = openTestStore({ fixture: 'v11_rich.db' });
  const fields = {
    MESSAGES: 'MESSAGE_COUNT',
    TOKENS: 'TOTAL_TOKENS',
    TOOL_CALLS: 'TOOL_CALL_COUNT',
  };
  for (const [by, field] of Object.entries(fields)) {
    const data = await dataOf(
      store,
      `{ stats { topSessions(by: ${by}, first: 5) { sessionId } }
         sessions(orderBy: { field: ${field} }, first: 5) { nodes { sessionId } } }`,
    );
    expect(data.stats.topSessions).toEqual(data.sessions.nodes);
  }
  const { stats } = await dataOf(
    store,
    '{ stats { topSessions(by: DURATION, first: 200) { durationSeconds } } }',
  );
  const durations = stats.topSessions.map((session: any) => session.durationSeconds);
  expect(durations).not.toContain(null);
  expect(durations).toEqual(durations.toSorted((a: number, b: number) => b - a));
});

describe('what cannot be answered is the asker’s error', () => {
  test.each([
    ['an unknown zone', '{ stats(timeZone: "Mars/Olympus") { sessionCount } }', 'Mars/Olympus'],
    ['no zone at all', '{ stats(timeZone: "") { sessionCount } }', '""'],
    ['too many tools', '{ stats { byTool(first: 201) { name } } }', '201'],
    ['a negative number', '{ stats { topSessions(first: -1) { id } } }', '-1'],
    [
      'more periods than an answer holds',
      '{ stats { series(bin: HOUR, fill: true, from: "1900-01-01T00:00:00Z", until: "2026-01-01T00:00:00Z") { start } } }',
      '10000',
    ],
  ])('%s', async (_, query, named) => {
    const { errors } = await ask(openTestStore(), query);
    expect(errors).toEqual([
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        message: expect.stringContaining(named),
      }),
    ]);
  });
});
