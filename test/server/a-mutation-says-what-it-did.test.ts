import { expect, test } from 'vitest';
import type { SessionStore } from '../../src/db/store.js';
import { OverloadedError } from '../../src/domain/errors.js';
import { createContext, schema } from '../../src/schema/index.js';
import { createAnswerer } from '../../src/server/yoga.js';
import { insertSession, openTestStore, type TestStore } from '../support/store.js';

const TOO_MANY =
  'The lists of relatives in the answer hold more than 40000 sessions, which is the most. Ask for fewer with `first`, or for a smaller page around them.';

/** A root with 100 children: lists in lists of them are soon too long. */
function family(): TestStore {
  return openTestStore({
    seed: (db) => {
      insertSession(db, 'root');
      for (let n = 0; n < 100; n += 1) insertSession(db, `s${n}`, { parent_session_id: 'root' });
    },
  });
}

/** Mutations behind the door, and what is called of the store meanwhile. */
function openApi(api: TestStore, replaced: Partial<SessionStore> = {}) {
  const calls: string[] = [];
  const store = new Proxy(api.store, {
    get(target, name): unknown {
      calls.push(String(name));
      return Reflect.get(replaced, name) ?? Reflect.get(target, name);
    },
  });
  const answer = createAnswerer({
    schema,
    createContext: (signal) => createContext(store, api.clock, signal),
    report: (fault) => {
      throw new Error(JSON.stringify(fault));
    },
  });
  const ask = async (query: string) => {
    const exchange = { signal: new AbortController().signal, operation: undefined, codes: [] };
    const accept = 'application/graphql-response+json';
    const response = await answer({ method: 'POST', accept, exchange, read: () => ({ query }) });
    return { status: response.status, ...JSON.parse(await response.text()) };
  };
  const endReason = async (id: string) => (await api.store.sessionsByIds([id]))[0]?.end_reason;
  return { ask, calls, endReason };
}

const end = (id: string, fields: string) =>
  `endSession(input: { sessionId: "${id}", endReason: "done" }) {
    ... on EndSessionPayload { session { ${fields} } } }`;

/** 100 relatives, 10,000, and a million. Where `via` may be null, a failure ends there. */
const relatives = (via: 'parent' | 'root') => {
  const below = (fields: string) => `children { ${via} { ${fields} } }`;
  return below(below(below('sessionId')));
};

test('one whose answer holds too many relatives was carried out, and the error says so', async () => {
  const { ask, endReason } = openApi(family());
  const { status, data, errors } = await ask(`mutation { ${end('root', relatives('root'))} }`);
  expect({ status, data }).toEqual({ status: 200, data: null });
  expect(errors).toEqual([
    {
      message: `${TOO_MANY} \`endSession\` was carried out all the same: only its answer is missing.`,
      locations: [expect.anything()],
      path: expect.arrayContaining(['endSession', 'session', 'children', 'root']),
      extensions: { code: 'QUERY_TOO_COMPLEX', carriedOut: ['endSession'] },
    },
  ]);
  expect(await endReason('root')).toBe('done');
});

/** Where a list near the root fails before the one that says why can. */
const BRANCHES = `H: children(first: 100) { root {
    a: children(first: 100) { sessionId } b: children(first: 100) { sessionId }
    c: children(first: 100) { sessionId } d: children(first: 100) { sessionId }
    e: children(first: 100) { sessionId } } }
  D: root { z: children(first: 100) { ancestors { sessionId } } }`;

test.each([
  ['root', BRANCHES, null],
  [
    's0',
    `sessionId parent { ${BRANCHES} }`,
    { endSession: { session: { sessionId: 's0', parent: null } } },
  ],
])('one error says so whatever fails first: %s', async (id, fields, expected) => {
  const { ask, endReason } = openApi(family());
  const { status, data, errors } = await ask(`mutation { ${end(id, fields)} }`);
  expect({ status, data }).toEqual({ status: 200, data: expected });
  expect(errors).toHaveLength(1);
  expect(errors[0].message).toContain(TOO_MANY);
  expect(errors[0].extensions).toEqual({ code: 'QUERY_TOO_COMPLEX', carriedOut: ['endSession'] });
  expect(await endReason(id)).toBe('done');
});

