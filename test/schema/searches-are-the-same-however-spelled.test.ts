import { expect, it } from 'vitest';
import { plainFilter } from '../../src/domain/search.js';
import { ask, dataOf } from '../support/api.js';
import { insertMessage, insertSession, openTestStore } from '../support/store.js';

const store = () =>
  openTestStore({
    seed: (db) => {
      insertSession(db, 'a', { source: 'cli' });
      insertSession(db, 'b', { source: 'cron' });
      for (let n = 0; n < 6; n += 1) insertMessage(db, n % 2 ? 'a' : 'b', 'user', `docker ${n}`);
    },
  });

const PAGE = `query ($filter: SearchFilter, $after: String) {
  search(query: "docker", filter: $filter, orderBy: NEWEST, first: 2, after: $after) {
    totalCount nodes { message { messageId } } pageInfo { endCursor }
  }
}`;

it.each([
  [undefined, {}],
  [{}, null],
  [{}, { sources: null }],
  [{}, { excludeSources: [], excludeRoles: [], timestamp: {} }],
  [{ sources: ['cli', 'cron'] }, { sources: ['cron', 'cli', 'cron'], roles: null }],
])('a cursor of the filter %j holds in %j', async (filter, other) => {
  const opened = store();
  const { search } = await dataOf(opened, PAGE, { filter });
  const after = search.pageInfo.endCursor;
  const next = await dataOf(opened, PAGE, { filter: other, after });
  expect(next.search.nodes.map((node: any) => node.message.messageId)).toEqual([4, 3]);
  expect(next.search.totalCount).toBe(6);
});

it.each([{ sources: ['cli'] }, { sources: [] }, { excludeSources: ['x'] }, { roles: ['user'] }])(
  'but not in %j',
  async (other) => {
    const opened = store();
    const { search } = await dataOf(opened, PAGE, { filter: {} });
    const { errors } = await ask(opened, PAGE, {
      filter: other,
      after: search.pageInfo.endCursor,
    });
    expect(errors[0]?.code).toBe('BAD_USER_INPUT');
  },
);

it('a list of nothing stays one, for it admits nothing', () => {
  expect(plainFilter({ sources: [], excludeSources: [] })).toEqual({ sources: [] });
});

it('what only leaves something out is refused with a sentence', async () => {
  const { errors } = await ask(store(), '{ search(query: "NOT docker") { totalCount } }');
  expect(errors).toMatchObject([
    {
      code: 'BAD_USER_INPUT',
      message:
        'NOT only leaves something out: give at least one word to look for beside it, in each alternative of an OR.',
    },
  ]);
});
