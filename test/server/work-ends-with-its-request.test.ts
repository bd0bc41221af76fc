import { expect, test } from 'vitest';
import type { SessionStore } from '../../src/db/store.js';
import { createContext, schema } from '../../src/schema/index.js';
import { createAnswerer } from '../../src/server/yoga.js';
import { insertMessage, insertSession, openTestStore } from '../support/store.js';

/** A store whose long work never ends, and notes the signals that it was given. */
function openApi() {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'a');
      insertMessage(db, 'a', 'user', 'hello');
    },
  });
  const signals: (AbortSignal | undefined)[] = [];
  const endless = (signal: AbortSignal | undefined) => {
    signals.push(signal);
    return new Promise<never>(() => undefined);
  };
  const store: SessionStore = {
    ...api.store,
    search: (tree, filter, order, page) => api.store.search(tree, filter, order, page),
    stats: (_filter, _zone, _parts, signal) => endless(signal),
    toolUsage: (_ids, signal) => endless(signal),
    replays: (_ids, _ancestors, signal) => endless(signal),
    searchContexts: (_ids, signal) => endless(signal),
  };
  let ring: () => void = () => undefined;
  const answer = createAnswerer({
    schema,
    createContext: (signal) => createContext(store, api.clock, signal),
    report: () => undefined,
    startTimer: (ringing) => {
      ring = ringing;
      return () => undefined;
    },
  });
  const client = new AbortController();
  const ask = async (query: string) => {
    const exchange = { signal: client.signal, operation: undefined, codes: [] };
    const read = () => ({ query });
    const response = await answer({ method: 'POST', accept: 'application/json', exchange, read });
    return JSON.parse(await response.text());
  };
  return { api, ask, signals, client, ring: () => ring() };
}

const LONG = [
  ['statistics', '{ stats { messagesByRole { role } } }'],
  ['the tools of a session', '{ session(sessionId: "a") { toolUsage { name } } }'],
  ['a replay', '{ session(sessionId: "a") { replay } }'],
  ['the context of hits', '{ search(query: "hello") { nodes { context { content } } } }'],
] as const;

test.each(LONG)('when its client leaves, %s is told to end', async (_what, query) => {
  const { ask, signals, client } = openApi();
  const answer = ask(query).catch(() => null);
  await expect.poll(() => signals.length).toBe(1);
  expect(signals[0]?.aborted).toBe(false);
  client.abort();
  expect(signals[0]?.aborted).toBe(true);
  await answer;
});

test.each(LONG)('at the deadline of its query, %s is told to end', async (_what, query) => {
  const { ask, signals, ring } = openApi();
  const answer = ask(query);
  await expect.poll(() => signals.length).toBe(1);
  ring();
  expect(signals[0]?.aborted).toBe(true);
  expect((await answer).errors[0].extensions.code).toBe('QUERY_TIMEOUT');
});

test('what a mutation answers with is worked out to the end, or those after it would not begin', async () => {
  const { api, ask, signals, client } = openApi();
  void ask(`mutation { endSession(input: { sessionId: "a", endReason: "done" }) {
    ... on EndSessionPayload { session { replay } } } }`).catch(() => null);
  await expect.poll(() => signals.length).toBe(1);
  client.abort();
  expect(signals).toEqual([undefined]);
  expect((await api.store.sessionsByIds(['a']))[0]?.end_reason).toBe('done');
});
