import { describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/db/sqlite/index.js';
import { dataOf } from '../support/api.js';
import { insertMessage, insertSession, openTestStore, type TestStore } from '../support/store.js';

const change = (api: TestStore, mutation: string) => dataOf(api, `mutation { it: ${mutation} }`);

describe('H1: a repeated append is stored once', () => {
  const append = async (api: TestStore, key: string) =>
    (
      await change(
        api,
        `appendMessage(input: { sessionId: "a", role: "user", content: "hi"${key} }) {
          ... on AppendMessagePayload { duplicate message { messageId } session { messageCount } } }`,
      )
    ).it;
  const KEY = ', idempotencyKey: "k1"';

  test('with a key: the same row answers, also after a restart and from another process', async () => {
    const api = openTestStore({ seed: (db) => insertSession(db, 'a') });
    const first = await append(api, KEY);
    expect(first).toMatchObject({ duplicate: false, session: { messageCount: 1 } });
    expect(await append(api, KEY)).toEqual({ ...first, duplicate: true });
    const other = openSqliteStore({ path: api.path, clock: api.clock });
    expect(await append({ ...api, store: other }, KEY)).toEqual({ ...first, duplicate: true });
    await other.close();
    expect(api.raw((db) => db.prepare('SELECT COUNT(*) FROM messages').pluck().get())).toBe(1);
  });

  test('without a key: honest repeats are two messages', async () => {
    const api = openTestStore({ seed: (db) => insertSession(db, 'a') });
    const first = await append(api, '');
    const second = await append(api, '');
    expect(second).toMatchObject({ duplicate: false, session: { messageCount: 2 } });
    expect(second.message.messageId).toBe(Number(first.message.messageId) + 1);
  });
});

test('H2: the first end stays with its reason; reopening clears it; ended sessions take messages', async () => {
  const api = openTestStore({ seed: (db) => insertSession(db, 'a') });
  const end = async (reason: string) =>
    (
      await change(
        api,
        `endSession(input: { sessionId: "a", endReason: "${reason}" }) {
          ... on EndSessionPayload { alreadyEnded session { endReason endedAt } } }`,
      )
    ).it;
  const ended = { endReason: 'compression', endedAt: '2026-05-28T20:26:40.000Z' };
  expect(await end('compression')).toEqual({ alreadyEnded: false, session: ended });
  api.clock.advance(60);
  expect(await end('user_exit')).toEqual({ alreadyEnded: true, session: ended });

  const { it: appended } = await change(
    api,
    `appendMessage(input: { sessionId: "a", role: "user", content: "later" }) {
      ... on AppendMessagePayload { session { endReason endedAt status messageCount } } }`,
  );
  expect(appended.session).toEqual({ ...ended, status: 'ENDED', messageCount: 1 });

  const { it: reopened } = await change(
    api,
    `reopenSession(input: { sessionId: "a" }) { ... on ReopenSessionPayload { session { endReason endedAt } } }`,
  );
  expect(reopened.session).toEqual({ endReason: null, endedAt: null });
});

test.each([
  'appendMessage(input: { sessionId: "nope", role: "user" })',
  'endSession(input: { sessionId: "nope" })',
  'reopenSession(input: { sessionId: "nope" })',
  'deleteSession(input: { sessionId: "nope" })',
  'setSessionTitle(input: { sessionId: "nope", title: "x" })',
  'recordUsage(input: { sessionId: "nope", inputTokens: 1 })',
  'updateSession(input: { sessionId: "nope", model: "m" })',
  'clearMessages(input: { sessionId: "nope" })',
  'replaceMessages(input: { sessionId: "nope", messages: [] })',
])('H2: an unknown session is said to be unknown, and nothing is written: %s', async (mutation) => {
  const api = openTestStore();
  const { it: answer } = await change(
    api,
    `${mutation} { __typename ... on SessionNotFoundError { sessionId message } }`,
  );
  expect(answer).toEqual({
    __typename: 'SessionNotFoundError',
    sessionId: 'nope',
    message: 'No session "nope".',
  });
  expect(await dataOf(api, '{ store { sessionCount messageCount } }')).toEqual({
    store: { sessionCount: 0, messageCount: 0 },
  });
});

test('H6: a message without a session breaks nothing', async () => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'a');
      insertMessage(db, 'a', 'user', 'x');
      insertMessage(db, 'gone', 'user', 'ghost');
    },
  });
  const id = Buffer.from('Message:2').toString('base64url');
  const data = await dataOf(
    api,
    `query ($id: ID!) { sessions { nodes { messages { totalCount nodes { content } } } }
      node(id: $id) { ... on Message { content session { id } previous { id } toolResults { id } } } }`,
    { id },
  );
  expect(data).toEqual({
    sessions: { nodes: [{ messages: { totalCount: 1, nodes: [{ content: 'x' }] } }] },
    node: { content: 'ghost', session: null, previous: null, toolResults: [] },
  });
});

