import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { post, send, startStub, TOKEN, type Stub } from './stub.js';

/** Subscribes and answers the response once its first event is there. */
function subscribe(server: Stub): Promise<{ res: IncomingMessage; ended: Promise<string> }> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${TOKEN}`,
      accept: 'text/event-stream',
      'content-type': 'application/json',
    };
    const options = { port: server.port, host: '127.0.0.1', path: '/graphql', method: 'POST' };
    const req = request({ ...options, headers, agent: false }, (res) => {
      let text = '';
      const ended = new Promise<string>((done) => {
        res.on('end', () => done(text));
        res.on('close', () => done(text));
      });
      res.on('error', () => null);
      res.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (text.includes('"ticks":1')) resolve({ res, ended });
      });
    });
    req.on('error', reject);
    req.end(JSON.stringify({ query: 'subscription { ticks }' }));
  });
}

test('an open stream is ended, not cut, and its source is given up', async () => {
  const server = await startStub();
  const { res, ended } = await subscribe(server);
  expect(res.headers['content-type']).toBe('text/event-stream');
  expect(server.openTicks()).toBe(1);
  const started = performance.now();
  await server.close();
  expect(performance.now() - started).toBeLessThan(1_000);
  expect(await ended).toContain('data: {"data":{"ticks":1}}');
  expect(res.complete).toBe(true);
  await expect.poll(() => server.openTicks()).toBe(0);
});

test('a client that leaves its stream ends it at once', async () => {
  const server = await startStub();
  const { res } = await subscribe(server);
  expect(server.contexts[0]!.signal.aborted).toBe(false);
  res.destroy();
  await expect.poll(() => server.openTicks()).toBe(0);
  expect(server.contexts[0]!.signal.aborted).toBe(true);
  await expect
    .poll(() => server.log)
    .toMatchObject([
      { event: 'request', status: 200, operation: { type: 'subscription', name: null } },
    ]);
});

test('a client that leaves before its answer is no fault', async () => {
  const server = await startStub();
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const options = { port: server.port, host: '127.0.0.1', path: '/graphql', method: 'POST' };
  const req = request({ ...options, headers, agent: false }).on('error', () => null);
  req.end(JSON.stringify({ query: '{ later }' }));
  await expect.poll(() => server.contexts.length).toBe(1);
  req.destroy();
  await expect.poll(() => server.log).toMatchObject([{ event: 'request', status: 0, codes: [] }]);
  expect(server.contexts[0]!.signal.aborted).toBe(true);
  expect((await post(server, '{ later }')).json()).toEqual({ data: { later: 'done' } });
});

test('a request under way gets its answer', async () => {
  const server = await startStub();
  const answer = post(server, '{ later }');
  await expect.poll(() => server.contexts.length).toBe(1);
  await server.close();
  expect((await answer).json()).toEqual({ data: { later: 'done' } });
  expect((await answer).headers['connection']).toBe('close');
});

test('idle connections are ended', async () => {
  const server = await startStub();
  const agent = new Agent({ keepAlive: true });
  await new Promise<void>((resolve, reject) => {
    request({ port: server.port, host: '127.0.0.1', path: '/health', agent }, (res) => {
      res.resume().on('end', () => resolve());
    })
      .on('error', reject)
      .end();
  });
  const silent = connect(server.port, '127.0.0.1');
  await new Promise((resolve) => silent.once('connect', resolve));
  const gone = new Promise((resolve) => silent.once('close', resolve));
  const started = performance.now();
  await server.close();
  await gone;
  expect(performance.now() - started).toBeLessThan(1_000);
  agent.destroy();
});

test('nothing new is taken, and the port is free again', async () => {
  const server = await startStub();
  await server.close();
  await expect(send(server, { path: '/health' })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  const again = await startStub({ port: server.port });
  expect(again.port).toBe(server.port);
});

test('closing twice is closing once', async () => {
  const server = await startStub();
  await Promise.all([server.close(), server.close()]);
  await server.close();
  await expect(send(server, { path: '/health' })).rejects.toThrow();
});
