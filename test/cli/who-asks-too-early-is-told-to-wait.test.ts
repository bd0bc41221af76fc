import { describe, expect, onTestFinished, test } from 'vitest';
import type { ListenOptions } from '../../src/cli/listening.js';
import { listenFirst } from '../../src/cli/serving.js';
import { post, send, TOKEN } from '../server/stub.js';
import { insertSession, openTestStore } from '../support/store.js';

const OPTIONS: ListenOptions = { host: '127.0.0.1', port: 0, auth: true, token: TOKEN };
const SENTENCE = 'The store is still being made ready; try again in a moment.';

/** A server whose store is still being opened, and the store that will be admitted. */
async function waiting() {
  const { store } = openTestStore({ seed: (db) => insertSession(db, 'a') });
  const before = await listenFirst(OPTIONS);
  onTestFinished(() => before.server.close());
  return { server: before.server, admitStore: () => before.admit(store) };
}

describe('while the store is still being opened', () => {
  test.each([
    ['a query', '{ session(sessionId: "a") { sessionId } }'],
    ['a question about the store', '{ store { sessionCount } }'],
    [
      'a mutation',
      'mutation { createSession(input: { sessionId: "b", source: "cli" }) { __typename } }',
    ],
  ])('%s is answered with 503 and when to try again', async (_, query) => {
    const { server } = await waiting();
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const answer = await post(server, query, { headers: { accept } });
      expect(answer.status).toBe(503);
      expect(answer.headers['retry-after']).toBe('1');
      expect(answer.json()).toEqual({
        errors: [{ message: SENTENCE, extensions: { code: 'OVERLOADED' } }],
      });
    }
  });

  test('/ready says so with 503, and to those without the token nothing more than that', async () => {
    const { server } = await waiting();
    const known = await send(server, { path: '/ready' });
    expect(known.status).toBe(503);
    expect(known.json()).toEqual({ status: 'unavailable', reason: SENTENCE });
    const unknown = await send(server, { path: '/ready', bare: true });
    expect(unknown.status).toBe(503);
    expect(unknown.json()).toEqual({ status: 'unavailable' });
  });

  test('the process is alive, and the token is asked for', async () => {
    const { server } = await waiting();
    expect((await send(server, { path: '/health', bare: true })).status).toBe(200);
    expect((await post(server, '{ __typename }', { headers: { authorization: '' } })).status).toBe(
      401,
    );
  });
});

test('once the store is open, the same request is answered', async () => {
  const { server, admitStore } = await waiting();
  const ask = () => post(server, '{ session(sessionId: "a") { sessionId } }');
  const ready = () => send(server, { path: '/ready' });
  expect([(await ask()).status, (await ready()).status]).toEqual([503, 503]);
  expect((await admitStore()).sessionCount).toBe(1);
  const answer = await ask();
  expect(answer.status).toBe(200);
  expect(answer.headers['retry-after']).toBeUndefined();
  expect(answer.json()).toEqual({ data: { session: { sessionId: 'a' } } });
  const now = await ready();
  expect(now.status).toBe(200);
  expect(now.json()).toEqual({ status: 'ready' });
});
