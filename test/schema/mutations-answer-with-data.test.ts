import { expect, test } from 'vitest';
import { ask, dataOf } from '../support/api.js';
import { insertSession, openTestStore } from '../support/store.js';

test('createSession makes a session once; a second one with the id changes nothing', async () => {
  const api = openTestStore();
  const create = (model: string) =>
    dataOf(
      api,
      `mutation ($model: String) { createSession(input: { sessionId: "a", source: "web", model: $model, title: "  My\\ttitle " }) {
        ... on CreateSessionPayload { created session { sessionId source model title startedAt } } } }`,
      { model },
    );
  const session = {
    sessionId: 'a',
    source: 'web',
    model: 'm1',
    title: 'My title',
    startedAt: '2026-05-28T20:26:40.000Z',
  };
  expect((await create('m1')).createSession).toEqual({ created: true, session });
  expect((await create('m2')).createSession).toEqual({ created: false, session });
});

test('a session made without an id gets one in the form of Hermes', async () => {
  const api = openTestStore();
  const { createSession } = await dataOf(
    api,
    'mutation { createSession(input: { source: "web" }) { ... on CreateSessionPayload { session { sessionId } } } }',
  );
  expect(createSession.session.sessionId).toMatch(/^20260528_202640_[0-9a-f]{8}$/);
});

test.each([
  [
    'an unknown parent',
    'createSession(input: { sessionId: "b", source: "x", parentSessionId: "nope" }) { ... on InvalidInputError { field message } }',
    { field: 'parentSessionId', message: 'No session "nope" to be the parent.' },
  ],
  [
    'a taken title',
    'createSession(input: { sessionId: "b", source: "x", title: "Taken" }) { ... on TitleConflictError { title holder { sessionId } } }',
    { title: 'Taken', holder: { sessionId: 'a' } },
  ],
  [
    'a title above 100 code points',
    `createSession(input: { sessionId: "b", source: "x", title: "${'x'.repeat(101)}" }) { ... on InvalidTitleError { message } }`,
    { message: 'Title too long (101 chars, max 100).' },
  ],
  [
    'an append to an unknown session',
    'appendMessage(input: { sessionId: "nope", role: "user", content: "x" }) { ... on SessionNotFoundError { sessionId message } }',
    { sessionId: 'nope', message: 'No session "nope".' },
  ],
  [
    'U+0000 in a text',
    'appendMessage(input: { sessionId: "a", role: "user", content: "a\\u0000b" }) { ... on InvalidInputError { field } }',
    { field: 'content' },
  ],
  [
    'both forms of content',
    'appendMessage(input: { sessionId: "a", role: "user", content: "a", contentParts: [] }) { ... on InvalidInputError { field } }',
    { field: 'contentParts' },
  ],
  [
    'an empty idempotency key',
    'appendMessage(input: { sessionId: "a", role: "user", idempotencyKey: "" }) { ... on InvalidInputError { field } }',
    { field: 'idempotencyKey' },
  ],
  [
    'a title that is neither given nor taken away',
    'setSessionTitle(input: { sessionId: "a" }) { ... on InvalidInputError { field } }',
    { field: 'title' },
  ],
  [
    'the end of an unknown session',
    'endSession(input: { sessionId: "nope" }) { ... on SessionNotFoundError { sessionId } }',
    { sessionId: 'nope' },
  ],
])('%s is an error of its own, and nothing is written', async (_what, mutation, error) => {
  const api = openTestStore({ seed: (db) => insertSession(db, 'a', { title: 'Taken' }) });
  const data = await dataOf(api, `mutation { result: ${mutation} }`);
  expect(data.result).toEqual(error);
  expect(api.raw((db) => db.prepare('SELECT COUNT(*) AS n FROM sessions').get())).toEqual({ n: 1 });
  expect(api.raw((db) => db.prepare('SELECT COUNT(*) AS n FROM messages').get())).toEqual({ n: 0 });
});

test('fields after a write show the store as the write left it', async () => {
  const api = openTestStore({ seed: (db) => insertSession(db, 'a') });
  const append = (alias: string) =>
    `${alias}: appendMessage(input: { sessionId: "a", role: "assistant", toolCalls: [{ id: "1" }, { id: "2" }] }) {
      ... on AppendMessagePayload { session { messageCount toolCallCount } } }`;
  const data = await dataOf(api, `mutation { ${append('one')} ${append('two')} }`);
  expect(data.one.session).toEqual({ messageCount: 1, toolCallCount: 2 });
  expect(data.two.session).toEqual({ messageCount: 2, toolCallCount: 4 });
});

test('the first end of a session wins and keeps its reason', async () => {
  const api = openTestStore({ seed: (db) => insertSession(db, 'a') });
  const end = (reason: string) =>
    dataOf(
      api,
      `mutation ($reason: String) { endSession(input: { sessionId: "a", endReason: $reason }) {
        ... on EndSessionPayload { alreadyEnded session { endReason endedAt status } } } }`,
      { reason },
    );
  const first = await end('compression');
  expect(first.endSession).toEqual({
    alreadyEnded: false,
    session: { endReason: 'compression', endedAt: '2026-05-28T20:26:40.000Z', status: 'ENDED' },
  });
  api.clock.advance(60);
  expect((await end('user_exit')).endSession).toEqual({
    alreadyEnded: true,
    session: first.endSession.session,
  });
});

test('a read-only store refuses every write and says why', async () => {
  const api = openTestStore({ seed: (db) => insertSession(db, 'a'), mode: 'read-only' });
  const { endSession } = await dataOf(
    api,
    'mutation { endSession(input: { sessionId: "a" }) { ... on ReadOnlyStoreError { message reason } } }',
  );
  expect(endSession.reason).toBe('it is served with --read-only.');
});

test('a repeated idempotency key answers with the first message', async () => {
  const api = openTestStore({ seed: (db) => insertSession(db, 'a') });
  const append = (key: string) =>
    dataOf(
      api,
      `mutation ($key: String) { appendMessage(input: { sessionId: "a", role: "user", content: "hi", idempotencyKey: $key }) {
        ... on AppendMessagePayload { duplicate message { messageId } session { messageCount } } } }`,
      { key },
    );
  const first = (await append('k1')).appendMessage;
  expect(first).toMatchObject({ duplicate: false, session: { messageCount: 1 } });
  expect((await append('k1')).appendMessage).toEqual({ ...first, duplicate: true });
  expect((await append('k2')).appendMessage).toMatchObject({
    duplicate: false,
    session: { messageCount: 2 },
  });
});

test('an unknown session is null in a query', async () => {
  const api = openTestStore();
  const answer = await ask(api, '{ session(sessionId: "nope") { sessionId } }');
  expect(answer).toEqual({ data: { session: null }, errors: [] });
});
