import { expect, test } from 'vitest';
import { ask, dataOf } from '../support/api.js';
import { insertMessage, insertSession, openTestStore, type TestStore } from '../support/store.js';

const sessionIds = (...ids: string[]) => ids.map((sessionId) => ({ sessionId }));

test('C1: a clock that went back shuffles nothing: messages stay in the order of their ids', async () => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'a');
      insertMessage(db, 'a', 'user', 'question', { timestamp: 200 });
      insertMessage(db, 'a', 'assistant', 'answer', { timestamp: 199.9 });
      insertMessage(db, 'a', 'tool', 'result', { timestamp: 199.9 });
    },
  });
  const page = (args: string) =>
    dataOf(
      api,
      `{ session(sessionId: "a") { messages(${args}) { nodes { messageId } pageInfo { endCursor } }
        replay messagesAround(messageId: 2) { messages { messageId } } } }`,
    );
  const ids = (...numbers: number[]) => numbers.map((messageId) => ({ messageId }));
  const { session } = await page('first: 2');
  expect(session.messages.nodes).toEqual(ids(1, 2));
  expect(session.messagesAround.messages).toEqual(ids(1, 2, 3));
  expect(session.replay).toMatchObject([{ role: 'user' }, { role: 'assistant' }, { role: 'tool' }]);
  const next = await page(`first: 2, after: "${session.messages.pageInfo.endCursor}"`);
  expect(next.session.messages.nodes).toEqual(ids(3));
});

test('C1: rows of the same instant come in the same order every time', async () => {
  const api = openTestStore({
    seed: (db) => {
      for (const id of ['b', 'c', 'a']) insertSession(db, id, { started_at: 1000 });
    },
  });
  const { down, up } = await dataOf(
    api,
    `{ down: sessions { nodes { sessionId } }
       up: sessions(orderBy: { field: STARTED_AT, direction: ASC }) { nodes { sessionId } } }`,
  );
  expect(down.nodes).toEqual(sessionIds('c', 'b', 'a'));
  expect(up.nodes).toEqual(sessionIds('a', 'b', 'c'));
});

test('C3: sessions are ordered by their last activity: newest message, else end, else start', async () => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'a', { started_at: 1 });
      insertMessage(db, 'a', 'user', 'a minute ago', { timestamp: 900 });
      insertSession(db, 'b', { started_at: 500, ended_at: 600 });
      insertSession(db, 'c', { started_at: 700 });
      insertSession(db, 'no time', { started_at: 'garbage' });
    },
  });
  const list = async (direction: string) =>
    (
      await dataOf(
        api,
        `{ sessions(orderBy: { field: LAST_ACTIVE_AT, direction: ${direction} }) { nodes { sessionId } } }`,
      )
    ).sessions.nodes;
  expect(await list('DESC')).toEqual(sessionIds('a', 'c', 'b', 'no time'));
  expect(await list('ASC')).toEqual(sessionIds('b', 'c', 'a', 'no time'));
});

test('C4: totalCount is what paging reaches: count and rows take the same filter', async () => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'cli 1');
      insertSession(db, 'cli 2', { parent_session_id: 'cli 1' });
      insertSession(db, 'cli 3', { title: 'x' });
      insertSession(db, 'telegram 1', { source: 'telegram' });
      insertSession(db, 'telegram 2', { source: 'telegram' });
      for (const id of ['cli 1', 'cli 2', 'telegram 1']) insertMessage(db, id, 'user', 'x');
    },
  });
  const reached: Record<string, number> = {};
  for (const filter of [
    '{}',
    '{ sources: ["cli"] }',
    '{ sources: ["cli"], messageCount: { min: 1 } }',
    '{ sources: ["cli"], messageCount: { min: 1 }, hasParent: false }',
    '{ hasTitle: true }',
    '{ excludeSources: ["cli"], messageCount: { max: 0 } }',
  ]) {
    const { ids, totalCount } = await pageThrough(api, filter);
    expect(totalCount, filter).toBe(ids.length);
    expect(new Set(ids).size, filter).toBe(ids.length);
    reached[filter] = ids.length;
  }
  expect(Object.values(reached)).toEqual([5, 3, 2, 1, 1, 1]);
});

test('C5: page sizes are obeyed up to 200; more, or a negative one, is an error and never all rows', async () => {
  const api = openTestStore({
    seed: (db) => {
      for (let n = 0; n < 150; n += 1) insertSession(db, `s${n}`);
    },
  });
  const sizes = async (args: string) => {
    const { sessions } = await dataOf(api, `{ sessions${args} { nodes { sessionId } } }`);
    return sessions.nodes.length;
  };
  expect(await sizes('(first: 120)')).toBe(120);
  expect(await sizes('(last: 200)')).toBe(150);
  expect(await sizes('(first: 0)')).toBe(0);
  expect(await sizes('')).toBe(20);
  for (const [args, message] of [
    ['first: -1', '`first` is -1; it must not be negative.'],
    ['last: -1', '`last` is -1; it must not be negative.'],
    ['first: 1000000', '`first` is 1000000; the most is 200.'],
  ]) {
    const { data, errors } = await ask(api, `{ sessions(${args}) { nodes { sessionId } } }`);
    expect(data).toBeNull();
    expect(errors).toMatchObject([{ code: 'BAD_USER_INPUT', message }]);
  }
});

test.each([
  'session(sessionId: "a") { children(first: -1) { id } }',
  'session(sessionId: "a") { descendants(first: -1) { id } }',
  'session(sessionId: "a") { messages(first: -1) { nodes { id } } }',
  'session(sessionId: "a") { messagesAround(messageId: 1, window: -1) { before } }',
  'sessionsByPrefix(prefix: "a", first: -1) { id }',
  'conversations(last: -1) { nodes { id } }',
])('C5: no list takes a negative size for all rows: %s', async (field) => {
  const api = openTestStore({ seed: (db) => insertSession(db, 'a') });
  const { errors } = await ask(api, `{ ${field} }`);
  expect(errors).toMatchObject([{ code: 'BAD_USER_INPUT' }]);
});

async function pageThrough(api: TestStore, filter: string) {
  const ids: string[] = [];
  for (let after: string | null = null; ;) {
    const { sessions } = await dataOf(
      api,
      `query ($after: String) { sessions(filter: ${filter}, first: 2, after: $after) {
        totalCount edges { cursor node { sessionId } } pageInfo { hasNextPage } } }`,
      { after },
    );
    const edges = sessions.edges as { cursor: string; node: { sessionId: string } }[];
    ids.push(...edges.map(({ node }) => node.sessionId));
    if (!sessions.pageInfo.hasNextPage) return { ids, totalCount: sessions.totalCount as number };
    after = edges.at(-1)?.cursor ?? null;
  }
}
