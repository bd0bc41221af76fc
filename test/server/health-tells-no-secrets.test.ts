import { describe, expect, test } from 'vitest';
import { withoutPaths } from '../../src/server/health.js';
import { send, startStub } from './stub.js';

test('health needs no token', async () => {
  const server = await startStub();
  const answer = await send(server, { path: '/health', bare: true });
  expect(answer.status).toBe(200);
  expect(answer.json()).toEqual({ status: 'ok' });
});

test('but its host and its site are checked', async () => {
  const server = await startStub();
  const status = async (headers: Record<string, string>) =>
    (await send(server, { path: '/health', bare: true, headers })).status;
  expect(await status({ host: 'evil.example' })).toBe(421);
  expect(await status({ origin: 'https://evil.example' })).toBe(403);
});

test.each(['/health', '/ready'])('%s takes GET and HEAD only', async (path) => {
  const server = await startStub();
  expect(await send(server, { path, method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  const headers = { 'content-type': 'application/json' };
  const answer = await send(server, { path, method: 'POST', headers });
  expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
});

describe('ready', () => {
  test('is 200 while the store can be asked', async () => {
    const server = await startStub();
    const answer = await send(server, { path: '/ready', bare: true });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.json()).toEqual({ status: 'ready' });
  });

  test('is 503 with the reason for those who may ask, and without a path', async () => {
    const reason = 'Cannot open "/home/some one/.hermes/state.db": locked.';
    const server = await startStub({ ready: () => Promise.resolve({ ready: false, reason }) });
    const known = await send(server, { path: '/ready' });
    expect(known.status).toBe(503);
    expect(known.json()).toEqual({ status: 'unavailable', reason: 'Cannot open …: locked.' });
    const unknown = await send(server, { path: '/ready', bare: true });
    expect(unknown.status).toBe(503);
    expect(unknown.json()).toEqual({ status: 'unavailable' });
  });

  test('is 503 when the check itself fails, which is logged', async () => {
    const server = await startStub({ ready: () => Promise.reject(new TypeError('/secret')) });
    const answer = await send(server, { path: '/ready' });
    expect(answer.status).toBe(503);
    expect(answer.json()).toEqual({
      status: 'unavailable',
      reason: 'The store cannot be asked.',
    });
    expect(server.log).toContainEqual(
      expect.objectContaining({ event: 'fault', errorClass: 'TypeError' }),
    );
  });
});

test.each([
  ['The file /var/lib/x.db is gone.', 'The file … is gone.'],
  ["C:\\Users\\a b\\x and 'D:\\a b\\c'", '… … and …'],
  ['~/.hermes/state.db: busy', '… busy'],
  ['The store is busy.', 'The store is busy.'],
])('withoutPaths(%j)', (text, expected) => {
  expect(withoutPaths(text)).toBe(expected);
});
