import { isInterfaceType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/schema/index.js';
import { ask, dataOf } from '../support/api.js';
import { insertMessage, insertSession, openTestStore, type TestStore } from '../support/store.js';

const COMPRESSED = { started_at: 1, ended_at: 9, end_reason: 'compression' };

/** A chat of two sessions with a message each, and a session whose id is full of signs. */
function store(observe?: (sql: string) => void): TestStore {
  return openTestStore({
    ...(observe === undefined ? {} : { observe }),
    seed: (db) => {
      insertSession(db, 'a', COMPRESSED);
      insertSession(db, 'b', { parent_session_id: 'a', started_at: 9 });
      insertSession(db, 'x:y/é 💥%_');
      insertMessage(db, 'a', 'user', 'one');
      insertMessage(db, 'b', 'user', 'two');
    },
  });
}

async function idsOf(api: TestStore) {
  const { a, odd } = await dataOf(
    api,
    `{ a: session(sessionId: "a") { id conversation { id } messages { nodes { id } } }
       odd: session(sessionId: "x:y/é 💥%_") { id } }`,
  );
  return {
    session: a.id as string,
    conversation: a.conversation.id as string,
    message: a.messages.nodes[0].id as string,
    odd: odd.id as string,
  };
}

const NODE = `__typename id
  ... on Session { sessionId }
  ... on Conversation { root { sessionId } tip { sessionId } }
  ... on Message { messageId content }`;
const one = (api: TestStore, id: string) =>
  dataOf(api, `query ($id: ID!) { node(id: $id) { ${NODE} } }`, { id });
const many = (api: TestStore, ids: readonly string[]) =>
  dataOf(api, `query ($ids: [ID!]!) { nodes(ids: $ids) { ${NODE} } }`, { ids });

describe('node', () => {
  test('finds a session, a conversation and a message by the id that they were given', async () => {
    const api = store();
    const ids = await idsOf(api);
    expect((await one(api, ids.session)).node).toEqual({
      __typename: 'Session',
      id: ids.session,
      sessionId: 'a',
    });
    expect((await one(api, ids.odd)).node).toEqual({
      __typename: 'Session',
      id: ids.odd,
      sessionId: 'x:y/é 💥%_',
    });
    expect((await one(api, ids.conversation)).node).toEqual({
      __typename: 'Conversation',
      id: ids.conversation,
      root: { sessionId: 'a' },
      tip: { sessionId: 'b' },
    });
    expect((await one(api, ids.message)).node).toEqual({
      __typename: 'Message',
      id: ids.message,
      messageId: 1,
      content: 'one',
    });
  });

  test('ids are of one object each, over all types', async () => {
    const ids = Object.values(await idsOf(store()));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('answers null once the thing is gone', async () => {
    const api = store();
    const ids = await idsOf(api);
    await dataOf(
      api,
      'mutation { deleteSession(input: { sessionId: "a", scope: CONVERSATION }) { __typename } }',
    );
    for (const id of [ids.session, ids.conversation, ids.message]) {
      expect((await one(api, id)).node).toBeNull();
    }
  });

  test('covers every type that is a Node', () => {
    const node = schema.getType('Node');
    if (!isInterfaceType(node)) throw new Error('Node is no interface.');
    const types = schema.getPossibleTypes(node).map(({ name }) => name);
    expect(types.toSorted()).toEqual(['Conversation', 'Message', 'Session']);
  });
});

describe('nodes', () => {
  test('keeps the order, the repeats and the holes, over all types', async () => {
    const api = store();
    const { session, conversation, message, odd } = await idsOf(api);
    const gone = Buffer.from('Session:gone').toString('base64url');
    const asked = [message, gone, session, conversation, odd, session, gone];
    const { nodes } = await many(api, asked);
    expect(nodes).toMatchObject([
      { id: message, content: 'one' },
      null,
      { id: session, sessionId: 'a' },
      { id: conversation, root: { sessionId: 'a' } },
      { id: odd },
      { id: session, sessionId: 'a' },
      null,
    ]);
  });

  test('a text that is no global id is null at its place, with an error of its own', async () => {
    const api = store();
    const { session, message } = await idsOf(api);
    const other = Buffer.from('Query:1').toString('base64url');
    const { data, errors } = await ask(
      api,
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ${NODE} } }`,
      {
        ids: [session, 'bad', message, other],
      },
    );
    expect(data.nodes).toMatchObject([{ sessionId: 'a' }, null, { messageId: 1 }, null]);
    expect(errors).toEqual([
      {
        message: '"bad" is not a global id of this server.',
        path: ['nodes', 1],
        code: 'BAD_USER_INPUT',
      },
      {
        message: `"${other}" is not a global id of this server.`,
        path: ['nodes', 3],
        code: 'BAD_USER_INPUT',
      },
    ]);
  });

  test('of none gives none', async () => {
    expect((await many(store(), [])).nodes).toEqual([]);
  });

  test('reads 200 sessions in one statement, and refuses more ids in words', async () => {
    const statements: string[] = [];
    const api = store((sql) => statements.push(sql));
    const ids = Array.from({ length: 201 }, (_, n) =>
      Buffer.from(`Session:s${n}`).toString('base64url'),
    );
    const { nodes } = await many(api, ids.slice(1));
    expect(nodes).toEqual(Array.from({ length: 200 }, () => null));
    expect(statements).toHaveLength(1);
    const refused = await ask(api, 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids });
    expect(refused.errors).toMatchObject([
      {
        code: 'BAD_USER_INPUT',
        message: '`ids` holds 201 ids; the most is 200. Ask for the others in further requests.',
      },
    ]);
  });
});

test('a conversation has one id, that of its first session; a delegate is one of its own', async () => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'a', COMPRESSED);
      insertSession(db, 'b', { parent_session_id: 'a', started_at: 9 });
      insertSession(db, 'delegate', { parent_session_id: 'a', started_at: 2 });
    },
  });
  const conversation = (id: string) => Buffer.from(`Conversation:${id}`).toString('base64url');
  const { nodes } = await many(api, ['a', 'b', 'delegate', 'gone'].map(conversation));
  expect(nodes).toMatchObject([
    { id: conversation('a'), root: { sessionId: 'a' }, tip: { sessionId: 'b' } },
    null,
    { id: conversation('delegate'), root: { sessionId: 'delegate' } },
    null,
  ]);
});

test('a message’s id is written in one way: no other spelling finds it', async () => {
  const api = store();
  for (const spelling of ['1.0', '01', '1e0', ' 1', '0x1', '+1', '', 'NaN', 'null', '-1']) {
    const id = Buffer.from(`Message:${spelling}`).toString('base64url');
    expect((await one(api, id)).node, spelling).toBeNull();
  }
});
