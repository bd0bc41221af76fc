import { describe, expect, test } from 'vitest';
import { dataOf } from '../support/api.js';
import { insertSession, openTestStore, type TestStore } from '../support/store.js';

const COMPRESSED = { started_at: 1, ended_at: 100, end_reason: 'compression' };
const ids = (...all: string[]) => all.map((sessionId) => ({ sessionId }));

async function session(api: TestStore, id: string, fields: string) {
  const data = await dataOf(api, `query ($id: String!) { session(sessionId: $id) { ${fields} } }`, {
    id,
  });
  return data.session;
}

test.each([
  ['the one that started last', 100.1, 100.2],
  ['of two that started together the greater id', 100.2, 100.2],
])('G2: of two continuations the tip is always the same: %s', async (_which, first, second) => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'p', COMPRESSED);
      insertSession(db, 'c2', { parent_session_id: 'p', started_at: second });
      insertSession(db, 'c1', { parent_session_id: 'p', started_at: first });
    },
  });
  const fields = `tip { sessionId } children { sessionId } descendants { sessionId }
    conversation { tip { sessionId } segments { sessionId } }`;
  const once = await session(api, 'p', fields);
  expect(once).toEqual({
    tip: { sessionId: 'c2' },
    children: ids('c1', 'c2'),
    descendants: ids('c1', 'c2'),
    conversation: { tip: { sessionId: 'c2' }, segments: ids('p', 'c1', 'c2') },
  });
  expect(await session(api, 'p', fields)).toEqual(once);
});

describe('G3: circles and long chains end', () => {
  const WALKS = `root { sessionId } ancestors { sessionId } descendants { sessionId } tip { sessionId }
    depth lineageKind childCount children { sessionId } conversation { segments { sessionId } }`;

  test('of two sessions that are each other’s parent, each is seen once', async () => {
    const api = openTestStore({
      seed: (db) => {
        insertSession(db, 'a', { ...COMPRESSED, parent_session_id: 'b', started_at: 100 });
        insertSession(db, 'b', { ...COMPRESSED, parent_session_id: 'a', started_at: 100 });
      },
    });
    expect(await session(api, 'a', WALKS)).toEqual({
      root: { sessionId: 'b' },
      ancestors: ids('b'),
      descendants: ids('b'),
      tip: { sessionId: 'a' },
      depth: 1,
      lineageKind: 'CONTINUATION',
      childCount: 1,
      children: ids('b'),
      conversation: { segments: ids('a', 'b') },
    });
  });

  test('a session that is its own parent has none', async () => {
    const api = openTestStore({
      seed: (db) => insertSession(db, 'a', { ...COMPRESSED, parent_session_id: 'a' }),
    });
    expect(await session(api, 'a', WALKS)).toEqual({
      root: { sessionId: 'a' },
      ancestors: [],
      descendants: [],
      tip: { sessionId: 'a' },
      depth: 0,
      lineageKind: 'ROOT',
      childCount: 0,
      children: [],
      conversation: { segments: ids('a') },
    });
  });

  test('a chain of a thousand is walked from end to end, in as many statements as one of two', async () => {
    const statements: string[] = [];
    const api = openTestStore({
      observe: (sql) => statements.push(sql),
      seed: (db) => {
        for (let n = 0; n < 1000; n += 1) {
          insertSession(db, `s${n}`, {
            parent_session_id: n === 0 ? null : `s${n - 1}`,
            started_at: n,
            ended_at: n + 1,
            end_reason: 'compression',
          });
        }
      },
    });
    const count = async (id: string) => {
      statements.length = 0;
      const found = await session(
        api,
        id,
        'root { sessionId } tip { sessionId } depth ancestors(first: 1000) { sessionId } descendants(first: 1000) { sessionId }',
      );
      return { found, statements: statements.length };
    };
    const start = await count('s0');
    expect(start.found).toMatchObject({ tip: { sessionId: 's999' }, depth: 0, ancestors: [] });
    expect(start.found.descendants).toHaveLength(999);
    const end = await count('s999');
    expect(end.found).toMatchObject({ root: { sessionId: 's0' }, depth: 999, descendants: [] });
    expect(end.found.ancestors).toHaveLength(999);
    expect(end.found.ancestors[0]).toEqual({ sessionId: 's998' });
    expect((await count('s998')).statements).toBe(end.statements);
  });
});

