import { describe, expect, test } from 'vitest';
import { admit, type Door, type Visit } from '../../src/server/guard.js';
import { post, send, startStub, type Ask, type Stub } from './stub.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const POKE = JSON.stringify({ query: 'mutation { poke }' });

/** Requests that a page of another site can make a browser send, and what they get. */
const attacks: { name: string; status: number; code: string; ask: Ask }[] = [
  {
    name: 'a post from another origin',
    status: 403,
    code: 'FORBIDDEN',
    ask: { method: 'POST', headers: { ...JSON_TYPE, origin: 'https://evil.example' }, body: POKE },
  },
  {
    name: 'the preflight of another origin',
    status: 403,
    code: 'FORBIDDEN',
    ask: {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    },
  },
  {
    name: 'a post from a sandboxed frame or a local file',
    status: 403,
    code: 'FORBIDDEN',
    ask: { method: 'POST', headers: { ...JSON_TYPE, origin: 'null' }, body: POKE },
  },
  {
    name: 'a page of another port of this host',
    status: 403,
    code: 'FORBIDDEN',
    ask: { method: 'POST', headers: { ...JSON_TYPE, origin: 'http://127.0.0.1:1' }, body: POKE },
  },
  {
    name: 'an image of another site',
    status: 403,
    code: 'FORBIDDEN',
    ask: { path: '/graphql?query={hello}', headers: { 'sec-fetch-site': 'cross-site' } },
  },
  {
    name: 'a link on another site',
    status: 403,
    code: 'FORBIDDEN',
    ask: {
      headers: {
        accept: 'text/html',
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      },
    },
  },
  {
    name: 'a script of another port of this host',
    status: 403,
    code: 'FORBIDDEN',
    ask: {
      headers: {
        'sec-fetch-site': 'same-site',
        'sec-fetch-mode': 'no-cors',
        'sec-fetch-dest': 'script',
      },
    },
  },
  {
    name: 'a foreign host name that points here (DNS rebinding)',
    status: 421,
    code: 'MISDIRECTED_REQUEST',
    ask: { method: 'POST', headers: { ...JSON_TYPE, host: 'evil.example' }, body: POKE },
  },
  {
    name: 'a foreign host name with our port',
    status: 421,
    code: 'MISDIRECTED_REQUEST',
    ask: { headers: { host: 'evil.example:PORT' } },
  },
  {
    name: 'our name with another port',
    status: 421,
    code: 'MISDIRECTED_REQUEST',
    ask: { headers: { host: '127.0.0.1:1' } },
  },
  {
    name: 'a name that begins like ours',
    status: 421,
    code: 'MISDIRECTED_REQUEST',
    ask: { headers: { host: '127.0.0.1.evil.example:PORT' } },
  },
  {
    name: 'our name as the user of a foreign one',
    status: 421,
    code: 'MISDIRECTED_REQUEST',
    ask: { headers: { host: '127.0.0.1:PORT@evil.example' } },
  },
  {
    name: 'an absolute address with a foreign host',
    status: 421,
    code: 'MISDIRECTED_REQUEST',
    ask: { path: 'http://evil.example/graphql?query={hello}' },
  },
  ...[
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'text/plain; a=application/json',
    'application/graphql',
    'application/graphql+json',
    'application/jsonp',
    'application/json, text/plain',
    'application/json; charset=utf-16',
    '',
  ].map((type) => ({
    name: `a post of type "${type}"`,
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    ask: { method: 'POST', headers: { 'content-type': type }, body: POKE },
  })),
  {
    name: 'a post of no type',
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    ask: { method: 'POST', body: POKE },
  },
  {
    name: 'a compressed post',
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    ask: { method: 'POST', headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: POKE },
  },
  {
    name: 'a query in a plain link',
    status: 403,
    code: 'FORBIDDEN',
    ask: { path: '/graphql?query={hello}' },
  },
  {
    name: 'a mutation in a plain link',
    status: 403,
    code: 'FORBIDDEN',
    ask: { path: '/graphql?query=mutation{poke}' },
  },
];

function aimed(ask: Ask, { port }: Stub): Ask {
  const host = ask.headers?.['host'];
  const headers = typeof host === 'string' ? { host: host.replace('PORT', String(port)) } : {};
  return { ...ask, headers: { ...ask.headers, ...headers } };
}

