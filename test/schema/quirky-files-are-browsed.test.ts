import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { schema } from '../../src/schema/index.js';
import { SESSION_ORDER_FIELDS } from '../../src/domain/session.js';
import { everyField } from '../support/all-fields.js';
import { dataOf } from '../support/api.js';
import { openTestStore, type TestStore } from '../support/store.js';

const folder = new URL('../fixtures/databases/versions/', import.meta.url);
const versions = readdirSync(folder).filter((name) => name.endsWith('.db'));
const FILES = [
  'v11_quirks.db',
  'v11_bad_utf8.db',
  'v11_rich.db',
  'v11_topics.db',
  'v11_empty.db',
  'v11_wal/state.db',
  'v31_cjk_no_tokenizer.db',
  ...versions.map((name) => `versions/${name}`),
];

const ALL_STATES = '{ states: [ACTIVE, COMPACTED, UNDONE] }';
/** Arguments of fields: what must be given, and lists at their full width. */
const GIVEN = {
  'Query.node.id': '"U2Vzc2lvbjpub3Bl"',
  'Query.nodes.ids': '["U2Vzc2lvbjpub3Bl"]',
  'Query.session.sessionId': '"null_counters"',
  'Query.sessionsByPrefix.prefix': '"2"',
  'Query.resolveTitle.title': '"Fix Docker Build"',
  'Query.nextTitle.title': '"Fix Docker Build"',
  'Query.meta.key': '"last_auto_prune"',
  'Query.search.query': '"docker"',
  'Query.searchSessions.query': '"docker"',
  'Query.sessions.first': '200',
  'Query.conversations.first': '200',
  'Session.messages.filter': ALL_STATES,
  'Session.messages.first': '200',
  'Conversation.messages.filter': ALL_STATES,
  'Conversation.messages.first': '200',
  'Session.messagesAround.messageId': '10',
};

describe.each(FILES)('%s', (fixture) => {
  let api: TestStore;
  beforeAll(() => {
    api = openTestStore({ fixture, after: () => undefined });
    return () => api.close();
  });

  // An error anywhere fails the test, and a null where the schema says there is none is an error.
  test('answers every field of every session, conversation and message, and of their relatives', async () => {
    const data = await dataOf(api, everyField(schema, 'Query', 2, GIVEN));
    const rows = api.raw((db) =>
      db.prepare('SELECT id FROM sessions WHERE id IS NOT NULL ORDER BY id').pluck().all(),
    );
    expect(data.sessions.totalCount).toBe(rows.length);
    const { nodes } = data.sessions as { nodes: { sessionId: string }[] };
    expect(nodes.map(({ sessionId }) => sessionId).sort()).toEqual(rows);
    expect(data.conversations.totalCount).toBe(data.conversations.nodes.length);
  });

  test('gives every message of every session, whole and one by one', async () => {
    const message = everyField(schema, 'Message', 1, {});
    const { sessions } = await dataOf(
      api,
      `{ sessions(first: 200) { nodes { messages(first: 200, filter: ${ALL_STATES}) { totalCount nodes { id messageId } } } } }`,
    );
    const listed = (sessions.nodes as { messages: Messages }[]).flatMap(
      ({ messages }) => messages.nodes,
    );
    const rows = api.raw((db) => db.prepare(REACHABLE).pluck().all());
    expect(listed.map(({ messageId }) => messageId).sort(byNumber)).toEqual(rows);
    for (const { id, messageId } of listed) {
      const { node } = await dataOf(
        api,
        `query ($id: ID!) { node(id: $id) { ... on Message ${message} } }`,
        { id },
      );
      expect(node).toMatchObject({ id, messageId, __typename: 'Message' });
    }
  });

  test.each(['sessions', 'conversations'])(
    'reaches every one of its %s by paging, in every order',
    async (list) => {
      const all = await dataOf(api, `{ list: ${list}(first: 200) { nodes { id } } }`);
      const ids = sortedIds(all.list.nodes);
      for (const field of SESSION_ORDER_FIELDS) {
        for (const direction of ['ASC', 'DESC']) {
          const paged: { id: string }[] = [];
          for (let after: string | null = null, more = true; more;) {
            const page = await dataOf(api, pageOf(list), { orderBy: { field, direction }, after });
            paged.push(...page.list.nodes);
            after = page.list.pageInfo.endCursor;
            more = page.list.pageInfo.hasNextPage;
          }
          expect(sortedIds(paged), `${field} ${direction}`).toEqual(ids);
        }
      }
    },
  );
});

const REACHABLE =
  'SELECT id FROM messages WHERE session_id IN (SELECT id FROM sessions) ORDER BY id';

interface Messages {
  nodes: { id: string; messageId: number }[];
}

function pageOf(list: string): string {
  return `query ($orderBy: SessionOrder, $after: String) {
    list: ${list}(first: 4, orderBy: $orderBy, after: $after) {
      nodes { id } pageInfo { hasNextPage endCursor } } }`;
}

function sortedIds(nodes: readonly { id: string }[]): string[] {
  return nodes.map(({ id }) => id).sort();
}

function byNumber(a: number, b: number): number {
  return a - b;
}
