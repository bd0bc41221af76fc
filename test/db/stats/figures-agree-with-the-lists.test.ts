import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sumCosts } from '../../../src/domain/cost.js';
import type { SessionFilter } from '../../../src/domain/session.js';
import { sessionUsage, sumUsage } from '../../../src/domain/usage.js';
import type { StatsStore } from '../../support/stats.js';
import { filter, newerRows, rows, withStore, type Rows } from '../../support/stats-rows.js';

/** Milliseconds; each run makes a store of its own. */
const TIMEOUT = 60_000;

/** The totals are those of the rows that the list of this filter holds. */
async function expectList(
  { scan, store, clock }: StatsStore,
  admitted: SessionFilter,
): Promise<void> {
  const totals = scan(admitted).sessions.totals();
  const order = { field: 'STARTED_AT', direction: 'DESC' } as const;
  const page = { limit: 200, fromEnd: false, after: null, before: null };
  const found = await store.sessionPage(admitted, order, page);
  const items = found.items.map(({ row }) => row);
  expect(totals.sessionCount).toBe(items.length);
  expect(totals.usage).toEqual(sumUsage(items.map(sessionUsage)));
  expect(totals.cost).toEqual(sumCosts(items));
  const messages = await store.messageCounts(items.map((session) => session.id));
  expect(totals.messageCount).toBe(messages.reduce((sum, count) => sum + count, 0));
  expect(totals.conversationCount).toBe(await store.conversationTotal(admitted));
  const all = scan().sessions;
  expect(all.activeCount(clock())).toBe(await store.sessionTotal({ status: 'ACTIVE' }));
  expect(all.endedCount()).toBe(await store.sessionTotal({ status: 'ENDED' }));
}

describe.each([
  ['in a store of schema 11', rows],
  ['in a newer one, which notes models and keeps what was taken back', newerRows],
])('%s', (_, stores: fc.Arbitrary<Rows>) => {
  test(
    'figures agree with what the lists of sessions and conversations hold',
    async () => {
      await fc.assert(
        fc.asyncProperty(stores, filter, (stored, admitted) =>
          withStore(stored, (store) => expectList(store, admitted)),
        ),
        { numRuns: 40 },
      );
    },
    TIMEOUT,
  );
});