describe('without a token to help, the guard turns away', () => {
  test.each(attacks)('$name: $status', async ({ ask, status, code }) => {
    const server = await startStub({ auth: null });
    const answer = await send(server, { ...aimed(ask, server), bare: true });
    expect(answer.status).toBe(status);
    if (answer.headers['content-type']?.startsWith('text/html') !== true) {
      expect(answer.json()).toMatchObject({ errors: [{ extensions: { code } }] });
    }
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(answer.text).not.toContain('world');
    expect(server.pokes()).toBe(0);
    expect(server.contexts).toHaveLength(0);
  });

  test('a mutation in the address, whatever header comes with it: 405', async () => {
    const server = await startStub({ auth: null });
    const path = '/graphql?query=mutation{poke}';
    const answer = await send(server, { path, headers: { 'x-hermes-graphql': '1' } });
    expect(answer.status).toBe(405);
    expect(answer.headers['allow']).toBe('POST');
    expect(server.pokes()).toBe(0);
  });

  test('a header that was sent twice: 400', () => {
    const twice = (name: string, ...values: string[]): Visit => ({
      method: 'POST',
      target: '/graphql',
      headers: { host: ['127.0.0.1:4000'], ...headers, [name]: values },
    });
    const headers = { 'content-type': ['application/json'] };
    const door: Door = { host: '127.0.0.1', port: 4000, allowed: [], allowOrigins: [] };
    expect(admit(twice('host', '127.0.0.1:4000', 'evil.example'), door)).toMatchObject({
      status: 400,
    });
    expect(admit(twice('content-type', 'text/plain', 'application/json'), door)).toMatchObject({
      status: 400,
    });
  });
});

describe('what is ours comes through', () => {
  test.each(['127.0.0.1', 'localhost', '[::1]', 'LOCALHOST'])('the host %s', async (name) => {
    const server = await startStub();
    const host = `${name}:${server.port}`;
    const own = await post(server, '{ hello }', {
      headers: { host, origin: `http://${host.toLowerCase()}`, 'sec-fetch-site': 'same-origin' },
    });
    expect(own.json()).toEqual({ data: { hello: 'world' } });
  });

  test('localhost is not the origin of 127.0.0.1', async () => {
    const server = await startStub();
    const origin = `http://localhost:${server.port}`;
    expect((await post(server, '{ hello }', { headers: { origin } })).status).toBe(403);
  });

  test('an absolute address with our own host', async () => {
    const server = await startStub();
    const path = `http://127.0.0.1:${server.port}/graphql?query={hello}`;
    expect((await send(server, { path })).json()).toEqual({ data: { hello: 'world' } });
  });

  test.each([
    'authorization',
    'x-graphql-yoga-csrf',
    'apollo-require-preflight',
    'x-requested-with',
    'x-hermes-graphql',
  ])('a query in the address with the header %s', async (name) => {
    const server = await startStub({ auth: null });
    const ask = { path: '/graphql?query={hello}', headers: { [name]: '1' }, bare: true };
    expect((await send(server, ask)).json()).toEqual({ data: { hello: 'world' } });
  });

  test('a link from another port of this host leads to the page', async () => {
    const server = await startStub();
    const headers = {
      'sec-fetch-site': 'same-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    expect((await send(server, { path: '/', headers })).status).toBe(303);
  });
});

describe('a site that was allowed', () => {
  const origin = 'http://localhost:5173';
  const cross = { origin, 'sec-fetch-site': 'cross-site' };

  test('is answered, may read the answer, and is told so before it asks', async () => {
    const server = await startStub({ allowOrigins: [`${origin}/`] });
    const preflight = await send(server, {
      method: 'OPTIONS',
      bare: true,
      headers: { ...cross, 'access-control-request-headers': 'authorization,content-type' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': 'Authorization, Content-Type, X-Hermes-Graphql',
      vary: 'Origin',
    });
    const answer = await post(server, '{ hello }', { headers: cross });
    expect(answer.json()).toEqual({ data: { hello: 'world' } });
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test('still needs the token', async () => {
    const server = await startStub({ allowOrigins: [origin] });
    const answer = await post(server, '{ hello }', { headers: { ...cross, authorization: '' } });
    expect(answer.status).toBe(401);
  });

  test('does not open the door to its neighbours', async () => {
    const server = await startStub({ allowOrigins: [origin] });
    for (const other of ['http://localhost:5174', 'https://localhost:5173', 'http://localhost']) {
      expect((await post(server, '{ hello }', { headers: { origin: other } })).status).toBe(403);
    }
  });
});

describe('a host that was allowed', () => {
  test('without a port goes with any port, over a proxy with https too', async () => {
    const server = await startStub({ allowHosts: ['Box.local'] });
    for (const host of ['box.local', 'box.local:8443']) {
      const headers = { host, origin: `https://${host}` };
      expect((await post(server, '{ hello }', { headers })).status).toBe(200);
    }
    const headers = { host: 'other.local' };
    expect((await post(server, '{ hello }', { headers })).status).toBe(421);
  });

  test('with a port goes with that port only', async () => {
    const server = await startStub({ allowHosts: ['box.local:8443', '::2'] });
    const status = async (host: string) =>
      (await post(server, '{ hello }', { headers: { host } })).status;
    expect(await status('box.local:8443')).toBe(200);
    expect(await status('[::2]')).toBe(200);
    expect(await status('box.local')).toBe(421);
    expect(await status('box.local:8444')).toBe(421);
  });
});

test('every answer forbids to keep, frame, sniff and name it', async () => {
  const server = await startStub();
  const answers = await Promise.all([
    post(server, '{ hello }'),
    send(server, { path: '/health' }),
    send(server, { path: '/nowhere' }),
    send(server, { headers: { accept: 'text/html' } }),
    send(server, { bare: true }),
    send(server, { headers: { host: 'evil.example' } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 200, 401, 421]);
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  }
});
