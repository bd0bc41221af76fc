import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SESSION_ORDER_FIELDS } from '../../src/domain/session.js';
import { dataOf } from '../support/api.js';
import { pages } from '../support/pages.js';
import {
  insertMessage,
  insertSession,
  openTestStore,
  testClock,
  type TestStore,
} from '../support/store.js';

/** Bytes that are a text of the file, or a BLOB: JavaScript holds neither as the file does. */
type Stored = { text: string } | { blob: string };

const MORE_THAN_EXACT = 2n ** 53n + 1n;
const garbage = fc.constantFrom(null, 'not a number', 5e246, -1, 0);
const time = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1000, max: 1010 }) }, garbage);
const dollars = fc.constantFrom(null, 0, 1.5, 2.5, 0.1, Infinity, -Infinity, 1.7e308, 'free');
const counter = fc.constantFrom(
  0,
  1,
  2,
  null,
  1.5,
  -Infinity,
  MORE_THAN_EXACT,
  MORE_THAN_EXACT + 2n,
);
const title = fc.constantFrom<string | null | Stored>(
  ...[null, '', 'x', 'X', '100% done', '100 percent', '\uFFFD', '\u0000text:00'],
  ...[{ text: '68c5' }, { text: '68c3' }, { text: '68c5c5' }, { blob: '00ff' }, { blob: '78' }],
);
const sessionRow = fc.record({
  source: fc.constantFrom('cli', 'telegram', 'cron'),
  model: fc.constantFrom(null, 'm1', 'm2'),
  user_id: fc.constantFrom(null, 'u1', 'u2'),
  billing_provider: fc.constantFrom(null, 'p1', 'p2'),
  title,
  started_at: time.map((value) => value ?? 'NULL is not allowed'),
  ended_at: time,
  end_reason: fc.constantFrom(null, 'compression', 'branched', 'user_exit'),
  parent: fc.option(fc.nat(14), { nil: null }),
  tool_call_count: counter,
  input_tokens: fc.constantFrom(0, 10, null, 2n ** 62n, Infinity),
  output_tokens: fc.constantFrom(0, 5, 2n ** 62n, -Infinity),
  estimated_cost_usd: dollars,
  actual_cost_usd: dollars,
  cost_status: fc.constantFrom(null, 'estimated', 'included', 'unknown'),
  archived: fc.constantFrom(null, 0, 1),
  pinned: fc.constantFrom(null, 0, 1),
  messages: fc.array(time, { maxLength: 3 }),
});
const rows = fc.array(sessionRow, { minLength: 1, maxLength: 15 });

const instant = fc
  .integer({ min: 999, max: 1011 })
  .map((seconds) => new Date(seconds * 1000).toISOString());
const times = fc.record({ from: instant, until: instant }, { requiredKeys: [] });
const someIds = fc.subarray(['s0', 's1', 's2', 's3', 'nope']);
const filter = fc.record(
  {
    sessionIds: someIds,
    excludeSessionIds: someIds,
    sources: fc.subarray(['cli', 'telegram', 'nope']),
    excludeSources: fc.subarray(['cli', 'cron']),
    models: fc.subarray(['m1', 'm2']),
    providers: fc.subarray(['p1', 'nope']),
    userIds: fc.subarray(['u1', 'u2']),
    endReasons: fc.subarray(['compression', 'user_exit']),
    hasParent: fc.boolean(),
    parentSessionId: fc.constantFrom('s0', 's1', 'nope'),
    hasTitle: fc.boolean(),
    titleContains: fc.constantFrom('x', '%', '_', ''),
    status: fc.constantFrom('ACTIVE', 'IDLE', 'ENDED'),
    startedAt: times,
    lastActiveAt: times,
    messageCount: fc.record({ min: fc.nat(2), max: fc.nat(3) }, { requiredKeys: [] }),
    toolCallCount: fc.record({ min: fc.nat(2), max: fc.nat(3) }, { requiredKeys: [] }),
    totalTokens: fc.record({ min: fc.nat(12) }),
    costUsd: fc.record({ max: fc.constantFrom(0, 2) }),
    archived: fc.boolean(),
    pinned: fc.boolean(),
  },
  { requiredKeys: [] },
);
/** Few conditions at once, so that something is admitted. */
const someOf = filter.chain((whole) =>
  fc
    .subarray(Object.entries(whole), { maxLength: 2 })
    .map((entries) => Object.fromEntries(entries)),
);
const order = fc.record({
  field: fc.constantFrom(...SESSION_ORDER_FIELDS),
  direction: fc.constantFrom('ASC', 'DESC'),
});

type Rows = typeof rows extends fc.Arbitrary<infer Value> ? Value : never;

/** A store with these sessions, and with those of a fixture of another layout. */
function fill(sessions: Rows, fixture: string | null): TestStore {
  const titles = new Set<string>();
  return openTestStore({
    ...(fixture === null ? {} : { fixture }),
    clock: testClock(1300),
    after: () => undefined,
    seed: (db) => {
      const setTitle = db.prepare('UPDATE sessions SET title = CAST(? AS TEXT) WHERE id = ?');
      sessions.forEach(({ messages, parent, title: given, archived, pinned, ...row }, n) => {
        const name = JSON.stringify(given);
        const unique = titles.has(name) ? null : given;
        titles.add(name);
        insertSession(db, `s${n}`, {
          ...row,
          ...(fixture === null ? {} : { archived: archived ?? 0, pinned: pinned ?? 0 }),
          title: typeof unique === 'string' ? unique : null,
          parent_session_id: parent === null ? null : `s${parent}`,
        });
        if (unique !== null && typeof unique === 'object') {
          if ('text' in unique) setTitle.run(Buffer.from(unique.text, 'hex'), `s${n}`);
          else
            db.prepare('UPDATE sessions SET title = ? WHERE id = ?').run(
              Buffer.from(unique.blob, 'hex'),
              `s${n}`,
            );
        }
        for (const timestamp of messages) {
          insertMessage(db, `s${n}`, 'user', 'x', { timestamp: timestamp ?? 'garbage' });
        }
      });
    },
  });
}

test.each([
  ['sessions', null, 60],
  ['conversations', null, 60],
  ['sessions', 'versions/v31.db', 25],
  ['conversations', 'versions/v31.db', 25],
])(
  '%s: forwards and backwards reach the same rows once each, as many as totalCount says (%s)',
  async (list, fixture, numRuns) => {
    await fc.assert(
      fc.asyncProperty(rows, someOf, order, async (sessions, admitted, orderBy) => {
        const api = fill(sessions, fixture);
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
      { numRuns },
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
