import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { BODY_LIMIT } from '../../src/server/body.js';
import { post, raw, send, startStub, TOKEN, type Stub } from './stub.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const MiB = 1024 * 1024;

/** A body of exactly `size` bytes that asks for `{ hello }`. */
function bodyOf(size: number): string {
  const empty = JSON.stringify({ query: '{ hello }', extensions: { pad: '' } });
  return empty.replace('"pad":""', `"pad":"${'x'.repeat(size - empty.length)}"`);
}

/** Sends `body` in chunks and without a length. */
function sendChunked(server: Stub, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { ...JSON_TYPE, authorization: `Bearer ${TOKEN}` };
    const options = { port: server.port, host: '127.0.0.1', path: '/graphql', method: 'POST' };
    const req = request({ ...options, headers, agent: false }, (res) => {
      res.resume();
      resolve(res.statusCode!);
    });
    req.on('error', reject);
    for (let from = 0; from < body.length; from += MiB) req.write(body.slice(from, from + MiB));
    req.end();
  });
}

test('the limit leaves room for 8 MiB of input', () => {
  expect(BODY_LIMIT).toBe(9 * MiB);
});

test('8 MiB of text come in and go out whole', async () => {
  const server = await startStub();
  const text = 'é'.repeat(4 * MiB);
  const answer = await post(server, 'query($t: String!) { echo(text: $t) }', {
    variables: { t: text },
  });
  expect(answer.json().data!['echo'] === text).toBe(true);
});

describe('the last byte that fits, and one more', () => {
  test('with a length', async () => {
    const server = await startStub();
    const status = async (size: number) =>
      (await send(server, { method: 'POST', headers: JSON_TYPE, body: bodyOf(size) })).status;
    expect(await status(BODY_LIMIT)).toBe(200);
    expect(await status(BODY_LIMIT + 1)).toBe(413);
  });

  test('in chunks', async () => {
    const server = await startStub();
    expect(await sendChunked(server, bodyOf(BODY_LIMIT))).toBe(200);
    expect(await sendChunked(server, bodyOf(BODY_LIMIT + 1))).toBe(413);
  });
});

test('a length that is too large is refused before the body comes', async () => {
  const server = await startStub();
  const answer = await raw(
    server,
    `POST /graphql HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${TOKEN}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${BODY_LIMIT + 1}\r\n\r\n{`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain(`The request body is larger than ${BODY_LIMIT} bytes.`);
  expect(server.log).toMatchObject([{ status: 413, codes: ['PAYLOAD_TOO_LARGE'] }]);
});

test('a body without an end is cut off soon after it was refused', async () => {
  const server = await startStub();
  const sent = await new Promise<number>((resolve) => {
    const socket = connect(server.port, '127.0.0.1');
    const chunk = `100000\r\n${'x'.repeat(MiB)}\r\n`;
    let count = 0;
    const more = setInterval(() => {
      if (socket.write(chunk)) count += 1;
    }, 20);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      clearInterval(more);
      resolve(count);
    });
    socket
      .resume()
      .write(
        `POST /graphql HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${TOKEN}\r\n` +
          'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
      );
  });
  expect(sent).toBeGreaterThan(8);
  expect(server.log).toMatchObject([{ status: 413 }]);
});

test('without the token no body is read', async () => {
  const server = await startStub();
  const body = bodyOf(BODY_LIMIT + 1);
  const answer = await send(server, { method: 'POST', headers: JSON_TYPE, body, bare: true });
  expect(answer.status).toBe(401);
});

test('a client that leaves in the middle of its body harms nobody', async () => {
  const server = await startStub();
  await new Promise<void>((resolve) => {
    const socket = connect(server.port, '127.0.0.1', () => {
      socket.write(
        `POST /graphql HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${TOKEN}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"query":',
      );
      setTimeout(() => socket.destroy(), 50);
    });
    socket.on('close', () => resolve());
  });
  expect((await post(server, '{ hello }')).status).toBe(200);
  await expect.poll(() => server.log.length).toBe(2);
  expect(server.log).toContainEqual(expect.objectContaining({ status: 0, codes: [] }));
});

test('bytes that are no UTF-8 are refused, not changed', async () => {
  const server = await startStub();
  const body = Buffer.from('{"query":"{ echo(text: \\"\xff\\") }"}', 'latin1');
  const answer = await send(server, { method: 'POST', headers: JSON_TYPE, body });
  expect(answer.status).toBe(400);
  expect(answer.json().errors).toMatchObject([
    { message: 'The request body is not valid UTF-8.', extensions: { code: 'BAD_REQUEST' } },
  ]);
});

test('a query in the address is bounded by the size of the headers', async () => {
  const server = await startStub();
  const path = `/graphql?query={hello}&x=${'x'.repeat(20_000)}`;
  expect((await send(server, { path })).status).toBe(431);
});
