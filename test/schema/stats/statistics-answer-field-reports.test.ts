import { describe, expect, test } from 'vitest';
import { dataOf } from '../../support/api.js';
import {
  insertMessage,
  insertRow,
  insertSession,
  openTestStore,
  TEST_NOW,
} from '../../support/store.js';

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

  test('messages tell nothing of caches, so their hit rate is unknown and not 0', async () => {
    const store = openTestStore({
      seed: (db) => {
        insertSession(db, 'a', { input_tokens: 100, cache_read_tokens: 100 });
        insertMessage(db, 'a', 'user', 'hi', { token_count: 7 });
      },
    });
    const { stats } = await dataOf(
      store,
      `{ stats { series(basis: ACTIVITY) { usage { input total cacheHitRate } }
           started: series { usage { cacheHitRate } } } }`,
    );
    expect(stats.series).toEqual([{ usage: { input: 7, total: 7, cacheHitRate: null } }]);
    expect(stats.started).toEqual([{ usage: { cacheHitRate: 0.5 } }]);
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
