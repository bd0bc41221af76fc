import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { post, send, startStub, TOKEN } from './stub.js';

const CANARY = 'sk-canary-0123456789';

const printed: string[] = [];
beforeEach(() => {
  printed.length = 0;
  const keep = (text: unknown): boolean => {
    printed.push(String(text));
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(keep);
  vi.spyOn(process.stderr, 'write').mockImplementation(keep);
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, level).mockImplementation((...values) => void printed.push(String(values)));
  }
});
afterEach(() => vi.restoreAllMocks());

test('what people write, and the token, stay out of the log and the terminal', async () => {
  const server = await startStub({
    fields: {
      fail: () => {
        const sql = `SELECT '${CANARY}'`;
        throw Object.assign(new Error(`${sql}\n    at ${process.cwd()}/src/${CANARY}.ts:1:1`), {
          code: CANARY,
          sql,
        });
      },
    },
    ready: () => Promise.reject(new Error(CANARY)),
  });
  const json = { 'content-type': 'application/json' };
  const variables = { t: CANARY };
  await post(server, `query Named($t: String!) { a: echo(text: $t) b: echo(text: "${CANARY}") }`, {
    variables,
  });
  await post(server, `{ fail }`);
  await post(server, `query($t: Int) { first(count: $t) }`, { variables });
  await post(server, `{ ${CANARY} }`);
  await send(server, { method: 'POST', headers: json, body: `{"query": ${CANARY}` });
  await send(server, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ query: '{ hello }', operationName: CANARY }),
  });
  await send(server, { path: `/export/sessions/${CANARY}?x=${CANARY}` });
  await send(server, { path: `/graphql?query={hello}&variables=${CANARY}` });
  await send(server, { headers: { host: `${CANARY}.example`, origin: `http://${CANARY}` } });
  await send(server, { headers: { authorization: `Bearer ${CANARY}`, cookie: CANARY } });
  await send(server, { path: `/?token=${TOKEN}`, bare: true });
  await send(server, { path: `/?token=${CANARY}`, bare: true });
  await send(server, { path: '/ready' });
  await server.close();

  expect(server.log.filter(({ event }) => event === 'request')).toHaveLength(13);
  expect(server.log.filter(({ event }) => event === 'fault')).toHaveLength(2);
  const everything = JSON.stringify(server.log) + printed.join('\n');
  expect(everything).not.toContain(CANARY);
  expect(everything).not.toContain(TOKEN);
  expect(everything).not.toContain(process.cwd());
  expect(printed).toEqual([]);
});

test('a line says what a person needs to know of a request', async () => {
  const server = await startStub();
  await post(server, 'query A { hello } mutation Named { poke }', {
    body: JSON.stringify({
      query: 'query A { hello } mutation Named { poke }',
      operationName: 'Named',
    }),
  });
  await send(server, { path: '/health' });
  await expect
    .poll(() => server.log)
    .toEqual([
      {
        event: 'request',
        method: 'POST',
        route: 'graphql',
        status: 200,
        durationMs: expect.any(Number),
        operation: { type: 'mutation', name: 'Named' },
        codes: [],
      },
      {
        event: 'request',
        method: 'GET',
        route: 'health',
        status: 200,
        durationMs: expect.any(Number),
        codes: [],
      },
    ]);
});
