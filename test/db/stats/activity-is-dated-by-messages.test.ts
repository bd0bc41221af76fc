import { describe, expect, test } from 'vitest';
import { activePeriods, startedPeriods } from '../../../src/domain/stats/timeline.js';
import { activeClock } from '../../../src/domain/stats/clock.js';
import { insertMessage, insertSession } from '../../support/store.js';
import { openStatsStore } from '../../support/stats.js';

const at = (iso: string) => Date.parse(iso) / 1000;
const DAY_1 = at('2026-05-04T00:00Z');
const DAY_3 = at('2026-05-06T00:00Z');

describe('a session that ran for days', () => {
  const open = () =>
    openStatsStore({
      seed: (db) => {
        insertSession(db, 'a', { started_at: DAY_1 + 3600, output_tokens: 300 });
        insertMessage(db, 'a', 'assistant', '1', { timestamp: DAY_1 + 7200, token_count: 100 });
        insertMessage(db, 'a', 'assistant', '2', { timestamp: DAY_3 + 7200, token_count: 200 });
      },
    });

  test('has all its usage on the day it began, by start', () => {
    const days = startedPeriods(open().scan().starts, 'DAY');
    expect(days).toMatchObject([
      { start: DAY_1, end: DAY_1 + 86_400, sessionCount: 1, messageCount: 2 },
    ]);
    expect(days[0]?.usage?.output).toBe(300);
  });

  test('has its messages and their tokens on the days they were written, by activity', () => {
    const { times, tokens } = open().scan();
    const days = activePeriods(times, tokens, 'DAY');
    expect(
      days.map(({ start, sessionCount, messageCount, usage, cost }) => [
        start,
        sessionCount,
        messageCount,
        usage?.output,
        cost,
      ]),
    ).toEqual([
      [DAY_1, 1, 1, 100, null],
      [DAY_3, 1, 1, 200, null],
    ]);
  });
});

test('tokens are null, not zero, where no message of a period notes any', () => {
  const { scan } = openStatsStore({
    seed: (db) => {
      insertSession(db, 'a');
      insertMessage(db, 'a', 'user', '1', { timestamp: DAY_1, token_count: 7 });
      insertMessage(db, 'a', 'assistant', '2', { timestamp: DAY_1 });
      insertMessage(db, 'a', 'assistant', '3', { timestamp: DAY_3 });
      insertMessage(db, 'a', 'assistant', '4', { timestamp: DAY_3, token_count: 'many' });
    },
  });
  const { times, tokens } = scan();
  expect(activePeriods(times, tokens, 'DAY').map((day) => day.usage)).toEqual([
    { input: 7, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0, ofMessages: true },
    null,
  ]);
});

test('a session counts once in a period, and in every period that it was active in', () => {
  const { scan } = openStatsStore({
    seed: (db) => {
      for (const id of ['a', 'b']) insertSession(db, id);
      for (const [id, time] of [
        ['a', DAY_1],
        ['b', DAY_1 + 60],
        ['a', DAY_1 + 120],
        ['a', DAY_3],
        ['a', DAY_1 + 180],
      ] as const) {
        insertMessage(db, id, 'user', 'hi', { timestamp: time });
      }
    },
  });
  const { times } = scan();
  expect(times.periods.DAY).toMatchObject({ sessions: [2, 1], messages: [4, 1] });
  expect(times.periods.WEEK).toMatchObject({ sessions: [2], messages: [5] });
  expect(times.hours.sessions[0]).toBe(2);
  expect(times.hours.messages[0]).toBe(5);
});

test('messages without a time are counted apart', () => {
  const { scan } = openStatsStore({
    seed: (db) => {
      insertSession(db, 'a');
      insertMessage(db, 'a', 'user', '1', { timestamp: 'yesterday', token_count: 5 });
      insertMessage(db, 'a', 'user', '2', { timestamp: 5e246 });
      insertMessage(db, 'a', 'user', '3', { timestamp: DAY_1 });
    },
  });
  const { times, tokens } = scan();
  const days = activePeriods(times, tokens, 'DAY');
  expect(days.map(({ start, messageCount, usage }) => [start, messageCount, usage?.input])).toEqual(
    [
      [DAY_1, 1, undefined],
      [null, 2, 5],
    ],
  );
  expect(activeClock(times, tokens).hours.at(-1)).toMatchObject({ hour: null, messageCount: 2 });
});

test('hours and weekdays are those of the zone, across a clock change', () => {
  const { scan } = openStatsStore({
    seed: (db) => {
      insertSession(db, 'a');
      for (const iso of ['2026-10-25T00:30Z', '2026-10-25T01:30Z', '2026-10-25T22:59Z']) {
        insertMessage(db, 'a', 'user', 'hi', { timestamp: at(iso) });
      }
    },
  });
  const { times, tokens } = scan({}, 'Europe/Berlin');
  expect(times.periods.DAY.messages).toEqual([3]);
  expect(times.periods.HOUR.messages).toEqual([1, 1, 1]);
  const { hours, weekdays, weekHours } = activeClock(times, tokens);
  expect(hours[2]).toMatchObject({ hour: 2, messageCount: 2, sessionCount: 1 });
  expect(hours[23]).toMatchObject({ hour: 23, messageCount: 1 });
  expect(weekdays[6]).toMatchObject({ weekday: 7, messageCount: 3 });
  expect(weekHours[6 * 24 + 2]).toMatchObject({ weekday: 7, hour: 2, messageCount: 2 });
});

test('a message of the last half second before 1970 is of that year', () => {
  const { scan } = openStatsStore({
    seed: (db) => {
      insertSession(db, 'a');
      insertMessage(db, 'a', 'user', 'hi', { timestamp: -0.5, token_count: 1 });
    },
  });
  const { times, tokens } = scan();
  expect(times.periods.DAY.starts).toEqual([-86_400]);
  expect(tokens.periods.DAY.starts).toEqual([-86_400]);
});

test('messages that were taken back or compacted are not counted', () => {
  const { scan } = openStatsStore({
    fixture: 'versions/v25.db',
    seed: (db) => {
      insertSession(db, 'live');
      for (const [active, compacted] of [
        [1, 0],
        [0, 0],
        [0, 1],
      ] as const) {
        insertMessage(db, 'live', 'tool', 'x', {
          timestamp: DAY_1,
          active,
          compacted,
          tool_name: 'terminal',
          token_count: 3,
        });
      }
    },
  });
  const { sessions, times, tokens, roles, tools } = scan({ sessionIds: ['live'] });
  expect(sessions.totals().messageCount).toBe(1);
  expect(times.periods.DAY.messages).toEqual([1]);
  expect(tokens.periods.DAY.input).toEqual([3]);
  expect(roles).toEqual([{ role: 'tool', count: 1 }]);
  expect(tools).toEqual([{ name: 'terminal', count: 1 }]);
});
