import { getIntrospectionQuery, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { costRefusal } from '../../src/schema/cost.js';
import { schema } from '../../src/schema/index.js';

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

/** What a valid query is refused with; null when it may run. */
function refusal(
  query: string,
  variableValues: Record<string, unknown> = {},
  operationName?: string,
): { message: string; code: unknown } | null {
  const document = parse(query);
  expect(validate(schema, document)).toEqual([]);
  const error = costRefusal({ schema, document, variableValues, operationName });
  return error && { message: error.message, code: error.extensions['code'] };
}

const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join(' ');

/** What a query costs, read off its refusal next to so many copies of itself that it has one. */
function costOf(fields: string): number {
  const query = `{ a: sessions(first: 200) { nodes { children(first: 999) { ${fields} } } } }`;
  const cost = /would cost (\d+),/.exec(refusal(query)?.message ?? '')?.[1];
  return (Number(cost) - 1 - 200 * 2) / (200 * 999);
}

const tooDear = (cost: number, path: string) => ({
  message: `The query would cost ${cost}, about the number of fields in its answer; the most is 40000. The dearest part is \`${path}\`: ask for smaller pages on the way there, with \`first\`, or for fewer fields.`,
  code: 'QUERY_TOO_COMPLEX',
});

test('a field costs one, and what is below a list so many times as it has items', () => {
  expect(costOf('sessionId')).toBe(1);
  expect(costOf('parent { sessionId title }')).toBe(3);
  expect(costOf('messages(first: 7) { nodes { role } }')).toBe(1 + 7 * 2);
  expect(costOf('messages(last: 7) { edges { cursor node { role } } }')).toBe(1 + 7 * 4);
  expect(costOf('messages { nodes { role } }'), 'the default page').toBe(1 + 20 * 2);
  expect(costOf('messages(first: 0) { nodes { role } }'), 'as if one').toBe(1 + 2);
  expect(costOf('descendants { sessionId }'), 'a bound that nobody chose').toBe(1 + 20);
  expect(costOf('children { sessionId }'), 'most have few').toBe(1 + 5);
  expect(costOf('children(first: 30) { sessionId }')).toBe(1 + 30);
  expect(costOf('ancestors { sessionId }')).toBe(1 + 10);
  expect(costOf('ancestors(first: 30) { sessionId }')).toBe(1 + 30);
  expect(costOf('conversation { segments { sessionId } }')).toBe(1 + 1 + 10);
  expect(costOf('conversation { segments(first: 300) { sessionId } }')).toBe(1 + 1 + 300);
  expect(costOf('lineageTruncated(first: 999) descendantsTruncated lineageCycle depth')).toBe(4);
  expect(costOf('messagesAround(messageId: 1, window: 3) { messages { role } }')).toBe(1 + 7 * 2);
});

test('a default costs the same, written out, null, by a variable, or left out', () => {
  for (const [list, size] of [
    ['children', 100],
    ['ancestors', 100],
    ['descendants', 200],
  ] as const) {
    const cost = costOf(`${list} { sessionId }`);
    expect(costOf(`${list}(first: ${size}) { sessionId }`), list).toBe(cost);
    expect(costOf(`${list}(first: null) { sessionId }`), list).toBe(cost);
    expect(costOf(`${list}(first: ${size + 1}) { sessionId }`), list).toBe(1 + size + 1);
  }
  expect(costOf('conversation { segments(first: 100) { sessionId } }')).toBe(1 + 1 + 10);
  expect(costOf('messages(first: 20) { nodes { role } }')).toBe(
    costOf('messages { nodes { role } }'),
  );
  const tree = (first: string) => `query ($first: Int) { sessions(first: 50) { nodes {
    children${first} { children${first} { children${first} { sessionId } } } } } }`;
  for (const variables of [{}, { first: 100 }, { first: null }]) {
    expect(refusal(tree('(first: $first)'), variables)).toEqual(null);
  }
  expect(refusal(tree('(first: $first)'), { first: 99 })?.code).toBe('QUERY_TOO_COMPLEX');
});

test('what reads much costs more, and long lists are counted as such', () => {
  const around = (fields: string) => `{ ${times(40, (i) => `a${i}: ${fields}`)} }`;
  expect(refusal(around('search(query: "x", first: 1) { totalCount }'))).toEqual(
    tooDear(40 * (1_000 + 10 + 1), 'search'),
  );
  expect(refusal(around('stats { sessionCount }'))).toEqual(tooDear(40 * (1_000 + 1), 'stats'));
  const series = (bin: string) =>
    around(`stats { series(bin: ${bin}) { start sessionCount } heatmap { sessionCount } }`);
  expect(refusal(series('DAY'))).toEqual(tooDear(40 * (1_000 + 1 + 200 + 1 + 168), 'stats'));
  expect(refusal(series('HOUR'))).toEqual(
    tooDear(40 * (1_000 + 1 + 2_000 + 1 + 168), 'stats.series'),
  );
  const ids = Array.from({ length: 200 }, (_, i) => `"${i}"`).join(' ');
  expect(refusal(around(`nodes(ids: [${ids}]) { id ... on Message { role } }`))).toBeNull();
  expect(
    refusal(around(`nodes(ids: [${ids}]) { id ... on Message { session { title cwd model } } }`)),
  ).toEqual(tooDear(40 * (1 + 200 * 5), 'nodes'));
});

test('of a page only its items are multiplied, and it costs its rows whatever is shown of it', () => {
  expect(costOf('messages(first: 7) { totalCount nodes { role } }')).toBe(1 + 10 + 7 * 2);
  expect(costOf('messages(first: 7) { pageInfo { hasNextPage endCursor } }')).toBe(1 + 3 + 7);
  expect(
    costOf('messages(first: 7) { ... on MessageConnection { totalCount nodes { role } } }'),
    'through a fragment',
  ).toBe(1 + 10 + 7 * 2);
  expect(costOf('messagesAround(messageId: 1, window: 3) { before after }')).toBe(1 + 2 + 7);
  expect(
    refusal('{ sessions(first: 200) { totalCount nodes { sessionId messages { totalCount } } } }'),
  ).toBeNull();
  expect(
    refusal('{ sessions(first: 200) { nodes { messages(first: 200) { totalCount } } } }'),
  ).toEqual(tooDear(1 + 200 * (1 + 1 + 10 + 200), 'sessions.nodes.messages'));
});

test('a tree of five levels passes without sizes; a page of replays does not', () => {
  const row = 'sessionId title source model lineageKind startedAt';
  const tree = (levels: number): string =>
    levels === 0 ? row : `${row} children { ${tree(levels - 1)} }`;
  const query = `{ session(sessionId: "x") { root { ${tree(4)} } } }`;
  expect(refusal(query)).toBeNull();
  expect(refusal(query.replaceAll('children', 'children(first: 50)'))?.message).toMatch(
    /part is `session\.root\.children\.children\.children\.children`: .* A tree in one piece is `descendants \{ sessionId parent \{ sessionId \} \}`\.$/,
  );
  expect(refusal('{ session(sessionId: "x") { replay(includeAncestors: true) } }')).toBeNull();
  expect(refusal('{ sessions(first: 30) { nodes { replay } } }')).toBeNull();
  expect(refusal('{ sessions(first: 200) { nodes { replay } } }')).toEqual(
    tooDear(1 + 200 * (1 + 1_000), 'sessions.nodes.replay'),
  );
});

test('page sizes in variables and in defaults count like those in the text', () => {
  const query = `query ($sessions: Int = 200, $messages: Int) {
    sessions(first: $sessions) { nodes { messages(last: $messages) { nodes { role } } } }
  }`;
  expect(refusal(query, { messages: 200 })).toEqual(
    tooDear(1 + 200 * (1 + 1 + 200 * 2), 'sessions.nodes.messages'),
  );
  expect(refusal(query, { sessions: 100, messages: 200 })).toEqual(
    tooDear(1 + 100 * (1 + 1 + 200 * 2), 'sessions.nodes.messages'),
  );
  expect(refusal(query, { sessions: 50, messages: 200 })).toBeNull();
  expect(refusal(query, { messages: 50 })).toBeNull();
});

test('lists in lists: four of fifty are refused, two are not', () => {
  const four = `{ sessions(first: 50) { nodes { children(first: 50) { children(first: 50) {
    children(first: 50) { sessionId } } } } } }`;
  expect(refusal(four)?.code).toBe('QUERY_TOO_COMPLEX');
  expect(refusal('{ sessions(first: 50) { nodes { children(first: 50) { id } } } }')).toBeNull();
});

test('a page that is too large is left to the list, which says so', () => {
  expect(refusal('{ sessions(first: 2000000000) { nodes { sessionId title } } }')).toBeNull();
  expect(refusal('{ sessions(first: -1) { nodes { sessionId title } } }')).toBeNull();
});

test('fragments count wherever they are spread, also through many levels', () => {
  const tree = (branches: string[]) =>
    `{ session(sessionId: "x") { ...F0 } } fragment F9 on Session { sessionId title }
    ${[0, 1, 2, 3, 4, 5, 6, 7, 8]
      .map((level) => {
        const below = branches.map((name) => `${name}: parent { ...F${level + 1} }`);
        return `fragment F${level} on Session { ${below.join(' ')} }`;
      })
      .join(' ')}`;
  expect(refusal(tree(['a', 'b']))).toBeNull();
  const nodes = (3 ** 10 - 1) / 2;
  expect(refusal(tree(['a', 'b', 'c']))).toEqual(tooDear(nodes + 2 * 3 ** 9, 'session'));
});

test('what is left out by a variable does not count', () => {
  const query = `query ($with: Boolean!) {
    sessions(first: 200) {
      nodes {
        sessionId
        messages(first: 200) @include(if: $with) { nodes { role content } }
        ... @skip(if: $with) { title }
      }
    }
  }`;
  expect(refusal(query, { with: false })).toBeNull();
  expect(refusal(query, { with: true })).toEqual(
    tooDear(1 + 200 * (3 + 200 * 3), 'sessions.nodes.messages'),
  );
});

test('what is below a field with a bad argument is not run, and does not count', () => {
  const query = `{
    node(id: "no id of ours") { id }
    sessions(first: 10, after: "no cursor") { nodes { id } }
  }`;
  expect(refusal(query)).toBeNull();
  const hiding = '{ node(id: "no id of ours") { id } sessions(first: 200) { nodes { ...Whole } } }';
  const whole = 'fragment Whole on Session { messages(first: 200) { nodes { role content } } }';
  expect(refusal(`${hiding} ${whole}`)?.code).toBe('QUERY_TOO_COMPLEX');
});

test('only the operation that is asked for counts', () => {
  const query = `query Small { store { path } }
    query Large { sessions(first: 200) { nodes { messages(first: 200) { nodes { role } } } } }`;
  expect(refusal(query, {}, 'Small')).toBeNull();
  expect(refusal(query, {}, 'Large')?.code).toBe('QUERY_TOO_COMPLEX');
  expect(refusal(query), 'which one is for the executor to ask').toBeNull();
});

test('wrong variables are left to the executor, which names them all', () => {
  const query = 'query ($first: Int!) { sessions(first: $first) { totalCount } }';
  expect(refusal(query, { first: 'many' })).toBeNull();
  expect(refusal(query)).toBeNull();
});

test('the introspection of tools may run, however they phrase it', () => {
  expect(refusal(getIntrospectionQuery())).toBeNull();
  const all = {
    descriptions: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    oneOf: true,
  };
  expect(refusal(getIntrospectionQuery(all))).toBeNull();
  expect(refusal('{ __type(name: "Session") { fields { name type { name } } } }')).toBeNull();
});

test('introspection that is multiplied by aliases may not', () => {
  const copies = (field: string, below: string) =>
    NAMES.map((name) => `${name}: ${field} { ${below} }`).join(' ');
  const refused = {
    message: expect.stringMatching(
      /^The introspection in the query would cost \d+; the most is 100000\. /,
    ),
    code: 'QUERY_TOO_COMPLEX',
  };
  const leaves = 'name kind description enumValues { name description }';
  const fields = copies('fields', `type { ${leaves} }`);
  expect(refusal(`{ __schema { types { ${copies('fields', `type { ${fields} }`)} } } }`)).toEqual(
    refused,
  );
  const whole = `types { fields { type { fields { type { ${leaves} } } } } }`;
  expect(refusal(`{ __schema { ${whole} } }`)).toBeNull();
  expect(refusal(`{ ${copies('__schema', whole)} }`)).toEqual(refused);
  const inFragments = `{ ...Q } fragment Q on Query { ${copies('__schema', '...S')} }
    fragment S on __Schema { ${whole} }`;
  expect(refusal(inFragments)).toEqual(refused);
});
