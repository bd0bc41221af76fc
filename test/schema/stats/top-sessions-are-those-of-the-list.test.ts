import { expect, test } from 'vitest';
import { dataOf } from '../../support/api.js';
import { insertSession, openTestStore } from '../../support/store.js';

const ORDERS = {
  MESSAGES: 'MESSAGE_COUNT',
  TOKENS: 'TOTAL_TOKENS',
  COST: 'COST',
  DURATION: 'DURATION',
  TOOL_CALLS: 'TOOL_CALL_COUNT',
};

test.each(Object.entries(ORDERS))(
  'by %s, whatever counters, costs and ids the file holds',
  async (by, field) => {
    const store = openTestStore({
      seed: (db) => {
        const counters = [2n ** 53n, 2n ** 53n + 10n, 2n ** 62n, 2n ** 53n - 1n, -5n, 1e300];
        counters.forEach((many, place) =>
          insertSession(db, `s${place}`, { input_tokens: many, tool_call_count: many }),
        );
        for (const id of ['\uff21', '\u{1f600}', 'é', 'z']) {
          insertSession(db, id, { input_tokens: 7, ended_at: 1100 });
        }
        [Infinity, -Infinity, 1.7e308, 1.7e308, 0, null].forEach((actual_cost_usd, place) =>
          insertSession(db, `c${place}`, { actual_cost_usd }),
        );
      },
    });
    const data = await dataOf(
      store,
      `{ stats { topSessions(by: ${by}, first: 200) { sessionId } }
         sessions(orderBy: { field: ${field} }, first: 200) {
           nodes { sessionId cost { usd } durationSeconds } } }`,
    );
    const value = { COST: 'usd', DURATION: 'durationSeconds' }[by];
    const listed = data.sessions.nodes
      .map((session: any) => ({ ...session, usd: session.cost.usd }))
      .filter((session: any) => value === undefined || session[value] !== null);
    expect(listed.length).toBeGreaterThan(2);
    expect(data.stats.topSessions.map((session: any) => session.sessionId)).toEqual(
      listed.map((session: any) => session.sessionId),
    );
  },
);
