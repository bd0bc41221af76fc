import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SESSION_ORDER_FIELDS } from '../../src/domain/session.js';
import { dataOf } from '../support/api.js';
import { insertMessage, insertSession, openTestStore, type TestStore } from '../support/store.js';

const garbage = fc.constantFrom(null, 'not a number', 5e246, -1, 0);
const time = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1000, max: 1010 }) }, garbage);
const sessionRow = fc.record({
  source: fc.constantFrom('cli', 'telegram', 'cron'),
  model: fc.constantFrom(null, 'm1', 'm2'),
  title: fc.constantFrom(null, '', 'x', 'X', '100% done', '100 percent'),
  started_at: time.map((value) => value ?? 'NULL is not allowed'),
  ended_at: time,
  end_reason: fc.constantFrom(null, 'compression', 'branched', 'user_exit'),
  parent: fc.option(fc.nat(14), { nil: null }),
  tool_call_count: fc.constantFrom(0, 1, 2, null),
  input_tokens: fc.constantFrom(0, 10, null, 2n ** 62n),
  output_tokens: fc.constantFrom(0, 5, 2n ** 62n),
  estimated_cost_usd: fc.constantFrom(null, 0, 1.5),
  actual_cost_usd: fc.constantFrom(null, 0, 2.5),
  messages: fc.array(time, { maxLength: 3 }),
});
const rows = fc.array(sessionRow, { minLength: 1, maxLength: 15 });

const filter = fc.record(
  {
    sources: fc.subarray(['cli', 'telegram', 'nope']),
    excludeSources: fc.subarray(['cli', 'cron']),
    models: fc.subarray(['m1', 'm2']),
    hasParent: fc.boolean(),
    hasTitle: fc.boolean(),
    titleContains: fc.constantFrom('x', '%', '_', ''),
    status: fc.constantFrom('ACTIVE', 'IDLE', 'ENDED'),
    messageCount: fc.record({ min: fc.nat(2), max: fc.nat(3) }, { requiredKeys: [] }),
    totalTokens: fc.record({ min: fc.nat(12) }),
    costUsd: fc.record({ max: fc.constantFrom(0, 2) }),
  },
  { requiredKeys: [] },
);
const order = fc.record({
  field: fc.constantFrom(...SESSION_ORDER_FIELDS),
  direction: fc.constantFrom('ASC', 'DESC'),
});

type Rows = typeof rows extends fc.Arbitrary<infer Value> ? Value : never;

function fill(sessions: Rows): TestStore {
  const titles = new Set<string>();
  return openTestStore({
    after: () => undefined,
    seed: (db) => {
      sessions.forEach(({ messages, parent, title, ...row }, n) => {
        const unique = title === null || titles.has(title) ? null : title;
        if (unique !== null) titles.add(unique);
        const parentId = parent === null ? null : `s${parent}`;
        insertSession(db, `s${n}`, { ...row, title: unique, parent_session_id: parentId });
        for (const timestamp of messages) {
          insertMessage(db, `s${n}`, 'user', 'x', { timestamp: timestamp ?? 'garbage' });
        }
      });
    },
  });
}

async function pages(
  api: TestStore,
  list: string,
  variables: Record<string, unknown>,
  backwards: boolean,
): Promise<{ ids: string[]; totalCount: number }> {
  const size = backwards ? 'last' : 'first';
  const from = backwards ? 'before' : 'after';
  const ids: string[] = [];
  let cursor: string | null = null;
  for (;;) {
    const data = await dataOf(
      api,
      `query ($filter: SessionFilter, $orderBy: SessionOrder, $cursor: String) {
        list: ${list}(filter: $filter, orderBy: $orderBy, ${size}: 4, ${from}: $cursor) {
          totalCount nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
      { ...variables, cursor },
    );
    const { nodes, pageInfo, totalCount } = data.list;
    const page = nodes.map((node: { id: string }) => node.id);
    ids[backwards ? 'unshift' : 'push'](...page);
    if (!(backwards ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) return { ids, totalCount };
    cursor = backwards ? pageInfo.startCursor : pageInfo.endCursor;
  }
}

test.each(['sessions', 'conversations'])(
  '%s: forwards and backwards reach the same rows once each, as many as totalCount says',
  async (list) => {
    await fc.assert(
      fc.asyncProperty(rows, filter, order, async (sessions, admitted, orderBy) => {
        const api = fill(sessions);
        try {
          const variables = { filter: admitted, orderBy };
          const forwards = await pages(api, list, variables, false);
          const backwards = await pages(api, list, variables, true);
          expect(new Set(forwards.ids).size).toBe(forwards.ids.length);
          expect(forwards.ids).toHaveLength(forwards.totalCount);
          expect(backwards).toEqual(forwards);
        } finally {
          await api.close();
        }
      }),
      { numRuns: 60 },
    );
  },
  120_000,
);

test('a list stays whole while rows come and go between its pages', async () => {
  const api = openTestStore({
    seed: (db) => {
      for (let n = 10; n < 30; n += 1) insertSession(db, `s${n}`, { started_at: 1000 + n });
    },
  });
  const page = async (after: string | null) => {
    const { sessions } = await dataOf(
      api,
      'query ($after: String) { sessions(first: 5, after: $after) { nodes { sessionId } pageInfo { endCursor } } }',
      { after },
    );
    return sessions;
  };
  const first = await page(null);
  expect(first.nodes.map((node: any) => node.sessionId)).toEqual([
    's29',
    's28',
    's27',
    's26',
    's25',
  ]);
  api.raw((db) => {
    db.prepare("DELETE FROM sessions WHERE id IN ('s25', 's23')").run();
    insertSession(db, 'newer', { started_at: 5000 });
  });
  const second = await page(first.pageInfo.endCursor);
  expect(second.nodes.map((node: any) => node.sessionId)).toEqual([
    's24',
    's22',
    's21',
    's20',
    's19',
  ]);
});
