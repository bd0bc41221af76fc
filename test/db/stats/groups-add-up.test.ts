import { describe, expect, test } from 'vitest';
import type Database from 'better-sqlite3';
import { insertMessage, insertRow, insertSession } from '../../support/store.js';
import { openStatsStore } from '../../support/stats.js';

/** The table in which newer files note usage by session and model. */
function noteUsage(
  db: Database.Database,
  sessionId: string,
  model: string,
  columns: Record<string, string | number>,
): void {
  insertRow(db, 'session_model_usage', {
    session_id: sessionId,
    model,
    first_seen: 1000,
    last_seen: 1000,
    ...columns,
  });
}

/** A store of schema 25, which has that table; only session "a" is looked at. */
function newer(seed: (db: Database.Database) => void) {
  const { scan } = openStatsStore({ fixture: 'versions/v25.db', seed });
  return { scan: () => scan({ sessionIds: ['a'] }) };
}

describe('by model', () => {
  test('usage goes to the models that spent it, where the file notes them', () => {
    const { scan } = newer((db) => {
      insertSession(db, 'a', { model: 'm2', output_tokens: 100 });
      noteUsage(db, 'a', 'm1', { output_tokens: 70 });
      noteUsage(db, 'a', 'm2', { output_tokens: 30 });
    });
    const groups = scan().sessions.by('model');
    expect(groups.map(({ key, usage }) => [key, usage.output])).toEqual([
      ['m2', 30],
      ['m1', 70],
    ]);
    expect(groups.map((group) => group.sessionCount)).toEqual([1, 0]);
  });

  test('what nobody noted stays with the session’s own model', () => {
    const { scan } = newer((db) => {
      insertSession(db, 'a', { model: 'm2', output_tokens: 100, api_call_count: 9 });
      noteUsage(db, 'a', 'm1', { output_tokens: 70, api_call_count: 2 });
    });
    expect(
      scan()
        .sessions.by('model')
        .map(({ key, usage, apiCallCount }) => [key, usage.output, apiCallCount]),
    ).toEqual([
      ['m2', 30, 7],
      ['m1', 70, 2],
    ]);
  });

  test('work beside the chat, which no session counts, is left out', () => {
    const { scan } = newer((db) => {
      insertSession(db, 'a', { model: 'm1', output_tokens: 100 });
      noteUsage(db, 'a', 'm1', { output_tokens: 100 });
      noteUsage(db, 'a', 'vision', { output_tokens: 55, task: 'vision' });
    });
    expect(
      scan()
        .sessions.by('model')
        .map(({ key, usage }) => [key, usage.output]),
    ).toEqual([['m1', 100]]);
  });

  test('dollars follow the model too', () => {
    const { scan } = newer((db) => {
      insertSession(db, 'a', {
        model: 'm2',
        estimated_cost_usd: 1,
        cost_status: 'estimated',
      });
      noteUsage(db, 'a', 'm1', { estimated_cost_usd: 0.25 });
      noteUsage(db, 'a', 'm2', { estimated_cost_usd: 0.75 });
    });
    const { sessions } = scan();
    expect(sessions.by('model').map(({ key, cost }) => [key, cost.usd, cost.estimatedUsd])).toEqual(
      [
        ['m2', 0.75, 0.75],
        ['m1', 0.25, 0.25],
      ],
    );
    expect(sessions.totals().cost.usd).toBe(1);
  });

  test('an unknown cost stays unknown, whatever model it is of', () => {
    const { scan } = newer((db) => {
      insertSession(db, 'a', { model: 'm2', output_tokens: 100 });
      noteUsage(db, 'a', 'm1', { output_tokens: 70 });
      noteUsage(db, 'a', 'm2', { output_tokens: 30 });
    });
    const { sessions } = scan();
    for (const { cost } of [sessions.totals(), ...sessions.by('model')]) {
      expect(cost).toMatchObject({ usd: null, actualUsd: null, estimatedUsd: null });
    }
  });

  test('notes of another kind of dollars, and notes of 0, are none', () => {
    const { scan } = newer((db) => {
      insertSession(db, 'a', { model: 'm2', actual_cost_usd: 0.5, estimated_cost_usd: 0.3 });
      noteUsage(db, 'a', 'm1', { estimated_cost_usd: 0.2, output_tokens: 1 });
      noteUsage(db, 'a', 'm2', { estimated_cost_usd: 0.1 });
    });
    const dollars = scan()
      .sessions.by('model')
      .map(({ key, cost }) => [key, cost.usd, cost.actualUsd, cost.estimatedUsd]);
    expect(dollars).toEqual([
      ['m2', 0.5, 0.5, null],
      ['m1', null, null, null],
    ]);
  });

  test('what is left for the own model has no noise of floats', () => {
    const { scan } = newer((db) => {
      insertSession(db, 'a', { model: 'm2', estimated_cost_usd: 0.8, cost_status: 'estimated' });
      noteUsage(db, 'a', 'm1', { estimated_cost_usd: 0.1 });
      noteUsage(db, 'a', 'm3', { estimated_cost_usd: 0.7 });
    });
    const dollars = scan()
      .sessions.by('model')
      .map(({ key, cost }) => [key, cost.usd]);
    expect(Object.fromEntries(dollars)).toEqual({ m1: 0.1, m2: 0, m3: 0.7 });
  });

  test('Hermes’ placeholder for no model is no model', () => {
    const { scan } = newer((db) => {
      insertSession(db, 'a', { model: null, output_tokens: 5 });
      noteUsage(db, 'a', 'unknown', { output_tokens: 5 });
    });
    expect(
      scan()
        .sessions.by('model')
        .map(({ key, usage }) => [key, usage.output]),
    ).toEqual([[null, 5]]);
  });

  test('without that table everything is the session’s own model’s', () => {
    const { scan } = openStatsStore({
      seed: (db) => {
        insertSession(db, 'a', { model: 'm2', output_tokens: 100 });
        insertSession(db, 'b', { model: null, output_tokens: 7 });
        insertSession(db, 'c', { model: '', output_tokens: 1 });
      },
    });
    expect(
      scan()
        .sessions.by('model')
        .map(({ key, sessionCount, usage }) => [key, sessionCount, usage.output]),
    ).toEqual([
      [null, 2, 8],
      ['m2', 1, 100],
    ]);
  });
});

