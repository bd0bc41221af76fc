import { cpSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runCommand, serving, temporaryHome } from '../support/command.js';

const fixture = (name: string) =>
  fileURLToPath(new URL(`../fixtures/databases/${name}`, import.meta.url));

test('serve makes the default store, mode 0600, says that it is empty and names the demo', async () => {
  const { home, env } = temporaryHome();
  const server = await serving(['serve', '--port', '0'], env);
  expect(server.line).toMatch(/^Serving .*state\.db at http:\/\/127\.0\.0\.1:\d+\/\?token=\S+$/);
  const answer = await server.ask('{ store { schemaVersion journalMode writable sessionCount } }');
  expect(answer).toEqual({
    data: { store: { schemaVersion: 11, journalMode: 'wal', writable: true, sessionCount: 0 } },
  });
  const { code, stdout, stderr } = await server.end();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(
    /The store is empty\. To look around in one that is not, run `node .*main\.js demo`\.\n/,
  );
  expect(statSync(join(home, '.hermes', 'state.db')).mode & 0o777).toBe(0o600);
});

test('serve serves a file that it is told to, and its writes last', async () => {
  const { home, env } = temporaryHome();
  const db = join(home, 'rich.db');
  cpSync(fixture('v11_rich.db'), db);
  const args = ['serve', '--db', db, '--port', '0', '--no-auth'];
  const first = await serving(args, env);
  expect(first.token).toBe('');
  expect((await first.ask('{ store { sessionCount } }')).data.store.sessionCount).toBe(38);
  await first.ask(
    'mutation { createSession(input: { sessionId: "mine", source: "web" }) { __typename } }',
  );
  expect((await first.end()).code).toBe(0);
  const second = await serving(args, env);
  expect((await second.ask('{ session(sessionId: "mine") { source } }')).data.session).toEqual({
    source: 'web',
  });
  await second.end();
});

test('the token of the command line is the one that opens the door', async () => {
  const { env } = temporaryHome();
  const server = await serving(['serve', '--port', '0', '--token', 'a-token-of-my-own'], env);
  expect(server.token).toBe('a-token-of-my-own');
  expect((await server.ask('{ __typename }')).data).toEqual({ __typename: 'Query' });
  const refused = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer wrong' },
    body: '{"query":"{ __typename }"}',
  });
  expect(refused.status).toBe(401);
  await server.end();
});

test('a file of a newer Hermes is read, and a mutation says how to write to it', async () => {
  const { home, env } = temporaryHome();
  const db = join(home, 'v31.db');
  cpSync(fixture('versions/v31.db'), db);
  const server = await serving(['serve', '--db', db, '--port', '0', '--no-auth'], env);
  const { data } = await server.ask(
    'mutation { createSession(input: { source: "x" }) { ... on ReadOnlyStoreError { reason } } }',
  );
  expect(data.createSession.reason).toMatch(/schema 31.*--write/);
  expect((await server.end()).stdout).toContain('Read-only: it has schema 31');
});

test.each([
  [
    'text that is no database',
    'no database at all, but long enough to hold a header',
    /is not a SQLite database\.$/,
  ],
  [
    'an empty file',
    '',
    /is empty \(0 bytes\)\. Remove it to have a new store made in its place\.$/,
  ],
])('%s ends serve with one clear sentence', async (_what, content, sentence) => {
  const { home, env } = temporaryHome();
  const db = join(home, 'bad.db');
  writeFileSync(db, content);
  const { code, stdout, stderr } = await runCommand(['serve', '--db', db, '--port', '0'], env);
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr.trimEnd()).toMatch(sentence);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});

test('a folder in the place of the store ends serve with one clear sentence', async () => {
  const { home, env } = temporaryHome();
  mkdirSync(join(home, '.hermes', 'state.db'), { recursive: true });
  const { code, stderr } = await runCommand(['serve', '--port', '0'], env);
  expect({ code, lines: stderr.trimEnd().split('\n').length }).toEqual({ code: 1, lines: 1 });
  expect(stderr).toContain('is not a regular file.');
});

test.each([
  ['a file in the place of a folder', 'file/state.db'],
  ['a folder that nobody may make', 'file/deeper/state.db'],
])('%s ends serve with one clear sentence', async (_what, path) => {
  const { home, env } = temporaryHome();
  writeFileSync(join(home, 'file'), 'x');
  const { code, stderr } = await runCommand(
    ['serve', '--db', join(home, path), '--port', '0'],
    env,
  );
  expect({ code, lines: stderr.trimEnd().split('\n').length }).toEqual({ code: 1, lines: 1 });
  expect(stderr).toContain(join(home, path));
});

test('a missing store is not made with --read-only', async () => {
  const { home, env } = temporaryHome();
  const { code, stderr } = await runCommand(['serve', '--read-only', '--port', '0'], env);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^No store at .*state\.db\. Name another with --db/);
  expect(existsSync(join(home, '.hermes'))).toBe(false);
});

test('a port in use ends serve with one clear sentence', async () => {
  const { env } = temporaryHome();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { code, stderr } = await runCommand(['serve', '--port', String(port)], env);
  other.close();
  expect(code).toBe(1);
  expect(stderr).toMatch(
    new RegExp(`^Port ${port} on 127.0.0.1 is already in use\\..*--port\\.\n$`),
  );
});

test.each([
  ['a port that is none', ['--port', '70000'], /A port is a number from 0 to 65535/],
  ['an unknown option', ['--nope'], /unknown option '--nope'/],
  [
    'another host without a token',
    ['--host', '0.0.0.0', '--no-auth'],
    /without a token would open every transcript/,
  ],
  ['both modes at once', ['--read-only', '--write'], /cannot be used with/],
])('%s ends serve with a sentence', async (_what, args, sentence) => {
  const { env } = temporaryHome();
  const { code, stderr } = await runCommand(['serve', ...args], env);
  expect(code).not.toBe(0);
  expect(stderr).toMatch(sentence);
});