describe('G4: a deletion says what goes and what stays', () => {
  const pair = () =>
    openTestStore({
      seed: (db) => {
        insertSession(db, 'r', COMPRESSED);
        insertSession(db, 't', { parent_session_id: 'r', started_at: 100 });
      },
    });
  const remove = async (api: TestStore, id: string, scope: string) =>
    (
      await dataOf(
        api,
        `mutation { deleteSession(input: { sessionId: "${id}", scope: ${scope} }) {
          ... on DeleteSessionPayload { deletedIds detachedIds detached { sessionId parent { sessionId } } } } }`,
      )
    ).deleteSession;
  const listed = async (api: TestStore) =>
    (await dataOf(api, '{ conversations { nodes { tip { sessionId } } } }')).conversations.nodes;

  test('of the last part alone: the earlier part shows again', async () => {
    const api = pair();
    expect(await remove(api, 't', 'SESSION')).toEqual({
      deletedIds: ['t'],
      detachedIds: [],
      detached: [],
    });
    expect(await listed(api)).toEqual([{ tip: { sessionId: 'r' } }]);
  });

  test('of the first part alone: the later part stays, without a parent', async () => {
    const api = pair();
    expect(await remove(api, 'r', 'SESSION')).toEqual({
      deletedIds: ['r'],
      detachedIds: ['t'],
      detached: [{ sessionId: 't', parent: null }],
    });
    expect(await listed(api)).toEqual([{ tip: { sessionId: 't' } }]);
  });

  test.each(['r', 't'])('of the chat, named by %s: all of it goes', async (id) => {
    const api = pair();
    const { deletedIds, detachedIds } = await remove(api, id, 'CONVERSATION');
    expect(deletedIds.toSorted()).toEqual(['r', 't']);
    expect(detachedIds).toEqual([]);
    expect(await listed(api)).toEqual([]);
  });
});

test('G5: whether a chat was put away is its last part’s to say', async () => {
  const api = openTestStore({
    fixture: 'versions/v31.db',
    seed: (db) => {
      insertSession(db, 'r', { ...COMPRESSED, source: 'test', archived: 1 });
      insertSession(db, 't', { parent_session_id: 'r', source: 'test', started_at: 100 });
    },
  });
  const list = async (archived: boolean) => {
    const filter = { sources: ['test'], archived };
    const data = await dataOf(
      api,
      `query ($filter: SessionFilter) { sessions(filter: $filter) { nodes { sessionId } }
        conversations(filter: $filter) { nodes { root { sessionId } } } }`,
      { filter },
    );
    return [data.conversations.nodes, data.sessions.nodes];
  };
  expect(await list(false)).toEqual([[{ root: { sessionId: 'r' } }], ids('t')]);
  expect(await list(true)).toEqual([[], ids('r')]);
});

test('G6: the whole tree comes by depth, then start, then id, in a few statements', async () => {
  const statements: string[] = [];
  const api = openTestStore({
    observe: (sql) => statements.push(sql),
    seed: (db) => {
      insertSession(db, 'r', { ...COMPRESSED, started_at: 1 });
      insertSession(db, 'late', { parent_session_id: 'r', started_at: 150 });
      insertSession(db, 'early', { parent_session_id: 'r', started_at: 50 });
      insertSession(db, 'b', { parent_session_id: 'early', started_at: 60 });
      insertSession(db, 'a', { parent_session_id: 'early', started_at: 60 });
    },
  });
  const tree = await session(
    api,
    'r',
    'descendants { sessionId depth lineageKind childCount parent { sessionId } }',
  );
  const node = (
    sessionId: string,
    depth: number,
    lineageKind: string,
    childCount: number,
    parent: string,
  ) => ({ sessionId, depth, lineageKind, childCount, parent: { sessionId: parent } });
  expect(tree.descendants).toEqual([
    node('early', 1, 'DELEGATE', 2, 'r'),
    node('late', 1, 'CONTINUATION', 0, 'r'),
    node('a', 2, 'DELEGATE', 0, 'early'),
    node('b', 2, 'DELEGATE', 0, 'early'),
  ]);
  // Session, descendants by id and as rows, depth, kind, children counted: one statement each.
  expect(statements).toHaveLength(6);
  const leaf = await session(api, 'a', 'root { sessionId } ancestors { sessionId }');
  expect(leaf).toEqual({ root: { sessionId: 'r' }, ancestors: ids('early', 'r') });
});
