import { expect, test } from 'vitest';
import { dataOf } from '../support/api.js';
import { insertSession, openTestStore } from '../support/store.js';

test('F2: the next title counts on from the highest number, and no suffix piles up', async () => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, '1', { title: 'my project' });
      insertSession(db, '2', { title: 'my project #2' });
      insertSession(db, '5', { title: 'my project #5' });
    },
  });
  const next = async (title: string) =>
    (await dataOf(api, 'query ($title: String!) { nextTitle(title: $title) }', { title }))
      .nextTitle;
  expect(await next('my project')).toBe('my project #6');
  expect(await next('my project #2')).toBe('my project #6');
  expect(await next('zeta #4')).toBe('zeta');
  expect(await next('my_project')).toBe('my_project');
});

const RENAME = `mutation { setSessionTitle(input: { sessionId: "t", title: "Fix" }) {
  ... on SetSessionTitlePayload { session { title } }
  ... on TitleConflictError { message title holder { sessionId conversation { id } } } } }`;
const PAIR = (source: string) => ({
  r: {
    source,
    title: 'Fix',
    started_at: 1,
    ended_at: 9,
    end_reason: 'compression',
  },
  t: { source, parent_session_id: 'r', started_at: 9 },
});

test('F3: a title that an earlier part of the same chat holds is refused, and the holder is named', async () => {
  const { r, t } = PAIR('cli');
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'r', r);
      insertSession(db, 't', t);
    },
  });
  const { setSessionTitle } = await dataOf(api, RENAME);
  const { session } = await dataOf(api, '{ session(sessionId: "t") { conversation { id } } }');
  expect(setSessionTitle).toEqual({
    message:
      'Title "Fix" is already in use by session "r". Choose another, or clear that one first.',
    title: 'Fix',
    holder: { sessionId: 'r', conversation: session.conversation },
  });
  expect(
    api.raw((db) => db.prepare("SELECT id FROM sessions WHERE title = 'Fix'").pluck().all()),
  ).toEqual(['r']);
});

test('F3: a file of a newer Hermes hands the title on along the chat, and it has one holder still', async () => {
  const { r, t } = PAIR('cli');
  const api = openTestStore({
    fixture: 'versions/v25.db',
    mode: 'write',
    seed: (db) => {
      insertSession(db, 'r', { ...r, title_source: 'llm' });
      insertSession(db, 't', t);
    },
  });
  expect(await dataOf(api, RENAME)).toEqual({
    setSessionTitle: { session: { title: 'Fix' } },
  });
  expect(
    api.raw((db) => db.prepare("SELECT id FROM sessions WHERE title = 'Fix'").pluck().all()),
  ).toEqual(['t']);
});

test('F4: a title that was cut off names nothing, and a filter finds it', async () => {
  const title = `A title of eighty characters with 100% and under_scores ${'x'.repeat(24)}`;
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'long', { title });
      insertSession(db, 'hijacker', { title: `${title.slice(0, 30)} #bar` });
      insertSession(db, 'other', { title: '100 percent and underXscores' });
    },
  });
  const resolve = async (text: string) =>
    (
      await dataOf(api, 'query ($t: String!) { resolveTitle(title: $t) { sessionId } }', {
        t: text,
      })
    ).resolveTitle;
  expect(await resolve(`${title.slice(0, 30)}…`)).toBeNull();
  expect(await resolve(title.slice(0, 30))).toBeNull();
  expect(await resolve(title.toUpperCase())).toBeNull();
  expect(await resolve(title)).toEqual({ sessionId: 'long' });

  const found = async (titleContains: string) =>
    (
      await dataOf(
        api,
        'query ($filter: SessionFilter) { sessions(filter: $filter) { nodes { sessionId } } }',
        { filter: { titleContains } },
      )
    ).sessions.nodes;
  expect(await found(title.slice(10, 30))).toEqual([
    { sessionId: 'long' },
    { sessionId: 'hijacker' },
  ]);
  expect(await found('100%')).toEqual([{ sessionId: 'long' }]);
  expect(await found('under_scores')).toEqual([{ sessionId: 'long' }]);
  expect(await found('UNDER_SCORES')).toEqual([{ sessionId: 'long' }]);
});
