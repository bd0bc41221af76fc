import { getIntrospectionQuery } from 'graphql';
import { expect, test } from 'vitest';
import { post, startStub } from './stub.js';

test('the introspection query of tools fits', async () => {
  const server = await startStub();
  const query = getIntrospectionQuery({
    descriptions: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    oneOf: true,
  });
  const answer = await post(server, query);
  expect(answer.json()).toMatchObject({ data: { __schema: { queryType: { name: 'Query' } } } });
});

test('a large text fits, in the query too', async () => {
  const server = await startStub();
  const text = 'x'.repeat(1_000_000);
  const answer = await post(server, `{ echo(text: "${text}") }`);
  expect(answer.json().data).toEqual({ echo: text });
});

test.each([
  ['many fields', `{ ${'hello '.repeat(1_000_000)} }`],
  ['many aliases', `{ ${Array.from({ length: 50_000 }, (_, i) => `a${i}: hello`).join(' ')} }`],
  ['many directives', `{ hello ${'@skip(if: false) '.repeat(20_000)} }`],
  ['many comments', `${'#\n'.repeat(2_000_000)} { hello }`],
  ['great depth', `${'{ a '.repeat(20_000)}${'}'.repeat(20_000)}`],
  [
    'many fragments',
    Array.from({ length: 5_000 }, (_, i) => `fragment F${i} on Query { ...F${i + 1} }`).join(' '),
  ],
])('%s: 400, and nobody waits for it', async (_name, query) => {
  const server = await startStub();
  const started = performance.now();
  const headers = { accept: 'application/graphql-response+json' };
  const [refused, other] = await Promise.all([
    post(server, query, { headers }),
    post(server, '{ hello }'),
  ]);
  expect(refused.status).toBe(400);
  expect(other.status).toBe(200);
  expect(performance.now() - started).toBeLessThan(3_000);
});
