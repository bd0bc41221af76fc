import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createListener, listen, TIMEOUTS } from '../../src/server/listen.js';
import { post, raw, send, startStub, TOKEN } from './stub.js';

const HEAD = `Authorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n`;

const garbage: [name: string, bytes: string, status: number][] = [
  ['no HTTP at all', '\u0000\u0001\u0002 nonsense\r\n\r\n', 400],
  ['an unknown method', 'BREW /graphql HTTP/1.1\r\nHost: HOST\r\n\r\n', 400],
  ['no host', 'GET /health HTTP/1.1\r\n\r\n', 400],
  ['no host, in the old version', 'GET /health HTTP/1.0\r\n\r\n', 421],
  ['an empty host', 'GET /health HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n', 421],
  [
    'two hosts',
    'GET /health HTTP/1.1\r\nHost: HOST\r\nHost: evil\r\nConnection: close\r\n\r\n',
    400,
  ],
  [
    'two lengths',
    `POST /graphql HTTP/1.1\r\nHost: HOST\r\n${HEAD}Content-Length: 2\r\nContent-Length: 9\r\n\r\n{}`,
    400,
  ],
  [
    'a length and chunks',
    `POST /graphql HTTP/1.1\r\nHost: HOST\r\n${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  [
    'a length below zero',
    `POST /graphql HTTP/1.1\r\nHost: HOST\r\n${HEAD}Content-Length: -1\r\n\r\n`,
    400,
  ],
  [
    'a broken chunk',
    `POST /graphql HTTP/1.1\r\nHost: HOST\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`,
    400,
  ],
  [
    '20 KB of headers',
    `GET /health HTTP/1.1\r\nHost: HOST\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
  ],
  ['a line break in a header', 'GET /health HTTP/1.1\r\nHost: HOST\r\nX: a\nb\r\n\r\n', 400],
  [
    'a target that is no path',
    'GET graphql HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n',
    400,
  ],
  [
    'a foreign absolute target',
    'GET http://evil.example/health HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n',
    421,
  ],
  [
    'an absolute target of another scheme',
    'GET ftp://HOST/health HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n',
    400,
  ],
  [
    'an absolute target with a user',
    'GET http://a@HOST/health HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n',
    400,
  ],
  [
    'two slashes in front of a foreign host',
    `GET //evil.example/health HTTP/1.1\r\nHost: HOST\r\n${HEAD}Connection: close\r\n\r\n`,
    404,
  ],
  [
    'an escape that is none',
    `GET /%zz?%zz=%zz HTTP/1.1\r\nHost: HOST\r\n${HEAD}Connection: close\r\n\r\n`,
    404,
  ],
  [
    'a path upwards',
    `GET /../../etc/passwd HTTP/1.1\r\nHost: HOST\r\n${HEAD}Connection: close\r\n\r\n`,
    404,
  ],
  [
    'an upgrade to web sockets',
    `GET /nowhere HTTP/1.1\r\nHost: HOST\r\n${HEAD}Connection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`,
    404,
  ],
  [
    'the options of the whole server',
    `OPTIONS * HTTP/1.1\r\nHost: HOST\r\n${HEAD}Connection: close\r\n\r\n`,
    405,
  ],
];

describe('garbage is answered as such, and the next request is served', () => {
  test.each(garbage)('%s', async (_name, bytes, status) => {
    const server = await startStub();
    const answer = await raw(server, bytes.replaceAll('HOST', `127.0.0.1:${server.port}`));
    expect(answer.split('\r\n')[0]).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect((await post(server, '{ hello }')).json()).toEqual({ data: { hello: 'world' } });
    expect(server.log.filter(({ event }) => event === 'fault')).toEqual([]);
  });

  test('a request for a tunnel is cut off', async () => {
    const server = await startStub();
    expect(
      await raw(server, 'CONNECT evil.example:80 HTTP/1.1\r\nHost: evil.example\r\n\r\n'),
    ).toBe('');
  });

  test.each(['PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])(
    '%s is no way to ask',
    async (method) => {
      const server = await startStub();
      const answer = await send(server, { method });
      expect(answer.status).toBe(405);
      expect(answer.headers['allow']).toBe('GET, POST');
    },
  );

  test('a million brackets', async () => {
    const server = await startStub();
    const body = '['.repeat(1_000_000);
    const headers = { 'content-type': 'application/json' };
    expect((await send(server, { method: 'POST', headers, body })).status).toBe(400);
    const nested = `{"query":"query($t: String!) { echo(text: $t) }","variables":{"t":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
    const answer = await send(server, { method: 'POST', headers, body: nested });
    expect(answer.json().errors).toHaveLength(1);
    expect((await post(server, '{ hello }')).status).toBe(200);
  });

  test('names that objects have by birth', async () => {
    const server = await startStub();
    const body = '{"__proto__":{"query":"{ hello }"},"constructor":1,"query":"{ __proto__ }"}';
    const headers = { 'content-type': 'application/json' };
    expect((await send(server, { method: 'POST', headers, body })).status).not.toBe(500);
    expect((await send(server, { path: '/constructor' })).status).toBe(404);
  });
});

describe('a client that dribbles', () => {
  test('has ten seconds for its headers and thirty for all of it', () => {
    expect(TIMEOUTS).toMatchObject({ headers: 10_000, request: 30_000, check: 1_000 });
  });

  const quick = { headers: 100, request: 200, keepAlive: 100, check: 20 };

  test.each([
    ['its headers', 'GET / HTTP/1.1\r\nHost: x\r\n', 408],
    ['its body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{', 408],
  ])('%s is cut off', async (_name, bytes, status) => {
    const listener = createListener(quick);
    const port = await listen(listener.server, '127.0.0.1', 0);
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('close', () => resolve(text));
    });
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    await listener.close(100);
  });
});
