import { describe, expect, test } from 'vitest';
import { insertMessage, insertSession, TEST_NOW } from '../../support/store.js';
import { openStatsStore } from '../../support/stats.js';

describe('counters', () => {
  test('own counters of a root, its delegate and its continuation are each counted once', () => {
    const { scan } = openStatsStore({
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
        insertSession(db, 'continuation', {
          parent_session_id: 'root',
          started_at: 2000,
          output_tokens: 60,
        });
      },
    });
    const totals = scan().sessions.totals();
    expect(totals.usage.output).toBe(200);
    expect(totals.sessionCount).toBe(3);
    expect(totals.conversationCount).toBe(1);
  });

  test('a live tail after a compression is active, whatever its root is', () => {
    const { scan } = openStatsStore({
      seed: (db) => {
        insertSession(db, 'r', { ended_at: 900, end_reason: 'compression' });
        insertSession(db, 't', { parent_session_id: 'r', started_at: 900 });
        insertMessage(db, 't', 'user', 'hi', { timestamp: TEST_NOW });
      },
    });
    const { sessions } = scan();
    expect(sessions.activeCount(TEST_NOW)).toBe(1);
    expect(sessions.activeCount(TEST_NOW + 299.9)).toBe(1);
    expect(sessions.activeCount(TEST_NOW + 300)).toBe(0);
    expect(sessions.endedCount()).toBe(1);
  });

  test('messages are counted, whatever the stored counter says', () => {
    const { scan } = openStatsStore({
      seed: (db) => {
        insertSession(db, 'a', { message_count: null });
        insertSession(db, 'b', { message_count: 99 });
        insertMessage(db, 'a', 'user', 'hi');
        insertMessage(db, 'a', 'assistant', 'hi');
      },
    });
    const { sessions, roles } = scan();
    expect(sessions.totals().messageCount).toBe(2);
    expect(roles).toEqual([
      { role: 'assistant', count: 1 },
      { role: 'user', count: 1 },
    ]);
  });

  test('rows without an id, and messages of no session, are in no figure', () => {
    const { scan } = openStatsStore({
      seed: (db) => {
        insertSession(db, 'a', { input_tokens: 1 });
        db.prepare(
          `INSERT INTO sessions (id, source, started_at, input_tokens) VALUES (NULL, 'cli', 1, 5)`,
        ).run();
        insertMessage(db, 'a', 'user', 'hi');
        insertMessage(db, 'gone', 'user', 'orphan');
        insertMessage(db, 'gone', 'tool', 'orphan', { tool_name: 'terminal' });
      },
    });
    const { sessions, roles, tools, times } = scan();
    expect(sessions.totals()).toMatchObject({ sessionCount: 1, messageCount: 1 });
    expect(sessions.totals().usage.input).toBe(1);
    expect(roles).toEqual([{ role: 'user', count: 1 }]);
    expect(tools).toEqual([]);
    expect(times.periods.DAY.messages).toEqual([1]);
  });

  test('an empty store has zeros, and null where nothing is known', () => {
    const { sessions, roles, tools, times } = openStatsStore().scan();
    expect(sessions.totals()).toMatchObject({
      sessionCount: 0,
      conversationCount: 0,
      messageCount: 0,
      cost: { usd: null, actualUsd: null, estimatedUsd: null, unknownSessions: 0 },
      lastActiveAt: null,
    });
    expect(sessions.durations()).toEqual({ mean: null, p50: null, p95: null, max: null });
    expect(sessions.firstStartedAt()).toBeNull();
    expect(sessions.by('model')).toEqual([]);
    expect(sessions.top('MESSAGES', 10)).toEqual([]);
    expect(roles).toEqual([]);
    expect(tools).toEqual([]);
    expect(times.periods.DAY.starts).toEqual([]);
  });
});

describe('cost', () => {
  test('what was charged and what is estimated are told apart', () => {
    const { scan } = openStatsStore({
      seed: (db) => {
        insertSession(db, 'a', { actual_cost_usd: 1.0, estimated_cost_usd: 1.4 });
        insertSession(db, 'b', { estimated_cost_usd: 2.0 });
        insertSession(db, 'c');
        insertSession(db, 'd', { cost_status: 'included' });
      },
    });
    expect(scan().sessions.totals().cost).toEqual({
      usd: 3.0,
      actualUsd: 1.0,
      estimatedUsd: 2.0,
      actualSessions: 1,
      estimatedSessions: 1,
      includedSessions: 1,
      unknownSessions: 1,
    });
  });

  test('an actual cost of zero is known and wins', () => {
    const { scan } = openStatsStore({
      seed: (db) => insertSession(db, 'a', { actual_cost_usd: 0, estimated_cost_usd: 5 }),
    });
    expect(scan().sessions.totals().cost).toMatchObject({
      usd: 0,
      actualUsd: 0,
      estimatedUsd: null,
    });
  });
});

describe('durations', () => {
  test('are over the sessions whose duration is known', () => {
    const { scan } = openStatsStore({
      seed: (db) => {
        insertSession(db, 'ended', { started_at: 1000, ended_at: 1010 });
        insertSession(db, 'left', { started_at: 1000 });
        insertMessage(db, 'left', 'user', 'hi', { timestamp: 1030 });
        insertSession(db, 'empty', { started_at: 1000 });
      },
    });
    expect(scan().sessions.durations()).toEqual({ mean: 20, p50: 20, p95: 29, max: 30 });
  });
});

describe('the greatest sessions', () => {
  test('by each measure, without those that have none', () => {
    const { scan } = openStatsStore({
      seed: (db) => {
        insertSession(db, 'a', { input_tokens: 10, tool_call_count: 3, ended_at: 1010 });
        insertSession(db, 'b', { input_tokens: 20, actual_cost_usd: 1, ended_at: 1005 });
        insertSession(db, 'c', { tool_call_count: 3, estimated_cost_usd: 2 });
        insertMessage(db, 'c', 'user', 'hi', { timestamp: 1001 });
      },
    });
    const { sessions } = scan();
    expect(sessions.top('TOKENS', 2)).toEqual(['b', 'a']);
    expect(sessions.top('TOOL_CALLS', 10)).toEqual(['c', 'a', 'b']);
    expect(sessions.top('COST', 10)).toEqual(['c', 'b']);
    expect(sessions.top('DURATION', 10)).toEqual(['a', 'b', 'c']);
    expect(sessions.top('MESSAGES', 1)).toEqual(['c']);
  });
});
