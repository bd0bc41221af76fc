import { expect, test } from 'vitest';
import { dataOf } from '../support/api.js';
import { insertMessage, insertSession, openTestStore, type TestStore } from '../support/store.js';

const DAY = 86_400;
const NOW = 1_780_000_000;
const FIELDS = 'sessionIds count oldestStartedAt newestStartedAt dryRun';

async function prune(api: TestStore, input: string) {
  const data = await dataOf(
    api,
    `mutation { pruneSessions(input: { ${input} }) { ... on PruneSessionsPayload { ${FIELDS} } } }`,
  );
  return data.pruneSessions;
}

async function left(api: TestStore) {
  const { sessions } = await dataOf(
    api,
    '{ sessions(orderBy: { field: STARTED_AT, direction: ASC }) { nodes { sessionId parent { sessionId } messageCount } } }',
  );
  return sessions.nodes;
}

test('H3: an old parent goes, its young child stays whole, without a parent', async () => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'p', { started_at: NOW - 100 * DAY, ended_at: NOW - 99 * DAY });
      insertSession(db, 'c', { parent_session_id: 'p', started_at: NOW - DAY });
      insertMessage(db, 'p', 'user', 'old');
      insertMessage(db, 'c', 'user', 'young');
    },
  });
  expect(await prune(api, 'olderThanDays: 90')).toMatchObject({ sessionIds: ['p'], count: 1 });
  expect(await left(api)).toEqual([{ sessionId: 'c', parent: null, messageCount: 1 }]);
  expect(api.raw((db) => db.prepare('PRAGMA foreign_key_check').all())).toEqual([]);
});

test('H3: of many deletions one that cannot be done spoils no other, and is named', async () => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'p');
      insertSession(db, 'c', { parent_session_id: 'p' });
      insertSession(db, 'x');
    },
  });
  const { deleteSessions } = await dataOf(
    api,
    `mutation { deleteSessions(input: { sessionIds: ["p", "nope", "x", "p"] }) {
      ... on DeleteSessionsPayload { deletedIds detachedIds answers { sessionId outcome } } } }`,
  );
  expect(deleteSessions).toEqual({
    deletedIds: ['p', 'x'],
    detachedIds: ['c'],
    answers: [
      { sessionId: 'p', outcome: 'DELETED' },
      { sessionId: 'nope', outcome: 'NOT_FOUND' },
      { sessionId: 'x', outcome: 'DELETED' },
      { sessionId: 'p', outcome: 'DELETED' },
    ],
  });
  expect(await left(api)).toEqual([{ sessionId: 'c', parent: null, messageCount: 0 }]);
});

test('H4: what was used a moment ago is spared by its last activity, and a dry run tells beforehand', async () => {
  const old = { started_at: NOW - 100 * DAY };
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'just ended', { ...old, ended_at: NOW - 1 });
      insertSession(db, 'just used', { started_at: NOW - 101 * DAY, ended_at: NOW - 100 * DAY });
      insertMessage(db, 'just used', 'user', 'x', { timestamp: NOW - 1 });
      insertSession(db, 'old', { started_at: NOW - 102 * DAY, ended_at: NOW - 95 * DAY });
      insertSession(db, 'young', { started_at: NOW - DAY, ended_at: NOW - 1 });
    },
  });
  const wouldGo = {
    sessionIds: ['old', 'just used', 'just ended'],
    count: 3,
    oldestStartedAt: '2026-02-15T20:26:40.000Z',
    newestStartedAt: '2026-02-17T20:26:40.000Z',
    dryRun: true,
  };
  expect(await prune(api, 'dryRun: true')).toEqual(wouldGo);
  const spared = await prune(api, 'basis: LAST_ACTIVE, dryRun: true');
  expect(spared).toEqual({
    sessionIds: ['old'],
    count: 1,
    oldestStartedAt: '2026-02-15T20:26:40.000Z',
    newestStartedAt: '2026-02-15T20:26:40.000Z',
    dryRun: true,
  });
  expect(await left(api)).toHaveLength(4);
  expect(await prune(api, 'basis: LAST_ACTIVE')).toEqual({ ...spared, dryRun: false });
  expect(await prune(api, '')).toMatchObject({ sessionIds: ['just used', 'just ended'] });
  expect(await left(api)).toEqual([{ sessionId: 'young', parent: null, messageCount: 0 }]);
});

test('H5: what nobody ended stays, and goes only when asked for and idle for so long', async () => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'idle', { started_at: NOW - 400 * DAY });
      insertSession(db, 'used', { started_at: NOW - 399 * DAY });
      insertMessage(db, 'used', 'user', 'x', { timestamp: NOW - DAY });
      insertSession(db, 'no time', { started_at: 'garbage' });
    },
  });
  expect(await prune(api, 'olderThanDays: 90')).toEqual({
    sessionIds: [],
    count: 0,
    oldestStartedAt: null,
    newestStartedAt: null,
    dryRun: false,
  });
  expect(await prune(api, 'olderThanDays: 90, includeNeverEnded: true')).toMatchObject({
    sessionIds: ['idle'],
  });
  expect(await left(api)).toMatchObject([{ sessionId: 'used' }, { sessionId: 'no time' }]);
});