describe('groups', () => {
  test('the most sessions come first, then the most tokens, then the name; none comes last', () => {
    const { scan } = openStatsStore({
      seed: (db) => {
        insertSession(db, '1', { source: 'cli' });
        insertSession(db, '2', { source: 'cli' });
        insertSession(db, '3', { source: 'b' });
        insertSession(db, '4', { source: 'a' });
        insertSession(db, '5', { source: 'z', input_tokens: 1 });
        insertSession(db, '6', { source: '' });
      },
    });
    expect(
      scan()
        .sessions.by('source')
        .map((group) => group.key),
    ).toEqual(['cli', 'z', 'a', 'b', null]);
  });

  test('a conversation is where its list has it: source of its first session, model of its last', async () => {
    const { scan, store } = openStatsStore({
      seed: (db) => {
        insertSession(db, 'r', {
          source: 'telegram',
          model: 'old',
          ended_at: 2000,
          end_reason: 'compression',
        });
        insertSession(db, 't', {
          source: 'cli',
          model: 'new',
          parent_session_id: 'r',
          started_at: 2000,
        });
      },
    });
    const { sessions } = scan();
    const conversations = (key: 'source' | 'model') =>
      Object.fromEntries(sessions.by(key).map((group) => [group.key, group.conversationCount]));
    expect(conversations('source')).toEqual({ telegram: 1, cli: 0 });
    expect(conversations('model')).toEqual({ old: 0, new: 1 });
    expect(await store.conversationTotal({ models: ['new'] })).toBe(1);
    expect(scan({ models: ['new'] }).sessions.by('source')).toMatchObject([
      { key: 'cli', sessionCount: 1, conversationCount: 0 },
      { key: 'telegram', sessionCount: 0, conversationCount: 1 },
    ]);
  });

  test('each knows when it was last active, and its calls', () => {
    const { scan } = openStatsStore({
      seed: (db) => {
        insertSession(db, 'a', { billing_provider: 'p', tool_call_count: 2, api_call_count: 4 });
        insertSession(db, 'b', { billing_provider: 'p', tool_call_count: 3, api_call_count: 5 });
        insertMessage(db, 'a', 'user', 'hi', { timestamp: 5000 });
      },
    });
    expect(scan().sessions.by('provider')).toMatchObject([
      { key: 'p', toolCallCount: 5, apiCallCount: 9, messageCount: 1, lastActiveAt: 5000 },
    ]);
  });
});
