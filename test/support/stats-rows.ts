import fc from 'fast-check';
import type { SessionFilter } from '../../src/domain/session.js';
import { insertMessage, insertRow, insertSession, type Columns } from './store.js';
import { openStatsStore, type StatsStore } from './stats.js';

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const time = fc.oneof(
  { weight: 8, arbitrary: fc.double({ min: 1.7e9, max: 1.71e9, noNaN: true }) },
  { weight: 1, arbitrary: fc.integer({ min: -3e9, max: 9e9 }) },
  { weight: 1, arbitrary: fc.constantFrom('soon', 5e246, -1e300) },
);
const counter = fc.oneof(fc.nat(1e6), fc.constant(null), fc.constant('many'));
const dollars = fc.oneof(
  fc.constant(null),
  fc.nat(400).map((quarters) => quarters / 4),
);

const session = fc.record({
  source: fc.constantFrom('cli', 'telegram', 'tool', ''),
  model: fc.constantFrom('m1', 'm2', '', null),
  billing_provider: fc.constantFrom('p', null),
  parent_session_id: fc.oneof(fc.constant(null), fc.constantFrom(...ids, 'gone')),
  started_at: time,
  ended_at: fc.oneof(fc.constant(null), time),
  end_reason: fc.constantFrom('compression', 'branched', 'user_exit', null),
  input_tokens: counter,
  output_tokens: counter,
  cache_read_tokens: counter,
  cache_write_tokens: counter,
  reasoning_tokens: counter,
  tool_call_count: counter,
  api_call_count: counter,
  estimated_cost_usd: dollars,
  actual_cost_usd: dollars,
  cost_status: fc.constantFrom('estimated', 'included', 'unknown', null),
});

const message = fc.record({
  session_id: fc.constantFrom(...ids, 'gone'),
  role: fc.constantFrom('user', 'assistant', 'tool', 'system'),
  timestamp: time,
  token_count: counter,
});

/** Rows of a store of schema 11. */
export const rows = fc.record({
  sessions: fc.array(session, { maxLength: ids.length }),
  messages: fc.array(message, { maxLength: 40 }),
});

/** Usage of a model, as newer files note it. */
const note = fc.record({
  session_id: fc.constantFrom(...ids, 'gone'),
  model: fc.constantFrom('m1', 'm2', 'm3', '', 'unknown'),
  task: fc.constantFrom('', '', 'title'),
  input_tokens: fc.nat(1e6),
  output_tokens: fc.nat(1e6),
  api_call_count: fc.nat(9),
  estimated_cost_usd: fc.nat(100).map((quarters) => quarters / 4),
  actual_cost_usd: fc.oneof(
    fc.constant(0),
    fc.nat(100).map((quarters) => quarters / 4),
  ),
});

/** Rows of a newer store, with usage by model, and messages taken back or compacted. */
export const newerRows = fc.record({
  sessions: fc.array(session, { maxLength: ids.length }),
  messages: fc.array(
    fc
      .tuple(message, fc.constantFrom([1, 0], [1, 0], [0, 0], [0, 1]))
      .map(([columns, [active, compacted]]) => ({ ...columns, active, compacted })),
    { maxLength: 40 },
  ),
  notes: fc.uniqueArray(note, {
    maxLength: 12,
    selector: ({ session_id, model, task }) => `${session_id} ${model} ${task}`,
  }),
});

/** Filters that admit some of these rows. */
export const filter: fc.Arbitrary<SessionFilter> = fc.record(
  {
    sources: fc.subarray(['cli', 'telegram', 'tool', '']),
    excludeSources: fc.subarray(['cli', 'telegram']),
    models: fc.subarray(['m1', 'm2', '']),
    providers: fc.constant(['p']),
    hasParent: fc.boolean(),
    status: fc.constantFrom('ACTIVE', 'IDLE', 'ENDED'),
    startedAt: fc.record({ from: fc.double({ min: 1.7e9, max: 1.705e9, noNaN: true }) }),
    messageCount: fc.record({ min: fc.nat(3) }),
    totalTokens: fc.record({ max: fc.nat(1e6) }),
    costUsd: fc.record({ min: fc.nat(50) }),
  },
  { requiredKeys: [] },
);

/** The rows of a store. */
export type Rows = {
  sessions: Columns[];
  messages: (Columns & { session_id: string; role: string })[];
  /** Only newer files hold these. */
  notes?: Columns[];
};

/** Makes a store of the rows, checks it, and closes it. */
export async function withStore(
  { sessions, messages, notes }: Rows,
  check: (store: StatsStore) => void | Promise<void>,
): Promise<void> {
  const closing: (() => Promise<void>)[] = [];
  const store = openStatsStore({
    after: (close) => void closing.push(close),
    ...(notes === undefined ? {} : { fixture: 'versions/v31.db' }),
    seed: (db) => {
      if (notes !== undefined) {
        db.pragma('foreign_keys = OFF');
        // The indexes of words are not looked at, and maintaining them takes most of the time.
        const triggers = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'trigger'`);
        for (const name of triggers.pluck().all()) db.exec(`DROP TRIGGER "${String(name)}"`);
        for (const table of ['session_model_usage', 'messages', 'sessions']) {
          db.exec(`DELETE FROM ${table}`);
        }
      }
      sessions.forEach((columns, place) => insertSession(db, ids[place]!, columns));
      for (const { session_id, role, ...columns } of messages) {
        insertMessage(db, session_id, role, 'text', columns);
      }
      for (const columns of notes ?? []) {
        insertRow(db, 'session_model_usage', { first_seen: 1, last_seen: 1, ...columns });
      }
    },
  });
  try {
    await check(store);
  } finally {
    for (const close of closing.reverse()) await close();
  }
}
