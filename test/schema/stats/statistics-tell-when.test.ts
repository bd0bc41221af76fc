import { describe, expect, test } from 'vitest';
import { ask, dataOf } from '../../support/api.js';
import { insertMessage, insertSession, openTestStore } from '../../support/store.js';

const at = (iso: string) => Date.parse(iso) / 1000;

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
