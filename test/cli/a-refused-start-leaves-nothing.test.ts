import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from 'node:child_process';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCommand, serving, temporaryHome } from '../support/command.js';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const fixture = (name: string) =>
  fileURLToPath(new URL(`../fixtures/databases/${name}`, import.meta.url));
const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** A port that another program has. */
async function usedPort(): Promise<string> {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const address = other.address();
  return String(typeof address === 'object' && address !== null ? address.port : 0);
}

describe('a start that is refused makes no store and migrates none', () => {
  test.each([
    ['a port in use', ['--port', 'USED'], /already in use/],
    ['no token for the network', ['--host', '0.0.0.0', '--no-auth'], /without a token/],
    [
      'a short token for the network',
      ['--host', '0.0.0.0', '--token', 'fifteen-letters'],
      /^A token of 15 characters can be guessed over the network\. Give one of 16 or more/,
    ],
    ['a name that is none', ['--allow-host', 'a b'], /is no host name/],
  ])('%s', async (_, options, sentence) => {
    const { home, env } = temporaryHome();
    const made = join(home, 'new.db');
    const older = join(home, 'older.db');
    cpSync(fixture('versions/v09.db'), older);
    const before = hash(older);
    const port = await usedPort();
    const given = options.map((option) => (option === 'USED' ? port : option));
    for (const db of [made, older]) {
      const args = ['serve', '--db', db, '--migrate', ...given];
      const { code, stdout, stderr } = await runCommand(args, env);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(sentence);
    }
    expect(existsSync(made)).toBe(false);
    expect(hash(older)).toBe(before);
    expect(readdirSync(home).filter((name) => name.startsWith('older'))).toEqual(['older.db']);
  });

  test.each(['serve', 'stats', 'doctor', 'migrate'])('%s with a store of no name', async (name) => {
    const { code, stdout, stderr } = await runCommand([name, '--db', ''], temporaryHome().env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe('--db is empty; give the path of a store.\n');
  });

  test('a folder that is missing is not made for a store that was named', async () => {
    const { home, env } = temporaryHome();
    const db = join(home, 'not', 'there', 'x.db');
    const { code, stderr } = await runCommand(['serve', '--db', db, '--port', '0'], env);
    expect(code).toBe(1);
    expect(stderr).toContain(`because the folder ${join(home, 'not', 'there')} is missing`);
    expect(existsSync(join(home, 'not'))).toBe(false);
  });
});

describe('what is said at the start', () => {
  test('of a server that the network reaches: that it does, and how it is asked by name', async () => {
    const { env } = temporaryHome();
    const variables = { ...env, HERMES_GRAPHQL_TOKEN: 'from-the-environment' };
    const first = await serving(['serve', '--host', '0.0.0.0', '--port', '0'], variables);
    expect(first.token).toBe('from-the-environment');
    expect((await first.ask('{ __typename }')).data).toEqual({ __typename: 'Query' });
    expect((await first.end()).stdout).toMatch(
      /^Serving .*\nThe network reaches it too, on port \d+; .* add --allow-host NAME\.\n/,
    );
    const named = ['--allow-host', 'box.local'];
    const second = await serving(['serve', '--host', '0.0.0.0', '--port', '0', ...named], env);
    expect((await second.end()).stdout).toMatch(/too, at http:\/\/box\.local:\d+\.\n/);
  });

  test('the token of the command line wins over that of the environment', async () => {
    const { env } = temporaryHome();
    const args = ['serve', '--port', '0', '--token', 'short'];
    const server = await serving(args, { ...env, HERMES_GRAPHQL_TOKEN: 'another' });
    expect(server.token).toBe('short');
    await server.end();
  });

  test('of --migrate where there is nothing to migrate: that nothing was', async () => {
    const { home, env } = temporaryHome();
    const db = join(home, 'v31.db');
    cpSync(fixture('versions/v31.db'), db);
    const server = await serving(['serve', '--db', db, '--port', '0', '--migrate'], env);
    expect((await server.end()).stdout).toContain(
      'Nothing was migrated: the store has schema 31, and --migrate is for schema 1 to 10.',
    );
  });

  test('of an older store: the command that migrates this one', async () => {
    const { home, env } = temporaryHome();
    const db = join(home, "it's older.db");
    cpSync(fixture('versions/v09.db'), db);
    const server = await serving(['serve', '--db', db, '--port', '0'], env);
    const quoted = `'${db.replace("'", String.raw`'\''`)}'`;
    expect((await server.end()).stdout).toContain(`main.js migrate --db ${quoted}\` to bring it`);
  });
});

test('a demo that is ended while it is being filled leaves no folder behind', async () => {
  const { home, env } = temporaryHome();
  const TMPDIR = mkdtempSync(join(home, 'tmp-'));
  const child = spawn(process.execPath, [MAIN, 'demo', '--port', '0'], {
    env: { ...env, TMPDIR },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  while (readdirSync(TMPDIR).length === 0) await sleep(5);
  child.kill('SIGTERM');
  const [code] = await ended;
  // The fill may have come to its end in between.
  expect([143, 0]).toContain(code);
  expect(readdirSync(TMPDIR)).toEqual([]);
});

test('help for a command that is not there says so', async () => {
  const { env } = temporaryHome();
  const { code, stdout, stderr } = await runCommand(['help', 'nosuch'], env);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^error: unknown command 'nosuch'\n/);
  expect((await runCommand(['help', 'serve'], env)).stdout).toMatch(/--token <token>/);
  const all = (await runCommand(['help'], env)).stdout;
  expect(all).toMatch(/^ {2}serve \[options\]/m);
  expect(all).not.toContain('default: []');
});
