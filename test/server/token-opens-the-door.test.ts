import { describe, expect, test } from 'vitest';
import { post, send, startStub, TOKEN, type Stub } from './stub.js';

/** The cookie that a browser holds after it opened the ready link. */
async function cookieOf(server: Stub): Promise<string> {
  const answer = await send(server, { path: `/?token=${TOKEN}`, bare: true });
  return answer.headers['set-cookie']![0]!.split(';')[0]!;
}

describe('without the token', () => {
  test.each([
    ['none', {}],
    ['a wrong one', { authorization: 'Bearer wrong' }],
    ['a part of it', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
    ['more than it', { authorization: `Bearer ${TOKEN}x` }],
    ['another case', { authorization: `Bearer ${TOKEN.toUpperCase()}` }],
    ['another scheme', { authorization: `Basic ${TOKEN}` }],
    ['no scheme', { authorization: TOKEN }],
    ['a foreign cookie', { cookie: `hermes-graphql-1=${TOKEN}; other=${TOKEN}` }],
  ])('a program gets 401 as JSON: %s', async (_name, headers) => {
    const server = await startStub();
    const answer = await post(server, 'mutation { poke }', { bare: true, headers });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="hermes-graphql"');
    expect(answer.json()).toEqual({
      errors: [{ message: expect.any(String), extensions: { code: 'UNAUTHENTICATED' } }],
    });
    expect(server.pokes()).toBe(0);
  });

  test.each(['/', '/graphql', '/nowhere', '/?token=wrong', '/graphql?token='])(
    'a browser gets a page that says what to do: %s',
    async (path) => {
      const server = await startStub();
      const answer = await send(server, { path, bare: true, headers: { accept: 'text/html' } });
      expect(answer.status).toBe(401);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.text).toContain('Open the link that it printed when it started');
      expect(answer.headers).not.toHaveProperty('set-cookie');
    },
  );

  test('the answer repeats nothing of what was sent', async () => {
    const server = await startStub();
    const headers = { accept: 'text/html', authorization: 'Bearer canary-1' };
    const answer = await send(server, { path: '/?token=canary-2', bare: true, headers });
    expect(answer.text + JSON.stringify(answer.headers)).not.toMatch(/canary/);
  });
});

describe('the bearer header', () => {
  test.each([`Bearer ${TOKEN}`, `bearer ${TOKEN}`, `BEARER   ${TOKEN}`])(
    'opens the door: %s',
    async (authorization) => {
      const server = await startStub();
      const answer = await post(server, '{ hello }', { bare: true, headers: { authorization } });
      expect(answer.json()).toEqual({ data: { hello: 'world' } });
    },
  );

  test('decides alone: a wrong one is not mended by a cookie', async () => {
    const server = await startStub();
    const headers = { authorization: 'Bearer wrong', cookie: await cookieOf(server) };
    expect((await post(server, '{ hello }', { bare: true, headers })).status).toBe(401);
  });
});

describe('the ready link', () => {
  test('is printed with the token and leads to the page', async () => {
    const server = await startStub();
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
    expect(server.link).toBe(`${server.url}/?token=${TOKEN}`);
  });

  test.each([
    [`/?token=${TOKEN}`, '/'],
    [`/graphql?token=${TOKEN}`, '/graphql'],
    [
      `/graphql?query=%7Ba%7D&token=${TOKEN}&x=%0D%0Aset-cookie:y`,
      '/graphql?query=%7Ba%7D&x=%0D%0Aset-cookie%3Ay',
    ],
  ])('%s sets the cookie and takes the token out of the address', async (path, location) => {
    const server = await startStub();
    const answer = await send(server, { path, bare: true, headers: { accept: 'text/html' } });
    expect(answer.status).toBe(303);
    expect(answer.headers['location']).toBe(location);
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    const [cookie] = answer.headers['set-cookie']!;
    expect(cookie).toMatch(
      new RegExp(`^hermes-graphql-${server.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`),
    );
    expect(cookie).not.toContain(TOKEN);
  });

  test('with an old token is followed where the cookie is right, and stays useless elsewhere', async () => {
    const server = await startStub();
    const headers = { cookie: await cookieOf(server) };
    const answer = await send(server, { path: '/?token=old', bare: true, headers });
    expect(answer.status).toBe(303);
    expect(answer.headers['location']).toBe('/');
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  test('opens no other path', async () => {
    const server = await startStub();
    expect((await send(server, { path: `/ready/x?token=${TOKEN}`, bare: true })).status).toBe(401);
  });

  test('holds a token of any visible characters', async () => {
    const token = 'a+b/c=&%#?"\'~';
    const server = await startStub({ auth: { token } });
    const { pathname, search } = new URL(server.link);
    const answer = await send(server, { path: pathname + search, bare: true });
    expect(answer.status).toBe(303);
    const headers = { cookie: answer.headers['set-cookie']![0]!.split(';')[0]! };
    expect((await post(server, '{ hello }', { bare: true, headers })).status).toBe(200);
  });
});

describe('the cookie', () => {
  test('opens the door for our own page', async () => {
    const server = await startStub();
    const cookie = `other=1; ${await cookieOf(server)}; more=2`;
    const headers = { cookie, origin: server.url, 'sec-fetch-site': 'same-origin' };
    const answer = await post(server, 'mutation { poke }', { bare: true, headers });
    expect(answer.json()).toEqual({ data: { poke: 1 } });
  });

  test('never for another site, not even for one that is allowed to ask', async () => {
    const origin = 'http://127.0.0.1:5173';
    const server = await startStub({ allowOrigins: [origin] });
    const cookie = await cookieOf(server);
    const statusFrom = async (from: string) => {
      const headers = { cookie, origin: from };
      return (await post(server, 'mutation { poke }', { bare: true, headers })).status;
    };
    expect(await statusFrom(origin)).toBe(401);
    expect(await statusFrom('https://evil.example')).toBe(403);
    expect(await statusFrom('null')).toBe(403);
    expect(server.pokes()).toBe(0);
  });

  test('of one port does not open another', async () => {
    const [one, two] = [await startStub(), await startStub()];
    const cookie = (await cookieOf(one)).replace(String(one.port), String(two.port));
    expect((await post(two, '{ hello }', { bare: true, headers: { cookie } })).status).toBe(401);
  });
});

describe('with --no-auth', () => {
  test('everybody on this machine may ask, and an old link still leads on', async () => {
    const server = await startStub({ auth: null });
    expect(server.link).toBe(`${server.url}/`);
    expect((await post(server, '{ hello }', { bare: true })).status).toBe(200);
    const old = await send(server, { path: '/graphql?token=old', bare: true });
    expect(old.headers).toMatchObject({ location: '/graphql' });
    expect(old.headers).not.toHaveProperty('set-cookie');
  });
});
