import { describe, expect, test } from 'vitest';
import { dataOf } from '../support/api.js';
import { insertMessage, insertSession, openTestStore, TEST_NOW } from '../support/store.js';

const DAY = 86_400;

test('E2: invoices and estimates are told apart, for each session and for a chat', async () => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'a', {
        started_at: 1,
        ended_at: 2,
        end_reason: 'compression',
        actual_cost_usd: 1,
        estimated_cost_usd: 1.4,
      });
      insertSession(db, 'b', { parent_session_id: 'a', started_at: 2, estimated_cost_usd: 2 });
    },
  });
  const cost = 'cost { usd basis actualUsd estimatedUsd }';
  const { a, b } = await dataOf(
    api,
    `{ a: session(sessionId: "a") { ${cost} conversation { cost {
         usd actualUsd estimatedUsd actualSessions estimatedSessions includedSessions unknownSessions } } }
       b: session(sessionId: "b") { ${cost} } }`,
  );
  expect(a.cost).toEqual({ usd: 1, basis: 'ACTUAL', actualUsd: 1, estimatedUsd: 1.4 });
  expect(b.cost).toEqual({ usd: 2, basis: 'ESTIMATED', actualUsd: null, estimatedUsd: 2 });
  expect(a.conversation.cost).toEqual({
    usd: 3,
    actualUsd: 1,
    estimatedUsd: 2,
    actualSessions: 1,
    estimatedSessions: 1,
    includedSessions: 0,
    unknownSessions: 0,
  });
});

test.each([
  ['an invoice of nothing', { actual_cost_usd: 0, estimated_cost_usd: 3 }, 0, 'ACTUAL'],
  ['a subscription', { cost_status: 'included' }, 0, 'INCLUDED'],
  ['an estimate of nothing', { estimated_cost_usd: 0, cost_status: 'estimated' }, 0, 'ESTIMATED'],
  ['no price', { estimated_cost_usd: 0, cost_status: 'unknown' }, null, 'UNKNOWN'],
  ['an empty column', {}, null, 'UNKNOWN'],
])('E2: a cost of 0 is known, an unknown cost is null: %s', async (_what, columns, usd, basis) => {
  const api = openTestStore({ seed: (db) => insertSession(db, 'a', columns) });
  const { session } = await dataOf(api, '{ session(sessionId: "a") { cost { usd basis } } }');
  expect(session.cost).toEqual({ usd, basis });
});

test('E4: a session of several days says on which day its messages and their tokens fell', async () => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'a', { started_at: 0, output_tokens: 300 });
      insertMessage(db, 'a', 'assistant', 'x', { timestamp: 10, token_count: 100 });
      insertMessage(db, 'a', 'assistant', 'y', { timestamp: 2 * DAY, token_count: 200 });
      insertMessage(db, 'a', 'assistant', 'z', { timestamp: 2 * DAY });
    },
  });
  const { session } = await dataOf(
    api,
    `{ session(sessionId: "a") { startedAt lastActiveAt usage { output }
      messages { nodes { timestamp tokenCount } }
      third: messages(filter: { timestamp: { from: "1970-01-03T00:00:00Z", until: "1970-01-04T00:00:00Z" } }) { totalCount } } }`,
  );
  expect(session).toEqual({
    startedAt: '1970-01-01T00:00:00.000Z',
    lastActiveAt: '1970-01-03T00:00:00.000Z',
    usage: { output: 300 },
    messages: {
      nodes: [
        { timestamp: '1970-01-01T00:00:10.000Z', tokenCount: 100 },
        { timestamp: '1970-01-03T00:00:00.000Z', tokenCount: 200 },
        { timestamp: '1970-01-03T00:00:00.000Z', tokenCount: null },
      ],
    },
    third: { totalCount: 2 },
  });
});

describe('E5: a session that nobody ended is not running for ever', () => {
  const store = () =>
    openTestStore({
      seed: (db) => {
        insertSession(db, 'left', { started_at: TEST_NOW - 30 * DAY });
        insertMessage(db, 'left', 'user', 'x', { timestamp: TEST_NOW - 29 * DAY });
        insertSession(db, 'empty', { started_at: TEST_NOW - 30 * DAY });
        insertSession(db, 'live', { started_at: TEST_NOW - 30 * DAY });
        insertMessage(db, 'live', 'user', 'x', { timestamp: TEST_NOW - 299 });
      },
    });

  test('it is idle, not ended, and lasted until its last message', async () => {
    const { sessions } = await dataOf(
      store(),
      '{ sessions(orderBy: { field: TITLE, direction: ASC }) { nodes { sessionId status endedAt durationSeconds } } }',
    );
    expect(sessions.nodes).toEqual([
      { sessionId: 'empty', status: 'IDLE', endedAt: null, durationSeconds: null },
      { sessionId: 'left', status: 'IDLE', endedAt: null, durationSeconds: DAY },
      { sessionId: 'live', status: 'ACTIVE', endedAt: null, durationSeconds: 30 * DAY - 299 },
    ]);
  });

  test('five minutes after its last message it is active no more, in fields and in filters', async () => {
    const api = store();
    const query =
      '{ session(sessionId: "live") { status } sessions(filter: { status: ACTIVE }) { totalCount } }';
    expect(await dataOf(api, query)).toEqual({
      session: { status: 'ACTIVE' },
      sessions: { totalCount: 1 },
    });
    api.clock.advance(1);
    expect(await dataOf(api, query)).toEqual({
      session: { status: 'IDLE' },
      sessions: { totalCount: 0 },
    });
  });
});
