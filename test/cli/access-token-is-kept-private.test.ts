import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AccessTokenError, loadOrCreateToken } from '../../src/cli/access-token.js';

let homedir: string;
let folder: string;
let file: string;

beforeEach(() => {
  homedir = mkdtempSync(join(tmpdir(), 'hermes-token-'));
  folder = join(homedir, '.config', 'hermes-graphql');
  file = join(folder, 'token');
});
afterEach(() => rmSync(homedir, { recursive: true, force: true }));

const load = (env: Record<string, string> = {}) => loadOrCreateToken({ env, homedir });
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

function keep(text: string, mode = 0o600) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(file, text);
  chmodSync(file, mode);
}

describe('the first start', () => {
  test('makes 32 random bytes, in a private file in a private folder', () => {
    const token = load();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(readFileSync(file, 'utf8')).toBe(`${token}\n`);
    expect([modeOf(folder), modeOf(file)]).toEqual(['700', '600']);
  });

  test('makes modes that no umask loosens', () => {
    const before = process.umask(0);
    try {
      load();
    } finally {
      process.umask(before);
    }
    expect([modeOf(folder), modeOf(file)]).toEqual(['700', '600']);
  });

  test('leaves nothing else behind', () => {
    load();
    expect(readdirSync(folder)).toEqual(['token']);
  });

  test('makes another token for another user', () => {
    const other = mkdtempSync(join(tmpdir(), 'hermes-token-'));
    const theirs = loadOrCreateToken({ env: {}, homedir: other });
    rmSync(other, { recursive: true });
    expect(theirs).not.toBe(load());
  });

  test('of two at once gives both the same token', async () => {
    const script = `import { loadOrCreateToken } from ${JSON.stringify(join(process.cwd(), 'dist/cli/access-token.js'))};
      while (Date.now() < Number(process.env.AT)) {}
      process.stdout.write(loadOrCreateToken({ env: {}, homedir: process.env.WHERE }));`;
    const AT = String(Date.now() + 1_000);
    const start = () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
        env: { ...process.env, AT, WHERE: homedir },
      });
    const tokens = (await Promise.all([start(), start(), start(), start()])).map(
      (run) => run.stdout,
    );
    expect(new Set(tokens)).toEqual(new Set([load()]));
    expect(readdirSync(folder)).toEqual(['token']);
  });
});

describe('where it is kept', () => {
  test('under XDG_CONFIG_HOME when that is absolute', () => {
    const elsewhere = join(homedir, 'elsewhere');
    const token = load({ XDG_CONFIG_HOME: elsewhere });
    expect(readFileSync(join(elsewhere, 'hermes-graphql', 'token'), 'utf8')).toBe(`${token}\n`);
  });

  test.each(['', 'relative/folder'])('under ~/.config when it is "%s"', (XDG_CONFIG_HOME) => {
    const token = load({ XDG_CONFIG_HOME });
    expect(readFileSync(file, 'utf8')).toBe(`${token}\n`);
  });
});

describe('later starts', () => {
  test('answer the same token and do not touch the file', () => {
    const token = load();
    const before = statSync(file);
    expect(load()).toBe(token);
    expect(statSync(file)).toMatchObject({ ino: before.ino, mtimeMs: before.mtimeMs });
  });

  test('take a token that its user chose, with or without a line end', () => {
    for (const text of ['a-token-of-my-own!', 'a-token-of-my-own!\n', ' a-token-of-my-own!\r\n']) {
      keep(text);
      expect(load()).toBe('a-token-of-my-own!');
    }
  });

  test('tighten modes that are too loose', () => {
    keep('a-token-of-my-own!', 0o666);
    chmodSync(folder, 0o777);
    expect(load()).toBe('a-token-of-my-own!');
    expect([modeOf(folder), modeOf(file)]).toEqual(['700', '600']);
  });

  test('leave modes that are tighter', () => {
    keep('a-token-of-my-own!', 0o400);
    expect(load()).toBe('a-token-of-my-own!');
    expect(modeOf(file)).toBe('400');
  });
});

describe('what is no token is refused with one sentence, and left as it is', () => {
  test.each([
    ['empty', ''],
    ['blank', '\n\n'],
    ['too short', 'short'],
    ['several lines', 'a-token-of-my-own!\na-token-of-my-own!\n'],
    ['not ASCII', 'ein-schlüssel-für-mich'],
    ['bytes', '\u0000\u0001\u0002\u0003'.repeat(8)],
    ['too long', 'x'.repeat(5_000)],
  ])('%s', (_name, text) => {
    keep(text);
    expect(() => load()).toThrow(AccessTokenError);
    expect(() => load()).toThrow(
      `${file} holds no usable token: one line of 16 to 512 visible ASCII characters. ` +
        'Delete the file to have a new token made.',
    );
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('a folder in its place', () => {
    mkdirSync(file, { recursive: true });
    expect(() => load()).toThrow(new AccessTokenError(`${file} is no file, so it holds no token.`));
  });

  test('a pipe in its place, without waiting for it', () => {
    mkdirSync(folder, { recursive: true });
    execFileSync('mkfifo', [file]);
    expect(() => load()).toThrow(AccessTokenError);
  });

  test('a folder that cannot be made', () => {
    writeFileSync(join(homedir, '.config'), '');
    expect(() => load()).toThrow(AccessTokenError);
    expect(() => load()).toThrow(/Cannot keep the access token in .*: ENOTDIR\./);
  });

  test('a link that leads nowhere gives way to a new token', () => {
    mkdirSync(folder, { recursive: true });
    symlinkSync(join(homedir, 'gone'), file);
    expect(load()).toMatch(/^[\w-]{43}$/);
    expect(load()).toBe(load());
  });

  // Only root can give a file away.
  test.runIf(process.getuid?.() === 0)('a file or a folder of another user', () => {
    keep('a-token-of-another!');
    chownSync(file, 65_534, 65_534);
    expect(() => load()).toThrow(/token belongs to another user/);
    rmSync(file);
    chownSync(folder, 65_534, 65_534);
    expect(() => load()).toThrow(/hermes-graphql belongs to another user/);
    expect(readdirSync(folder)).toEqual([]);
  });
});
