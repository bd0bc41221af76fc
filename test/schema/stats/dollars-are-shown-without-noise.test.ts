import { expect, test } from 'vitest';
import { ask, dataOf } from '../../support/api.js';
import { insertSession, openTestStore } from '../../support/store.js';

const MONEY = 'cost { usd actualUsd estimatedUsd }';

test('of a session, of a conversation, of groups and of all', async () => {
  const store = openTestStore({
    seed: (db) => insertSession(db, 'a', { actual_cost_usd: 0.12933499999999998 }),
  });
  const { session, conversations, stats } = await dataOf(
    store,
    `{ session(sessionId: "a") { ${MONEY} } conversations { nodes { ${MONEY} } }
       stats { ${MONEY} byModel { ${MONEY} } series { ${MONEY} } } }`,
  );
  const cost = { usd: 0.129335, actualUsd: 0.129335, estimatedUsd: null };
  expect(session.cost).toEqual(cost);
  expect(conversations.nodes).toEqual([{ cost }]);
  expect(stats).toEqual({ cost, byModel: [{ cost }], series: [{ cost }] });
});

test('ten times ten cents is a dollar', async () => {
  const store = openTestStore({
    seed: (db) => {
      for (let n = 0; n < 10; n += 1) insertSession(db, `s${n}`, { actual_cost_usd: 0.1 });
    },
  });
  expect((await dataOf(store, `{ stats { ${MONEY} } }`)).stats.cost.usd).toBe(1);
});

test('dollars that are no number are unknown, and sums beyond all measure no error', async () => {
  const store = openTestStore({
    seed: (db) => {
      insertSession(db, 'a', {
        actual_cost_usd: 1.7e308,
        ended_at: 1100,
        end_reason: 'compression',
      });
      insertSession(db, 'b', {
        actual_cost_usd: 1.7e308,
        started_at: 1100,
        parent_session_id: 'a',
      });
      insertSession(db, 'c', { actual_cost_usd: Infinity, estimated_cost_usd: -Infinity });
    },
  });
  const { data, errors } = await ask(
    store,
    `{ session(sessionId: "c") { ${MONEY} } conversations { nodes { ${MONEY} } }
       stats { cost { usd unknownSessions } } }`,
  );
  expect(errors).toEqual([]);
  expect(data.session.cost).toEqual({ usd: null, actualUsd: null, estimatedUsd: null });
  expect(data.conversations.nodes).toHaveLength(2);
  expect(data.stats.cost).toEqual({ usd: Number.MAX_VALUE, unknownSessions: 1 });
});

test('a subscription that took over leaves the estimate of before, in every figure alike', async () => {
  const store = openTestStore({
    seed: (db) => insertSession(db, 'a', { estimated_cost_usd: 0.3, cost_status: 'included' }),
  });
  const { session, conversations, stats } = await dataOf(
    store,
    `{ session(sessionId: "a") { cost { usd basis estimatedUsd } }
       conversations { nodes { ${MONEY} } } stats { ${MONEY} } }`,
  );
  expect(session.cost).toEqual({ usd: 0.3, basis: 'INCLUDED', estimatedUsd: 0.3 });
  const cost = { usd: 0.3, actualUsd: null, estimatedUsd: 0.3 };
  expect([conversations.nodes[0], stats]).toEqual([{ cost }, { cost }]);
});
