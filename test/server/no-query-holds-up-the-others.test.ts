import { buildSchema, getIntrospectionQuery, parse, type GraphQLSchema } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SessionStore } from '../../src/db/store.js';
import type { Clock } from '../../src/domain/time.js';
import { createContext, schema } from '../../src/schema/index.js';
import { paramsOfBody } from '../../src/server/params.js';
import { validateBounded } from '../../src/server/query-limits.js';
import { createAnswerer } from '../../src/server/yoga.js';
import { insertMessage, insertSession, openTestStore, type TestStore } from '../support/store.js';

let rooms: { store: SessionStore; clock: Clock };

beforeAll(() => {
  const { store, clock, close } = openTestStore({
    after: () => undefined,
    seed: (db) => {
      for (let session = 0; session < 300; session++) {
        const id = `s${session}`;
        insertSession(db, id, session % 3 ? { parent_session_id: `s${session - 1}` } : {});
        for (let message = 0; message < 5; message++) insertMessage(db, id, 'user', 'hello');
      }
    },
  });
  rooms = { store, clock };
  return close;
});

let opened: TestStore | undefined;

/** A store with one chain, opened once. */
function chain(): TestStore {
  opened ??= openTestStore({
    after: () => undefined,
    seed: (db) =>
      db.transaction(() => {
        for (let n = 0; n < 10_000; n += 1) {
          const times = { started_at: 1000 + n, ended_at: 1001 + n, end_reason: 'compression' };
          insertSession(db, `c${n}`, { ...times, parent_session_id: n > 0 ? `c${n - 1}` : null });
        }
      })(),
  });
  return opened;
}

afterAll(() => opened?.close());

interface Answer {
  status: number;
  data: unknown;
  errors: { message: string; locations?: unknown; extensions: unknown }[];
  /** How long it could hold others up. */
  milliseconds: number;
}

/** What the server answers with behind the door. */
function openApi(served: GraphQLSchema = schema, { store, clock } = rooms) {
  const faults: unknown[] = [];
  const answer = createAnswerer({
    schema: served,
    createContext: () => createContext(store, clock),
    report: (fault) => faults.push(fault),
  });
  const ask = async (
    query: string,
    variables: Record<string, unknown> = {},
    accept = 'application/graphql-response+json',
  ): Promise<Answer> => {
    const body = JSON.stringify({ query, variables });
    const exchange = { signal: new AbortController().signal, operation: undefined, codes: [] };
    const start = performance.now();
    const before = process.cpuUsage();
    const response = await answer({
      method: 'POST',
      accept,
      exchange,
      read: () => paramsOfBody(body),
    });
    const text = await response.text();
    const { user, system } = process.cpuUsage(before);
    const { data, errors = [] } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
    // Whichever is less: other processes lengthen the one, the compiler's threads the other.
    const milliseconds = Math.min((user + system) / 1000, performance.now() - start);
    return { status: response.status, data, errors, milliseconds };
  };
  return { ask, faults };
}

const times = (count: number, text: string | ((index: number) => string)) =>
  Array.from({ length: count }, (_, i) => (typeof text === 'string' ? text : text(i))).join(' ');
const inSession = (fields: string) => `{ session(sessionId: "s0") { ${fields} } }`;
const nested = (count: number, inner: string) =>
  inSession(`${times(count, 'parent {')} ${inner} ${'}'.repeat(count)}`);

