import { expect, test } from 'vitest';
import { createContext, schema } from '../../src/schema/index.js';
import type { Timer } from '../../src/server/deadline.js';
import { createAnswerer } from '../../src/server/yoga.js';
import { insertSession, openTestStore } from '../support/store.js';

/** Deadlines that ring when the test says so. */
function handTimer() {
  const running = new Map<() => void, number>();
  const start: Timer = (ring, milliseconds) => {
    running.set(ring, milliseconds);
    return () => void running.delete(ring);
  };
  return {
    start,
    /** The deadlines that are under way, in milliseconds. */
    running: () => [...running.values()],
    ring: () => [...running.keys()].forEach((ring) => ring()),
  };
}

/** A chain of sessions in a store that reads each of them only when it is let go. */
function openSlow() {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'a', { parent_session_id: 'b' });
      insertSession(db, 'b', { parent_session_id: 'c' });
      insertSession(db, 'c');
    },
  });
  const begun: string[] = [];
  const letGo: (() => void)[] = [];
  const store = new Proxy(api.store, {
    get(target, name) {
      if (name !== 'sessionsByIds') return Reflect.get(target, name);
      return async (ids: readonly string[]) => {
        begun.push(...ids);
        await new Promise<void>((resolve) => letGo.push(resolve));
        return target.sessionsByIds(ids);
      };
    },
  });
  const timer = handTimer();
  const faults: unknown[] = [];
  const answer = createAnswerer({
    schema,
    createContext: (signal) => createContext(store, api.clock, signal),
    report: (fault) => faults.push(fault),
    startTimer: timer.start,
  });
  const client = new AbortController();
  const exchange = { signal: client.signal, operation: undefined, codes: [] as string[] };
  const ask = async (query: string, accept = 'application/json') => {
    const response = await answer({ method: 'POST', accept, exchange, read: () => ({ query }) });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  return { api, ask, begun, letGo, timer, faults, client, exchange };
}

/** Lets everything go on that can. */
const turn = () => new Promise((done) => setTimeout(done, 5));

test.each(['application/json', 'application/graphql-response+json'])(
  'after ten seconds a query is answered with one error, and nothing further is run: %s',
  async (accept) => {
    const { ask, begun, letGo, timer, faults, exchange } = openSlow();
    const answer = ask(
      '{ session(sessionId: "a") { parent { parent { sessionId } } } store { writable } }',
      accept,
    );
    await turn();
    letGo[0]?.();
    await turn();
    expect(begun).toEqual(['a', 'b']);
    expect(timer.running()).toEqual([10_000]);
    timer.ring();
    expect(await answer).toEqual({
      status: 503,
      body: {
        errors: [
          {
            message:
              'The query ran for 10 seconds and was stopped. Ask for smaller pages or fewer fields, or narrow it with a filter.',
            extensions: { code: 'QUERY_TIMEOUT' },
          },
        ],
      },
    });
    letGo[1]?.();
    await turn();
    expect(begun).toEqual(['a', 'b']);
    expect({ faults, codes: exchange.codes }).toEqual({ faults: [], codes: ['QUERY_TIMEOUT'] });
  },
);

test('a query that ends in time is whole, and its deadline is taken back', async () => {
  const { ask, letGo, timer } = openSlow();
  const answer = ask('{ session(sessionId: "c") { sessionId } store { writable } }');
  await turn();
  letGo[0]?.();
  expect((await answer).body).toEqual({
    data: { session: { sessionId: 'c' }, store: { writable: true } },
  });
  expect(timer.running()).toEqual([]);
  expect((await ask('{ store { writable } }')).body).toEqual({
    data: { store: { writable: true } },
  });
  expect(timer.running()).toEqual([]);
});

const END = `mutation { endSession(input: { sessionId: "a", endReason: "done" }) {
  ... on EndSessionPayload { session { parent { sessionId } endReason } } } }`;

test('a mutation has no deadline: what is written is never answered as failed', async () => {
  const { ask, letGo, timer } = openSlow();
  const answer = ask(END);
  await turn();
  expect(timer.running()).toEqual([]);
  timer.ring();
  const finish = setInterval(() => letGo.splice(0).forEach((go) => go()), 1);
  const { body } = await answer;
  clearInterval(finish);
  expect(body).toEqual({
    data: { endSession: { session: { parent: { sessionId: 'b' }, endReason: 'done' } } },
  });
});

test('a mutation whose client has left is carried out', async () => {
  const { ask, client, api } = openSlow();
  const answer = ask(END).catch(() => null);
  client.abort();
  await answer;
  await expect.poll(async () => (await api.store.sessionsByIds(['a']))[0]?.end_reason).toBe('done');
});

test('a refused query starts no deadline', async () => {
  const { ask, timer } = openSlow();
  expect((await ask('{ nothing }')).body.errors).toHaveLength(1);
  expect(timer.running()).toEqual([]);
});

test('when the client has left, nothing further is run, and it is no fault', async () => {
  const { ask, begun, letGo, timer, faults, client } = openSlow();
  const answer = ask('{ session(sessionId: "a") { parent { sessionId } } }').catch(() => null);
  await turn();
  client.abort();
  await answer;
  letGo[0]?.();
  await turn();
  expect({ begun, faults, running: timer.running() }).toEqual({
    begun: ['a'],
    faults: [],
    running: [],
  });
});

test('statistics, which have a minute of their own, are given longer', async () => {
  const { ask, letGo, timer } = openSlow();
  const answer = ask(
    '{ session(sessionId: "c") { sessionId } ...F } fragment F on Query { stats { sessionCount } }',
  );
  await turn();
  expect(timer.running()).toEqual([65_000]);
  letGo[0]?.();
  expect((await answer).body.data.stats).toEqual({ sessionCount: 3 });
});
