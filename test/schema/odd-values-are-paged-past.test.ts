import type { Database } from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { SESSION_ORDER_FIELDS } from '../../src/domain/session.js';
import { dataOf } from '../support/api.js';
import { pages } from '../support/pages.js';
import { insertSession, openTestStore, type TestStore } from '../support/store.js';

describe('one by one, a list ends and misses nothing', () => {
  const EACH = Array.from({ length: 12 }, (_, n) => `t${String(n).padStart(2, '0')}`);
  const store = (odd: (db: Database) => void) =>
    openTestStore({
      seed: (db) => {
        EACH.forEach((id, n) =>
          insertSession(db, id, {
            title: `title ${n}`,
            tool_call_count: n,
            estimated_cost_usd: n,
            cost_status: 'estimated',
          }),
        );
        odd(db);
      },
    });
  const check = async (api: TestStore, field: string) => {
    for (const list of ['sessions', 'conversations']) {
      for (const direction of ['ASC', 'DESC']) {
        const variables = { orderBy: { field, direction } };
        const forwards = await pages(api, list, variables, false, 1);
        expect(forwards.ids, `${list} ${direction}`).toHaveLength(EACH.length);
        expect(await pages(api, list, variables, true, 1)).toEqual(forwards);
      }
    }
  };

  test('where counters lie beyond what JavaScript counts', async () => {
    const api = store((db) => {
      const set = db.prepare('UPDATE sessions SET tool_call_count = ? WHERE id = ?');
      EACH.slice(0, 4).forEach((id, n) => set.run(2n ** 53n + 1n + 2n * BigInt(n), id));
    });
    await check(api, 'TOOL_CALL_COUNT');
  });

  test('where titles are no UTF-8, or BLOBs', async () => {
    const api = store((db) => {
      const set = db.prepare("UPDATE sessions SET title = CAST(x'68c5' AS TEXT) WHERE id = ?");
      set.run('t03');
      db.prepare("UPDATE sessions SET title = x'68c5ff' WHERE id = 't04'").run();
    });
    await check(api, 'TITLE');
  });

  test('where costs are infinite: those are unknown', async () => {
    const api = store((db) => {
      db.exec("UPDATE sessions SET estimated_cost_usd = 9e999 WHERE id IN ('t03', 't04')");
      db.exec("UPDATE sessions SET actual_cost_usd = -9e999 WHERE id = 't05'");
    });
    await check(api, 'COST');
    const { infinite, other, admitted } = await dataOf(
      api,
      `{ infinite: session(sessionId: "t03") { cost { usd basis estimatedUsd } conversation { cost { usd unknownSessions } } }
         other: session(sessionId: "t05") { cost { usd basis actualUsd } }
         admitted: sessions(filter: { costUsd: { min: 0 } }) { totalCount } }`,
    );
    expect(infinite).toEqual({
      cost: { usd: null, basis: 'UNKNOWN', estimatedUsd: null },
      conversation: { cost: { usd: null, unknownSessions: 1 } },
    });
    expect(other).toEqual({ cost: { usd: 5, basis: 'ESTIMATED', actualUsd: null } });
    expect(admitted.totalCount).toBe(10);
  });

  test('where ids are no UTF-8, or BLOBs', async () => {
    const api = store((db) => {
      db.exec("UPDATE sessions SET id = CAST(x'68c5' AS TEXT) WHERE id = 't03'");
      db.exec("UPDATE sessions SET id = x'68c3' WHERE id = 't04'");
      db.exec("UPDATE sessions SET id = CAST(x'00' AS TEXT) || 'blob:00' WHERE id = 't05'");
    });
    for (const field of SESSION_ORDER_FIELDS) await check(api, field);
  });
});
