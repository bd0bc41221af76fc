import { getIntrospectionQuery } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { expect, test } from 'vitest';
import { createContext, schema } from '../../src/schema/index.js';
import { LIMITS } from '../../src/schema/limits.js';
import { createDocumentCache } from '../../src/server/document-cache.js';
import { maskError } from '../../src/server/masking.js';
import { useQueryLimits } from '../../src/server/query-limits.js';
import { insertMessage, insertSession, openTestStore } from '../support/store.js';

/** Yoga over a store as the server sets it up, behind the door. */
function openApi() {
  const { store, clock } = openTestStore({
    seed: (db) => {
      for (let session = 0; session < 300; session++) {
        const id = `s${session}`;
        insertSession(db, id, session % 3 ? { parent_session_id: `s${session - 1}` } : {});
        for (let message = 0; message < 10; message++) insertMessage(db, id, 'user', 'hello');
      }
    },
  });
  const faults: unknown[] = [];
  const yoga = createYoga({
    schema,
    context: () => createContext(store, clock),
    plugins: [useQueryLimits()],
    parserAndValidationCache: {
      documentCache: createDocumentCache(),
      errorCache: createDocumentCache(),
    },
    maskedErrors: { maskError: (error) => maskError(error, (fault) => faults.push(fault)) },
    logging: false,
  });
  const ask = async (query: string, variables: Record<string, unknown> = {}) => {
    const body = JSON.stringify({ query, variables });
    const headers = {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
    };
    const before = process.cpuUsage();
    const response = await yoga.fetch('http://localhost/graphql', {
      method: 'POST',
      headers,
      body,
    });
    const text = await response.text();
    const { user, system } = process.cpuUsage(before);
    const { data, errors = [] } = JSON.parse(text);
    return { status: response.status, data, errors, milliseconds: (user + system) / 1000 };
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
  ['600 levels', nested(600, 'id'), /602 fields deep; the most is 12/],
  ['2,000 aliases', `{ ${times(2_000, (i) => `a${i}: __typename`)} }`, /more than 2000 tokens/],
  ['400 aliases', `{ ${times(400, (i) => `a${i}: __typename`)} }`, /400 aliases; the most is 30/],
  ['50,000 times one field', `{ ${times(50_000, '__typename')} }`, /more than 2000 tokens/],
  ['1,900 times one field', `{ ${times(1_900, '__typename')} }`, /repeats too many fields/],
  ['480 times a field with fields', `{ ${times(480, 'store { path }')} }`, /repeats too many/],
  ['20,000 directives', `{ __typename ${times(20_000, '@skip(if: false)')} }`, /more than 2000/],
  ['900 directives', `{ __typename ${times(900, '@a')} }`, /900 directives; the most is 50/],
  ['1,900 unknown fields', `{ ${times(1_900, (i) => `sesion${i}`)} }`, /Cannot query field/],
  [
    'unknown fields after a million lines',
    `${'\n'.repeat(1_000_000)}{ ${times(1_900, (i) => `sesion${i}`)} }`,
    /Cannot query field/,
  ],
  ['2 million comments', `${'#\n'.repeat(500_000)}{ __typename }`, /more than 2000 comments/],
  ['a long text in the query', `{ meta(key: "${'\\n'.repeat(4_000_000)}") }`, /8000019 characters/],
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
    /Cannot spread fragment/,
  ],
  [
    'fragments that double at every level',
    `${inSession('...F0')} ${times(150, (i) => `fragment F${i} on Session { parent { ...F${i + 1} } ...F${i + 1} }`)} fragment F150 on Session { id }`,
    /fields deep/,
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
  expect(errors[0].message).toMatch(message);
  for (const { extensions } of errors) {
    expect(extensions).toEqual({ code: expect.stringMatching(/^[A-Z_]+$/) });
  }
  expect(errors.length).toBeLessThan(30);
  expect(milliseconds).toBeLessThan(200);
});
