import { expect, test } from 'vitest';
import { InvalidOptionError } from '../../src/server/index.js';
import { post, send, startStub, TOKEN } from './stub.js';

const NEXT = 'another-token-of-these-tests_9876543210';

test('once the token was changed, neither the old one nor its cookie lets anyone in', async () => {
  const server = await startStub();
  const link = { path: `/graphql?token=${TOKEN}`, bare: true };
  const cookie = (await send(server, link)).headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const askWith = async (headers: Record<string, string>) =>
    (await post(server, '{ hello }', { bare: true, headers })).status;
  expect(await askWith({ authorization: `Bearer ${TOKEN}` })).toBe(200);
  expect(await askWith({ cookie })).toBe(200);
  server.changeToken(NEXT);
  expect(await askWith({ authorization: `Bearer ${TOKEN}` })).toBe(401);
  expect(await askWith({ cookie })).toBe(401);
  expect((await send(server, link)).status).toBe(401);
  expect(await askWith({ authorization: `Bearer ${NEXT}` })).toBe(200);
});

test('a token that no header could carry is refused, and the old one goes on', async () => {
  const server = await startStub();
  expect(() => server.changeToken('two words')).toThrow(InvalidOptionError);
  expect((await post(server, '{ hello }')).status).toBe(200);
});
