import { describe, expect, test } from 'vitest';
import {
  InvalidOptionError,
  ListenError,
  PortInUseError,
  ServerStartError,
  UnguardedHostError,
} from '../../src/server/index.js';
import { isLoopback, localUrl } from '../../src/server/hosts.js';
import { post, startStub, TOKEN } from './stub.js';

describe('without a token', () => {
  test.each([
    '0.0.0.0',
    '::',
    '',
    '192.0.2.1',
    'box.local',
    '127.0.0.1.evil.example',
    '::ffff:192.0.2.1',
  ])('not on "%s"', async (host) => {
    const start = startStub({ auth: null, host });
    await expect(start).rejects.toThrow(UnguardedHostError);
    await expect(start).rejects.toThrow(
      `Serving on ${JSON.stringify(host)} without a token would open every transcript to the network.`,
    );
  });

  test.each(['127.0.0.1', '127.8.9.10', '::1', 'localhost'])('%s is loopback', (host) => {
    expect(isLoopback(host)).toBe(true);
  });
});

test('with a token it binds every address, but answers to names that it knows', async () => {
  const server = await startStub({ host: '0.0.0.0' });
  expect(server.link).toBe(`http://127.0.0.1:${server.port}/?token=${TOKEN}`);
  expect((await post(server, '{ hello }')).status).toBe(200);
  const headers = { host: `192.0.2.1:${server.port}` };
  expect((await post(server, '{ hello }', { headers })).status).toBe(421);
});

test('a port in use is one sentence with the port and the cure', async () => {
  const { port } = await startStub();
  const start = startStub({ port });
  await expect(start).rejects.toThrow(PortInUseError);
  await expect(start).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is already in use. ` +
      'Stop the program that uses it, or choose another port with --port.',
  );
});

test.each([-1, 65_536, 1.5, Number.NaN])('%s is no port', async (port) => {
  await expect(startStub({ port })).rejects.toThrow(InvalidOptionError);
});

test('an address of another machine is one sentence', async () => {
  const start = startStub({ host: '192.0.2.1' });
  await expect(start).rejects.toThrow(ListenError);
  await expect(start).rejects.toThrow('This machine has no address "192.0.2.1" to serve on.');
});

test.each(['', 'two words', 'ünicode', 'line\nbreak'])(
  'a token that no header carries is refused and not repeated: %j',
  async (token) => {
    const start = startStub({ auth: { token } });
    await expect(start).rejects.toThrow(InvalidOptionError);
    if (token !== '') await expect(start).rejects.not.toThrow(token);
  },
);

test.each(['*', 'null', 'localhost:5173', 'http://a/b', 'http://a?b', 'http://u@a', ''])(
  '%j is no origin',
  async (origin) => {
    await expect(startStub({ allowOrigins: [origin] })).rejects.toThrow(
      `${JSON.stringify(origin)} is no origin. Write it like "http://localhost:5173".`,
    );
  },
);

test.each(['*', '*.local', 'http://a', 'a/b', 'a b', 'a:b', ''])('%j is no host', async (host) => {
  await expect(startStub({ allowHosts: [host] })).rejects.toThrow(
    `${JSON.stringify(host)} is no host name.`,
  );
});

test('every refusal is a ServerStartError', () => {
  expect(new PortInUseError('a', 1)).toBeInstanceOf(ServerStartError);
  expect(new UnguardedHostError('a').name).toBe('UnguardedHostError');
});

test.each([
  ['127.0.0.1', 'http://127.0.0.1:4000'],
  ['::1', 'http://[::1]:4000'],
  ['::', 'http://[::1]:4000'],
  ['0.0.0.0', 'http://127.0.0.1:4000'],
  ['localhost', 'http://localhost:4000'],
])('bound to %s a browser finds it at %s', (host, url) => {
  expect(localUrl(host, 4000)).toBe(url);
});