test('also beside another error', async () => {
  const { ask } = openApi(family());
  const { data, errors } = await ask(
    `mutation { one: ${end('s0', 'sessionId parent { children(first: 5000) { sessionId } }')}
       two: ${end('s1', `sessionId parent { ${BRANCHES} }`)} }`,
  );
  expect(data.two).toEqual({ session: { sessionId: 's1', parent: null } });
  const codes = errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code);
  expect(codes.sort()).toEqual(['BAD_USER_INPUT', 'QUERY_TOO_COMPLEX']);
});

test('what null propagation leaves of such an answer is kept, with one error', async () => {
  const { ask } = openApi(family());
  const { status, data, errors } = await ask(
    `mutation { ${end('root', `endReason ${relatives('parent')} childCount`)} }`,
  );
  expect(status).toBe(200);
  const { children, ...session } = data.endSession.session;
  expect(session).toEqual({ endReason: 'done', childCount: 100 });
  expect(children).toHaveLength(100);
  expect(errors).toEqual([
    {
      message: TOO_MANY,
      locations: [expect.anything()],
      path: expect.arrayContaining(['endSession', 'session', 'children', 'parent']),
      extensions: { code: 'QUERY_TOO_COMPLEX', carriedOut: ['endSession'] },
    },
  ]);
});

test('the mutations after it are carried out too, but lists of relatives are read no more', async () => {
  const { ask, calls, endReason } = openApi(family());
  const { data, errors } = await ask(`mutation {
    first: ${end('root', relatives('parent'))}
    second: ${end('s1', 'endReason messageCount')}
  }`);
  expect(data.second).toEqual({ session: { endReason: 'done', messageCount: 0 } });
  expect(data.first.session.children).toHaveLength(100);
  expect(errors).toHaveLength(1);
  expect(errors[0].extensions.carriedOut).toEqual(['first', 'second']);
  expect(await endReason('s1')).toBe('done');
  calls.length = 0;
  const lost = await ask(`mutation {
    first: ${end('root', relatives('parent'))}
    second: ${end('s2', 'children { sessionId }')}
    third: ${end('s3', 'sessionId')}
  }`);
  const reads = calls.slice(calls.lastIndexOf('endSession'));
  expect(reads).not.toContain('children');
  expect(lost.data).toBeNull();
  expect(lost.errors).toHaveLength(1);
  expect(lost.errors[0].message).toBe(
    `${TOO_MANY} \`first\`, \`second\` were carried out all the same: only their answers are missing.`,
  );
  expect([await endReason('s2'), await endReason('s3')]).toEqual(['done', null]);
});

test.each<[what: string, fields: string, code: string, status: number]>([
  ['a bad argument', 'children(first: 1001) { sessionId }', 'BAD_USER_INPUT', 200],
  ['work that has to wait', 'replay', 'OVERLOADED', 200],
])(
  'one whose payload fails for %s was carried out, and is not to be sent again',
  async (_what, fields, code, status) => {
    const { ask, endReason } = openApi(family(), {
      replays: () => Promise.reject(new OverloadedError(5)),
    });
    const found = await ask(`mutation { ${end('root', fields)} }`);
    expect(found).toMatchObject({ status, data: null });
    expect(found.errors).toHaveLength(1);
    expect(found.errors[0]).toMatchObject({
      message: expect.stringMatching(
        /\. `endSession` was carried out all the same: only its answer is missing\.$/,
      ),
      extensions: { code, carriedOut: ['endSession'] },
    });
    expect(await endReason('root')).toBe('done');
  },
);

test('one that was refused is not said to be carried out', async () => {
  const { ask } = openApi(
    openTestStore({
      seed: (db) => {
        insertSession(db, 'a', { title: 'taken' });
        insertSession(db, 'b');
      },
    }),
  );
  const { data, errors } = await ask(`mutation {
    setSessionTitle(input: { sessionId: "b", title: "taken" }) {
      ... on TitleConflictError { holder { children(first: -1) { sessionId } } } } }`);
  expect(data).toEqual({ setSessionTitle: { holder: null } });
  expect(errors).toEqual([expect.objectContaining({ extensions: { code: 'BAD_USER_INPUT' } })]);
});