test('H6: a deletion leaves no message and no row in an index', async () => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'a');
      insertSession(db, 'b');
      for (const text of ['needle', '大别山项目']) insertMessage(db, 'a', 'user', text);
      insertMessage(db, 'b', 'user', 'needle');
    },
  });
  await change(api, 'deleteSession(input: { sessionId: "a" }) { __typename }');
  const left = api.raw((db) => ({
    messages: db.prepare('SELECT id FROM messages').pluck().all(),
    words: db.prepare('SELECT rowid FROM messages_fts').pluck().all(),
    trigrams: db.prepare('SELECT rowid FROM messages_fts_trigram').pluck().all(),
    broken: db.prepare('PRAGMA foreign_key_check').all(),
  }));
  expect(left).toEqual({ messages: [3], words: [3], trigrams: [3], broken: [] });
});

test('H7: what compaction put aside is not lost: it is counted, shown on request, and joined over the chat', async () => {
  const api = openTestStore({
    fixture: 'versions/v31.db',
    seed: (db) => {
      insertSession(db, 'r', { started_at: 1, ended_at: 9, end_reason: 'compression' });
      insertSession(db, 't', { parent_session_id: 'r', started_at: 9 });
      const aside = { active: 0, compacted: 1 };
      insertMessage(db, 'r', 'user', 'one', aside);
      insertMessage(db, 'r', 'assistant', 'two', aside);
      insertMessage(db, 'r', 'user', 'undone', { active: 0 });
      insertMessage(db, 'r', 'user', 'three');
      insertMessage(db, 't', 'user', 'four');
    },
  });
  const { session } = await dataOf(
    api,
    `{ session(sessionId: "r") {
      messageCount
      messages { nodes { content } }
      aside: messages(filter: { states: [COMPACTED] }) { totalCount }
      conversation {
        messageCount
        messages { nodes { content } }
        whole: messages(filter: { states: [ACTIVE, COMPACTED] }) { totalCount nodes { content state session { sessionId } } }
      } } }`,
  );
  const said = (content: string, state: string, sessionId: string) => ({
    content,
    state,
    session: { sessionId },
  });
  expect(session).toEqual({
    messageCount: 1,
    messages: { nodes: [{ content: 'three' }] },
    aside: { totalCount: 2 },
    conversation: {
      messageCount: 2,
      messages: { nodes: [{ content: 'three' }, { content: 'four' }] },
      whole: {
        totalCount: 4,
        nodes: [
          said('one', 'COMPACTED', 'r'),
          said('two', 'COMPACTED', 'r'),
          said('three', 'ACTIVE', 'r'),
          said('four', 'ACTIVE', 't'),
        ],
      },
    },
  });
});

test('H8: a runaway transcript is read in pages, and long texts can be cut', async () => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'a');
      db.exec('BEGIN');
      for (let n = 1; n <= 3000; n += 1) insertMessage(db, 'a', 'user', `message ${n}`);
      insertMessage(db, 'a', 'user', '🚀'.repeat(1000));
      db.exec('COMMIT');
    },
  });
  const { session, unknown } = await dataOf(
    api,
    `{ session(sessionId: "a") {
        messages { totalCount nodes { messageId } pageInfo { hasNextPage } }
        newest: messages(last: 2) { nodes { messageId content(maxLength: 12) contentLength } }
      }
      unknown: session(sessionId: "nope") { messages { nodes { messageId } } } }`,
  );
  expect(session.messages).toMatchObject({ totalCount: 3001, pageInfo: { hasNextPage: true } });
  expect(session.messages.nodes).toHaveLength(20);
  expect(session.newest.nodes).toEqual([
    { messageId: 3000, content: 'message 3000', contentLength: 12 },
    { messageId: 3001, content: '🚀'.repeat(12), contentLength: 1000 },
  ]);
  expect(unknown).toBeNull();
});
