import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/store.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const script = 'scripts/schema-diff.js';

const before = `
  enum Status { ACTIVE ENDED }
  type Query { session(sessionId: String!): Session  nextTitle(title: String!): String! }
  type Session { sessionId: String!  title: String  status: Status! }
`;

/** A folder with the script and a schema in a repository of its own. */
function repository(schema: string): { path: string; git: (...args: string[]) => void } {
  const path = temporaryFolder();
  mkdirSync(join(path, 'scripts'));
  cpSync(join(root, script), join(path, script));
  cpSync(join(root, 'package.json'), join(path, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'), 'dir');
  writeFileSync(join(path, 'schema.graphql'), schema);
  const name = ['-c', 'user.name=Test', '-c', 'user.email=test@example.invalid'];
  const git = (...args: string[]) => void execFileSync('git', [...name, ...args], { cwd: path });
  git('init', '-q');
  git('add', 'scripts', 'schema.graphql');
  git('commit', '-q', '--no-gpg-sign', '-m', 'First');
  return { path, git };
}

function run(path: string, ...args: string[]): { code: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: path,
    encoding: 'utf8',
  });
  return { code: status, text: stdout + stderr };
}

/** Runs the script on two schemas. */
function compare(old: string, now: string): { code: number | null; text: string } {
  const folder = temporaryFolder();
  const paths = [join(folder, 'old.graphql'), join(folder, 'new.graphql')] as const;
  writeFileSync(paths[0], old);
  writeFileSync(paths[1], now);
  return run(root, ...paths);
}

test('the same schema: no change', () => {
  const { code, text } = compare(before, before);
  expect([code, text]).toEqual([0, expect.stringMatching(/^No change since .*old\.graphql\.\n$/)]);
});

test('a new field is safe', () => {
  const { code, text } = compare(
    before,
    before.replace('title: String ', 'title: String  id: ID!'),
  );
  expect(code).toBe(0);
  expect(text).toMatch(/^Safe\n {2}Field 'id' was added to object type 'Session'/);
});

test('a new enum value is dangerous, and told before what is safe', () => {
  const now = before
    .replace('ACTIVE', 'ACTIVE IDLE')
    .replace('title: String ', 'title: String  n: Int');
  const { code, text } = compare(before, now);
  expect(code).toBe(0);
  expect(text).toMatch(/^Dangerous.*\n {2}Enum value 'IDLE' was added.*\nSafe\n/);
});

test.each([
  ['a field that went', before.replace('title: String ', '')],
  ['a field that became nullable', before.replace('status: Status!', 'status: Status')],
  ['a new required argument', before.replace('nextTitle(', 'nextTitle(base: Boolean!, ')],
  ['an enum value that went', before.replace(' ENDED', '')],
])('%s breaks clients', (_name, now) => {
  const { code, text } = compare(before, now);
  expect(code).toBe(1);
  expect(text).toMatch(/^Breaking\n {2}\S/);
});

test('without a tag it says so', () => {
  const { path } = repository(before);
  expect(run(path)).toEqual({ code: 0, text: 'There is no tag yet: nothing to compare with.\n' });
});

test('the last tag is what it compares with', () => {
  const { path, git } = repository(before);
  git('tag', 'v1.0.0');
  expect(run(path)).toEqual({ code: 0, text: 'No change since v1.0.0.\n' });
  writeFileSync(join(path, 'schema.graphql'), before.replace('title: String ', ''));
  const { code, text } = run(path);
  expect([code, text]).toEqual([
    1,
    "Breaking\n  Field 'title' was removed from object type 'Session'\n",
  ]);
});

test('a tag from before there was a schema', () => {
  const { path, git } = repository(before);
  git('rm', '-q', '--cached', 'schema.graphql');
  git('commit', '-q', '--no-gpg-sign', '-m', 'Without');
  git('tag', 'v0.1.0');
  expect(run(path)).toEqual({
    code: 0,
    text: 'v0.1.0 has no schema.graphql: nothing to compare with.\n',
  });
});
