import { describe, expect, it } from 'vitest';
import {
  golden,
  insertSeed,
  type GoldenSeed,
  type GoldenStep,
  type GoldenValue,
} from '../../support/golden.js';
import { ReferenceError, ReferenceStore } from '../../support/reference-store.js';
import { insertSession, openTestStore, testClock } from '../../support/store.js';

describe('setting titles', () => {
  const { steps } = golden('set_title') as { steps: GoldenStep[] };

  it('answers every call as the reference does', async () => {
    const clock = testClock();
    const { store, raw } = openTestStore({ clock });
    const reference = new ReferenceStore(store, clock, 0);
    for (const id of ['a', 'b']) await store.createSession({ sessionId: id, source: 'cli' });
    for (const [place, { method, args = [], result, error }] of steps.entries()) {
      const [id = null, title = null] = args;
      const name = `step ${place}: ${method} ${JSON.stringify(args)}`;
      if (method === 'get_session_by_title') {
        const query = 'SELECT id FROM sessions WHERE title = ?';
        expect(raw((db) => db.prepare(query).get(id)) ?? null, name).toEqual(result);
        continue;
      }
      const answer = await reference
        .call(method, { session_id: id, title })
        .then((value) => ({ result: value }), asGoldenError);
      expect(answer, name).toEqual(error === undefined ? { result } : { error });
    }
  });
});

describe('resolving a title', () => {
  interface Case {
    sessions: { id: string; title: string; started_at: number }[];
    title: string;
    resolve: { result: string | null };
    get_session_by_title_id: string | null;
  }
  const { cases } = golden('resolve_title') as { cases: Case[] };

  /**
   * Where ours is meant to differ: a title names sessions titled exactly so or `title #N` with ASCII
   * digits, in the same case, and the one started last; equal starts are told apart by the id.
   */
  const DIFFERENCES: Record<string, string | null> = {
    'X: a=X@9 b=X #2@2': 'a',
    'Fix Docker: a=Fix Docker@1 b=fix docker #2@2': 'a',
    'fix docker: b=Fix Docker #2@2': null,
    'X: a=X@1 b=X #draft@2': 'a',
    'X: a=X@1 b=X #2 #2@2': 'a',
    'X: a=X@1 b=X #2@5 c=X #3@5': 'c',
  };
  const nameOf = ({ title, sessions }: Case) =>
    [`${title}:`, ...sessions.map((s) => `${s.id}=${s.title}@${s.started_at}`)].join(' ');

  it.each(cases.map((one) => ({ name: nameOf(one), ...one })))('$name', async (one) => {
    const { store } = openTestStore({
      seed: (db) => {
        for (const { id, ...columns } of one.sessions) insertSession(db, id, columns);
      },
    });
    const expected = one.name in DIFFERENCES ? DIFFERENCES[one.name] : one.resolve.result;
    expect((await store.sessionByTitle(one.title))?.id ?? null).toBe(expected);
  });

  it('has the cases that differences are listed for', () => {
    const names = cases.map(nameOf);
    expect(Object.keys(DIFFERENCES).filter((name) => !names.includes(name))).toEqual([]);
  });
});

describe('the next title', () => {
  interface Case {
    existing_titles: string[];
    base_title: string;
    result: string;
  }
  const { cases } = golden('next_title') as { cases: Case[] };

  it.each(cases)('$base_title with $existing_titles', async (one) => {
    const { store } = openTestStore({
      seed: (db) =>
        one.existing_titles.forEach((title, index) => insertSession(db, `s${index}`, { title })),
    });
    expect(await store.nextTitle(one.base_title)).toBe(one.result);
  });
});

describe('resolving an id or its start', () => {
  interface Ids {
    ids: string[];
    cases: { input: string; result: string | null }[];
  }
  const { single_row_db: single, ...many } = golden('resolve_session_id') as Ids & {
    single_row_db: Ids;
  };
  /** The empty text names nothing, also where there is only one session. */
  const NAMES_NOTHING = '';

  it.each([
    ['many sessions', many],
    ['one session', single],
  ])('with %s', async (_, { ids, cases }) => {
    const { store } = openTestStore({
      seed: (db) => ids.forEach((id, index) => insertSession(db, id, { started_at: index })),
    });
    for (const { input, result } of cases) {
      const [first, second] = await store.sessionsByPrefix(input, 2);
      const resolved = first?.id === input || second === undefined ? (first?.id ?? null) : null;
      expect(resolved, JSON.stringify(input)).toBe(input === NAMES_NOTHING ? null : result);
    }
  });
});

describe('lineage', () => {
  interface Case {
    session_id: string | null;
    root_to_tip: string[];
    resolve_resume: string;
  }
  interface Lineage {
    cases: Case[];
    seed2: GoldenSeed;
    cases2: Case[];
    depth_caps: Record<string, GoldenValue>;
  }
  const file = golden('lineage') as Lineage;
  const listing = golden('list_sessions') as { seed: GoldenSeed };

  it.each([
    ['of the sessions that are listed', listing.seed, file.cases],
    ['of cycles and ties', file.seed2, file.cases2],
  ])('%s leads from the root to the session, and to the one to resume', async (_, seed, cases) => {
    const { store } = openTestStore({ seed: (db) => insertSeed(db, seed) });
    const known = seed.sessions?.map((session) => session['id']) ?? [];
    for (const { session_id: id, root_to_tip: chain, resolve_resume: resume } of cases) {
      // No id at all is not an input of ours.
      if (id === null) continue;
      const ancestors = (await store.ancestorIds([id]))[0] ?? [];
      // The reference names a parent whose row is gone; it has no messages, and ours leaves it out.
      const expected = chain.filter((each) => each === id || known.includes(each));
      expect([...ancestors].reverse().concat(id), id).toEqual(expected);
      expect(await store.resumableId(id), id).toBe(resume);
    }
  });

  it('has no end but its own: a chain of 130 is followed whole, where the reference stops at 100', async () => {
    const caps = file.depth_caps;
    const { store } = openTestStore({
      seed: (db) => {
        for (let depth = 0; depth < 130; depth += 1) {
          insertSession(db, `d${depth}`, {
            started_at: depth,
            ended_at: depth + 1,
            end_reason: 'compression',
            parent_session_id: depth === 0 ? null : `d${depth - 1}`,
          });
        }
        db.exec(`INSERT INTO messages (session_id, role, timestamp) VALUES ('d129', 'user', 1)`);
      },
    });
    expect(await store.tipIds(['d0'])).toEqual(['d129']);
    expect((await store.ancestorIds(['d129']))[0]).toHaveLength(129);
    expect(await store.resumableId('d0')).toBe(caps['resume_of_d0']);
    expect(await store.resumableId('d96')).toBe(caps['resume_of_d96']);
    expect(await store.resumableId('d97')).toBe(caps['resume_of_d97']);
  });
});

function asGoldenError(error: unknown) {
  if (!(error instanceof ReferenceError)) throw error;
  return { error: { type: error.type, message: error.message } };
}
