import { expect, test } from 'vitest';
import { dataOf } from '../support/api.js';
import { insertMessage, insertSession, openTestStore, TEST_NOW } from '../support/store.js';

const YEAR_2100 = 4_102_444_800;

test.each([
  ['just now', 0, 'ACTIVE'],
  ['almost five minutes ago', -299.9, 'ACTIVE'],
  ['five minutes ago', -300, 'IDLE'],
  ['by a clock that is almost five minutes fast', 299.9, 'ACTIVE'],
  ['by a clock that is five minutes fast', 300, 'IDLE'],
  ['in the year 2100', YEAR_2100 - TEST_NOW, 'IDLE'],
])('a session that was last active %s is in one state by all ways', async (_when, away, status) => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'a');
      insertMessage(db, 'a', 'user', 'x', { timestamp: TEST_NOW + away });
    },
  });
  const data = await dataOf(
    api,
    `query ($filter: SessionFilter) {
      session(sessionId: "a") { status conversation { status } }
      sessions(filter: $filter) { totalCount } conversations(filter: $filter) { totalCount }
      stats { activeSessionCount } }`,
    { filter: { status } },
  );
  expect(data).toEqual({
    session: { status, conversation: { status } },
    sessions: { totalCount: 1 },
    conversations: { totalCount: 1 },
    stats: { activeSessionCount: status === 'ACTIVE' ? 1 : 0 },
  });
});

test('one that was ended stays so, whenever it was last active', async () => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'a', { ended_at: TEST_NOW });
      insertMessage(db, 'a', 'user', 'x', { timestamp: YEAR_2100 });
    },
  });
  const { session } = await dataOf(api, '{ session(sessionId: "a") { status } }');
  expect(session.status).toBe('ENDED');
});