/** Queries that hold a server up which does not expect them, and what each is refused for. */
const corpus: [name: string, query: string, message: RegExp][] = [
  ['20,000 levels', nested(20_000, 'id'), /more than 2000 tokens/],
  ['600 levels', nested(600, 'id'), /602 fields in one another; the most is 12/],
  ['2,000 aliases', `{ ${times(2_000, (i) => `a${i}: __typename`)} }`, /more than 2000 tokens/],
  ['400 aliases', `{ ${times(400, (i) => `a${i}: __typename`)} }`, /400 aliases; the most is 30/],
  ['50,000 times one field', `{ ${times(50_000, '__typename')} }`, /more than 2000 tokens/],
  ['1,900 times one field', `{ ${times(1_900, '__typename')} }`, /1900 fields of one name side by/],
  [
    '480 times a field with fields',
    `{ ${times(480, 'store { path }')} }`,
    /480 fields of one name/,
  ],
  ['20,000 directives', `{ __typename ${times(20_000, '@skip(if: false)')} }`, /more than 2000/],
  ['900 directives', `{ __typename ${times(900, '@a')} }`, /900 directives; the most is 50/],
  ['1,900 unknown fields', `{ ${times(1_900, (i) => `sesion${i}`)} }`, /Cannot query field/],
  [
    'unknown fields after a million lines',
    `${'\n'.repeat(1_000_000)}{ ${times(1_900, (i) => `sesion${i}`)} }`,
    /Cannot query field/,
  ],
  ['2 million comments', `${'#\n'.repeat(500_000)}{ __typename }`, /more than 2000 comments/],
  ['a long text in the query', `{ meta(key: "${'\\n'.repeat(4_000_000)}") }`, /8000017 characters/],
  ['a long name', `{ ${'a'.repeat(1_000_000)} }`, /Cannot query field/],
  ['an enum value of a megabyte', orderBy('A'.repeat(1_000_000)), /does not exist in "Session/],
  [
    'a fragment in itself',
    '{ ...A } fragment A on Query { ...A }',
    /Cannot spread fragment "A" within itself/,
  ],
  [
    'fragments in a ring',
    `${inSession('...F0')} ${times(150, (i) => `fragment F${i} on Session { parent { ...F${(i + 1) % 150} ...F${(i + 7) % 150} } }`)}`,
    /151 fields in one another/,
  ],
  [
    'fragments in a ring without fields',
    `${inSession('...F0')} ${times(150, (i) => `fragment F${i} on Session { ...F${(i + 1) % 150} ...F${(i + 7) % 150} }`)}`,
    /Cannot spread fragment/,
  ],
  [
    'fragments that double at every level',
    `${inSession('...F0')} ${times(150, (i) => `fragment F${i} on Session { parent { ...F${i + 1} } ...F${i + 1} }`)} fragment F150 on Session { id }`,
    /152 fields in one another/,
  ],
  [
    'four lists of fifty in one another',
    '{ sessions(first: 50) { nodes { children(first: 50) { children(first: 50) { children(first: 50) { id } } } } } }',
    /would cost 6377601,/,
  ],
  [
    'introspection times a thousand',
    `{ __schema { types { ${times(10, (i) => `a${i}: fields { type { ${times(2, (j) => `b${j}: fields { type { fields { name type { name } } } }`)} } }`)} } } }`,
    /depth/,
  ],
];

function orderBy(field: string): string {
  return `{ sessions(orderBy: { field: ${field} }) { totalCount } }`;
}

test.each(corpus)('%s: refused in a moment, with a code', async (_name, query, message) => {
  const { ask, faults } = openApi();
  await ask('{ __typename }');
  const { status, data, errors, milliseconds } = await ask(query);
  expect({ status, data, faults }).toEqual({ status: 400, data: undefined, faults: [] });
  expect(errors[0]?.message).toMatch(message);
  for (const { extensions } of errors) {
    expect(extensions).toEqual({ code: expect.stringMatching(/^[A-Z_]+$/) });
  }
  expect(errors.length).toBeLessThan(30);
  expect(milliseconds).toBeLessThan(200);
});

/** What holds a server up whose lists go as far as the file does. */
test.each([
  [
    'ancestors of a page',
    '{ sessions(first: 200) { nodes { ancestors { sessionId } } } }',
    700_000,
  ],
  [
    'segments of a page',
    '{ sessions(first: 200) { nodes { conversation { segments { sessionId } } } } }',
    700_000,
  ],
  ['depths of a page', '{ sessions(first: 200) { nodes { depth } } }', 10_000],
  ['sums of a page', '{ sessions(first: 200) { nodes { conversation { title } } } }', 20_000],
  ['one at the end', '{ session(sessionId: "c9999") { ancestors { sessionId } } }', 5_000],
])('on a chain of 10,000 sessions: %s, in a bounded answer', async (_name, query, longest) => {
  const { ask, faults } = openApi(schema, chain());
  const { status, data, errors } = await ask(query);
  expect({ status, errors, faults }).toEqual({ status: 200, errors: [], faults: [] });
  expect(JSON.stringify(data).length).toBeLessThan(longest);
});

test('lists in lists that multiply end the request at 40,000 sessions, with one error', async () => {
  const family = openTestStore({
    seed: (db) => {
      insertSession(db, 'root');
      for (let n = 0; n < 100; n += 1) insertSession(db, `s${n}`, { parent_session_id: 'root' });
    },
  });
  const { ask, faults } = openApi(schema, family);
  const below = (fields: string) => `children { parent { ${fields} } }`;
  const { status, data, errors } = await ask(
    `{ session(sessionId: "root") { ${below(below(below('sessionId')))} } }`,
  );
  expect({ status, data, faults }).toEqual({ status: 400, data: undefined, faults: [] });
  expect(errors).toEqual([
    {
      message:
        'The lists of relatives in the answer hold more than 40000 sessions, which is the most. Ask for fewer with `first`, or for a smaller page around them.',
      extensions: { code: 'QUERY_TOO_COMPLEX' },
    },
  ]);
  const small = await ask(`{ session(sessionId: "root") { ${below(below('sessionId'))} } }`);
  expect(small.errors).toEqual([]);
});

test('what comes after a refusal is answered as ever, and a refusal is repeated', async () => {
  const { ask } = openApi();
  const aliases = (count: number) => `{ ${times(count, (i) => `a${i}: __typename`)} }`;
  expect((await ask(aliases(31))).status).toBe(400);
  expect((await ask(aliases(31))).errors[0]?.message).toBe(
    'The query has 31 aliases; the most is 30.',
  );
  expect((await ask(aliases(30))).data).toHaveProperty('a29', 'Query');
});

test('a page size in the variables is refused, another one for the same query is not', async () => {
  const { ask } = openApi();
  const query = `query ($first: Int!) {
    sessions(first: 200) { nodes { messages(first: $first) { nodes { role content } } } }
  }`;
  for (const [first, status] of [
    [200, 400],
    [5, 200],
    [200, 400],
  ] as const) {
    expect((await ask(query, { first })).status).toBe(status);
  }
});

test('clients of plain JSON get the same refusal with status 200', async () => {
  const { ask } = openApi();
  const { status, data, errors } = await ask(
    '{ sessions(first: 200) { nodes { messages(first: 200) { nodes { id } } } } }',
    {},
    'application/json',
  );
  expect({ status, data, errors }).toEqual({
    status: 200,
    data: undefined,
    errors: [
      {
        message:
          'The query would cost 80401, about the number of fields in its answer; the most is 40000. The dearest part is `sessions.nodes.messages`: ask for smaller pages on the way there, with `first`, or for fewer fields.',
        extensions: { code: 'QUERY_TOO_COMPLEX' },
      },
    ],
  });
});

test('a subscription is refused before it begins', async () => {
  const served = buildSchema(`
    type Query { hello: String }
    type Subscription { tick: Tick! }
    type Tick { next: [Tick!]!  id: ID! }
  `);
  const { ask } = openApi(served);
  const query = 'subscription { tick { next { next { next { next { next { id } } } } } } }';
  const answer = await ask(query, {}, 'text/event-stream');
  expect(answer.errors).toEqual([
    {
      message: expect.stringMatching(/^The query would cost 111112, /),
      extensions: { code: 'QUERY_TOO_COMPLEX' },
    },
  ]);
});

test('the introspection of tools passes', async () => {
  const { ask } = openApi();
  const query = getIntrospectionQuery({
    descriptions: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    oneOf: true,
  });
  const { status, errors, data } = await ask(query);
  expect([status, errors]).toEqual([200, []]);
  expect(data).toHaveProperty('__schema.queryType.name', 'Query');
});

test('a page of 200 sessions with all that a table shows of them passes', async () => {
  const { ask } = openApi();
  const { errors, data } = await ask(`{
    sessions(first: 200, orderBy: { field: LAST_ACTIVE_AT }) {
      totalCount
      pageInfo { hasNextPage endCursor }
      edges {
        cursor
        node {
          id sessionId title source model status startedAt endedAt endReason lastActiveAt
          durationSeconds preview messageCount toolCallCount childCount lineageKind
          usage { input output total cacheHitRate }
          cost { usd basis }
          parent { sessionId title }
          children { sessionId title }
          tip { sessionId title }
          messages(last: 5) { nodes { messageId role content(maxLength: 200) timestamp } }
        }
      }
    }
  }`);
  expect(errors).toEqual([]);
  expect(data).toHaveProperty('sessions.edges.length', 200);
});

test('a whole dashboard in one request passes', async () => {
  const { ask } = openApi();
  const { errors, data } = await ask(
    `query Dashboard($sessionId: String!, $since: DateTime!) {
      store { path writable sessionCount messageCount search { words trigrams problem } }
      today: sessions(filter: { startedAt: { from: $since } }) { totalCount }
      ended: sessions(filter: { status: ENDED }) { totalCount }
      telegram: sessions(filter: { sources: ["telegram"] }) { totalCount }
      dearest: sessions(first: 10, orderBy: { field: COST }) { nodes { ...Row } }
      longest: sessions(first: 10, orderBy: { field: MESSAGE_COUNT }) { nodes { ...Row } }
      newest: sessions(first: 50) { totalCount pageInfo { ...Page } edges { cursor node { ...Row } } }
      session(sessionId: $sessionId) {
        ...Row
        systemPrompt modelConfig
        billing { provider baseUrl mode }
        ancestors { ...Name }
        descendants { ...Name lineageKind parent { sessionId } }
        root { ...Name }
        messages(last: 100) {
          totalCount
          pageInfo { ...Page }
          edges { cursor node { ...Turn } }
        }
      }
    }
    fragment Name on Session { sessionId title startedAt }
    fragment Page on PageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    fragment Row on Session {
      id ...Name source model status endedAt endReason lastActiveAt preview messageCount
      toolCallCount usage { input output cacheRead cacheWrite reasoning total cacheHitRate }
      cost { usd basis actualUsd estimatedUsd } parent { ...Name } tip { ...Name }
    }
    fragment Turn on Message {
      id messageId role content contentLength contentParts { type text url json } timestamp
      tokenCount finishReason reasoning state toolCallId toolName
      toolCalls { id name arguments } session { sessionId }
    }`,
    { sessionId: 's0', since: '2026-05-01T00:00:00Z' },
  );
  expect(errors).toEqual([]);
  expect(data).toHaveProperty('newest.totalCount', 300);
});

test('an error names a place in the text, but not in a very long one', async () => {
  const { ask } = openApi();
  const [short] = (await ask('{\n  nothing\n}')).errors;
  expect(short).toEqual({
    message: 'Cannot query field "nothing" on type "Query".',
    locations: [{ line: 2, column: 3 }],
    extensions: { code: expect.stringMatching(/^[A-Z_]+$/) },
  });
  const [long] = (await ask(`{\n  nothing ${' '.repeat(40_000)} }`)).errors;
  expect(long?.locations).toBeUndefined();
});

test('names are not suggested to those who guess', async () => {
  const { ask } = openApi();
  const asked = [
    '{ sesions { totalCount } }',
    '{ sessions(frist: 1) { totalCount } }',
    '{ sessions { ... on SesionConnection { totalCount } } }',
    '{ sessions(orderBy: { field: STARTED }) { totalCount } }',
  ];
  for (const query of asked) {
    const { errors } = await ask(query);
    expect(errors.length).toBeGreaterThan(0);
    expect(JSON.stringify(errors)).not.toMatch(/did you mean/i);
  }
});

test('an argument that a field refuses leaves the rest of the answer whole', async () => {
  const { ask } = openApi();
  const { data, errors } = await ask('{ node(id: "no id of ours") { id } store { sessionCount } }');
  expect(data).toEqual({ node: null, store: { sessionCount: 300 } });
  expect(errors).toEqual([
    expect.objectContaining({ path: ['node'], extensions: { code: 'BAD_USER_INPUT' } }),
  ]);
});

test('twelve fields in one another, and not thirteen', async () => {
  const { ask } = openApi();
  expect((await ask(nested(10, 'title'))).status).toBe(200);
  expect((await ask(nested(11, 'title'))).errors[0]?.message).toBe(
    'The query has 13 fields in one another; the most is 12.',
  );
});

test('where the check for conflicts gives up, the client learns why', () => {
  const errors = validateBounded(schema, parse(`{ ${times(1_900, '__typename')} }`));
  expect(errors.map(({ message, extensions }) => [message, extensions['code']])).toEqual([
    [
      'The query repeats too many fields to be checked for conflicts between them.',
      'QUERY_TOO_COMPLEX',
    ],
  ]);
});
