import { describe, expect, it } from 'vitest';
import type { SessionStore } from '../../../src/db/store.js';
import type { SessionOrder } from '../../../src/domain/session.js';
import {
  golden,
  insertSeed,
  withoutNulls,
  type GoldenSeed,
  type GoldenValue,
} from '../../support/golden.js';
import { ReferenceStore } from '../../support/reference-store.js';
import { openTestStore, testClock } from '../../support/store.js';

type Row = Record<string, GoldenValue>;

interface Listing {
  args: {
    source?: string;
    exclude_sources?: string[];
    limit?: number;
    offset?: number;
    include_children?: boolean;
    project_compression_tips?: boolean;
    order_by_last_active?: boolean;
  };
  ids: string[];
  result: Row[];
}

interface Lists {
  seed: GoldenSeed;
  list_sessions_rich: Listing[];
  search_sessions: Listing[];
  get_compression_tip: { session_id: string | null; result: string | null }[];
  _get_session_rich_row: { session_id: string; result: Row | null }[];
  session_count: { args: { source?: string }; result: number }[];
  message_count: { args: { session_id?: string }; result: number }[];
}

const file = golden('list_sessions') as Lists;

/** A session whose parent's row is gone: ours lists it, for nothing may be hidden for ever. */
const LISTED_BY_OURS = 'orphan';

/**
 * Cells that are meant to differ. Of structured content a preview shows the text; messages are in the
 * order of their ids, for clocks go back; and a session without messages was last active at its end.
 */
const DIFFERENCES: Record<string, Row> = {
  mm: { preview: 'look at this [image]' },
  tg_long: { preview: `${'x'.repeat(60)}...` },
  comp_two: { last_active: 1780000058 },
  comp_earlychild: { last_active: 1780000056 },
  comp_nochild: { last_active: 1780000051 },
  br_parent2: { last_active: 1780000048 },
  br_parent: { last_active: 1780000045 },
};

function open() {
  const clock = testClock();
  const { store } = openTestStore({ seed: (db) => insertSeed(db, file.seed), clock });
  return { store, reference: new ReferenceStore(store, clock, 0) };
}

/** The reference's own list of conversations, or of all sessions, said in our verbs. */
async function list(
  store: SessionStore,
  { args }: Listing,
): Promise<{ id: string; root: string }[]> {
  const filter = {
    ...(args.source ? { sources: [args.source] } : {}),
    excludeSources: args.exclude_sources ?? [],
  };
  const order: SessionOrder = {
    field: args.order_by_last_active ? 'LAST_ACTIVE_AT' : 'STARTED_AT',
    direction: 'DESC',
  };
  const all = { limit: 1000, fromEnd: false, after: null, before: null };
  const roots = args.include_children
    ? (await store.sessionPage(filter, order, all)).items.map(({ row }) => row.id)
    : (await store.conversationPage(filter, order, all)).items.map(({ row }) => row.head_id);
  const tips = await store.tipIds(roots);
  const projects = !args.include_children && args.project_compression_tips !== false;
  return roots.map((root, index) => ({ id: (projects && tips[index]) || root, root }));
}

/** Rows with the reference's own keys: of a conversation some cells are its tip's. */
async function rich(reference: ReferenceStore, id: string, root: string): Promise<Row> {
  const [tip = {}] = await reference.richSessions([{ id }]);
  const [head = {}] = await reference.richSessions([{ id: root }]);
  const projected = Object.fromEntries(TIP_CELLS.map((cell) => [cell, tip[cell]]));
  const whole = id === root ? head : { ...head, ...projected, _lineage_root_id: root };
  return withoutNulls(whole as Row);
}

const TIP_CELLS = [
  'id',
  'ended_at',
  'end_reason',
  'message_count',
  'tool_call_count',
  'title',
  'last_active',
  'preview',
  'model',
  'system_prompt',
];

function cut<Item>(items: Item[], { limit = 20, offset = 0 }: Listing['args']): Item[] {
  return items.slice(offset, limit < 0 ? undefined : offset + limit);
}

function idOf(row: Row): string {
  return row['id'] as string;
}

function withoutPreview(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([cell]) => cell !== 'preview'));
}

/** The reference's rows with the cells that are meant to differ. */
function meant(rows: readonly Row[]): Row[] {
  return rows.map((row) => ({ ...row, ...DIFFERENCES[idOf(row)] }));
}

/**
 * Ours orders by what it shows as last activity, then by id. The reference orders a conversation by
 * the liveliest of all that continue it, also of those that were given up.
 */
function byLastActive(rows: readonly Row[]): Row[] {
  return [...rows].sort(
    (a, b) => Number(b['last_active']) - Number(a['last_active']) || (idOf(a) < idOf(b) ? 1 : -1),
  );
}

describe('the list of conversations', () => {
  const whole = ({ args, result }: Listing): readonly Row[] => {
    const key = (all: Listing['args']) => JSON.stringify({ ...all, limit: 100, offset: 0 });
    const same = (other: Listing) => other.args.limit === 100 && key(other.args) === key(args);
    return file.list_sessions_rich.find(same)?.result ?? result;
  };

  it.each(file.list_sessions_rich)('$args', async (listing) => {
    const { store, reference } = open();
    const ours = await list(store, listing);
    const listed = ours.filter(({ id }) => listing.args.include_children || id !== LISTED_BY_OURS);
    const rows = [];
    for (const { id, root } of cut(listed, listing.args))
      rows.push(await rich(reference, id, root));
    const expected = listing.args.order_by_last_active
      ? cut(byLastActive(meant(whole(listing))), listing.args)
      : meant(listing.result);
    expect(rows).toEqual(expected);
  });

  it('has the session whose parent is gone', async () => {
    const { store } = open();
    const ids = (await list(store, { args: {}, ids: [], result: [] })).map(({ id }) => id);
    expect(ids).toContain(LISTED_BY_OURS);
  });
});

describe('the plain list of sessions', () => {
  const everything = file.search_sessions.find(({ args }) => args.limit === -1)?.result ?? [];

  it.each(file.search_sessions)('$args', async ({ args }) => {
    const { store, reference } = open();
    const plain = { ...args, include_children: true, order_by_last_active: true };
    const ours = cut(await list(store, { args: plain, ids: [], result: [] }), args);
    const rows = [];
    for (const { id } of ours) {
      rows.push(withoutPreview(await rich(reference, id, id)));
    }
    const expected = byLastActive(
      meant(everything.filter(({ source }) => !args.source || source === args.source)),
    ).map(withoutPreview);
    expect(rows).toEqual(cut(expected, args));
  });
});

describe('single answers', () => {
  it.each(file.get_compression_tip)('the tip of $session_id is $result', async (one) => {
    // No id at all is not an input of ours.
    const id = one.session_id ?? 'nope';
    const { store } = open();
    expect((await store.tipIds([id]))[0]).toBe(one.result ?? 'nope');
  });

  it.each(file._get_session_rich_row)(
    'the row of $session_id',
    async ({ session_id: id, result }) => {
      const { reference } = open();
      const [row] = await reference.richSessions([{ id }]);
      expect(row === undefined ? null : withoutNulls(row as Row)).toEqual(result);
    },
  );

  it.each(file.session_count)('the number of sessions of $args', async ({ args, result }) => {
    expect(await open().reference.call('session_count', args)).toBe(result);
  });

  it.each(file.message_count)('the number of messages of $args', async ({ args, result }) => {
    expect(await open().reference.call('message_count', args)).toBe(result);
  });
});
