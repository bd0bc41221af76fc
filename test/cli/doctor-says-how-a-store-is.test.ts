import { Command } from 'commander';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { registerDoctor } from '../../src/cli/doctor.js';
import {
  copyFixture,
  damagePage,
  hashOf,
  integrityOf,
  raw,
  SOUND,
  temporaryFolder,
} from '../db/migrations/files.js';

interface Said {
  stdout: string;
  stderr: string;
  code: unknown;
}

/** Runs the command in this process; gives what it wrote and its exit code. */
async function doctor(...args: string[]): Promise<Said> {
  const said = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      said[stream] += String(text);
      return true;
    }),
  );
  const before = process.exitCode;
  const program = new Command();
  registerDoctor(program);
  try {
    await program.parseAsync(['doctor', ...args], { from: 'user' });
    return { ...said, code: process.exitCode };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = before;
  }
}

function fixture(name: string): string {
  const path = copyFixture(name);
  chmodSync(path, 0o600);
  return path;
}

it('ends with 0 for a healthy store, and says what it is', async () => {
  const path = fixture('v11_large.db');
  const hash = hashOf(path);
  const { stdout, stderr, code } = await doctor('--db', path);
  expect(code).toBe(0);
  expect(stderr).toBe('');
  expect(stdout).toContain(`${path}\n  schema         11 (which this program reads and writes)\n`);
  expect(stdout).toContain('480 sessions, 8672 messages');
  expect(stdout).toContain('\nnote: Hermes writes with the SQLite of its Python.');
  expect(stdout).toMatch(/\n\nThe store is healthy\. 1 note\.\n$/);
  expect(hashOf(path)).toBe(hash);
});

it('ends with 1 when there are findings, the gravest first', async () => {
  const path = fixture('v11_large.db');
  chmodSync(path, 0o644);
  raw(path, (db) => db.exec('DROP TRIGGER messages_fts_insert'));
  const { stdout, code } = await doctor('--db', path);
  expect(code).toBe(1);
  expect(stdout.match(/^(fatal|problem|warning|note):/gm)).toEqual([
    'problem:',
    'warning:',
    'note:',
  ]);
  expect(stdout).toContain(`  Run \`hermes-graphql doctor --repair-search --db '${path}'\`.\n`);
  expect(stdout).toMatch(/\nFound 1 problem, 1 warning, 1 note\.\n$/);
});

it('ends with 2 when there is no store that can be used', async () => {
  const path = join(temporaryFolder(), 'state.db');
  expect(await doctor('--db', path)).toEqual({
    stdout: `No store at ${path}. Name one with --db.\n`,
    stderr: '',
    code: 2,
  });
  writeFileSync(path, '');
  expect(await doctor('--db', path)).toMatchObject({ code: 2 });
  writeFileSync(path, 'garbage '.repeat(500));
  expect(await doctor('--db', path)).toMatchObject({
    stdout: `${path} is not a SQLite database.\n`,
    code: 2,
  });
});

it('ends with 2 when SQLite finds the messages damaged', async () => {
  const path = fixture('v11_large.db');
  damagePage(path, 'messages');
  const { stdout, code } = await doctor('--db', path);
  expect(code).toBe(2);
  expect(stdout).toMatch(/^fatal: SQLite finds the store damaged: /m);
  expect(stdout).toMatch(/\nThe store cannot be used\.\n$/);
});

it('answers as JSON', async () => {
  const path = fixture('versions/v09.db');
  const { stdout, code } = await doctor('--db', path, '--json');
  expect(code).toBe(1);
  const answer = JSON.parse(stdout);
  expect(answer).toMatchObject({ facts: { path, schemaVersion: 9 }, unusable: null });
  expect(answer.findings[0]).toEqual({
    severity: 'warning',
    code: 'old-schema',
    message: expect.stringContaining('schema 9'),
    advice: `Run \`hermes-graphql migrate --db '${path}'\`; it makes a backup first.`,
  });
});

it('answers as JSON when there is nothing to look at', async () => {
  const path = join(temporaryFolder(), 'state.db');
  const { stdout, code } = await doctor('--db', path, '--json');
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toEqual({
    facts: null,
    findings: [],
    unusable: `No store at ${path}. Name one with --db.`,
  });
});

it('repairs search and then looks', async () => {
  const path = fixture('v11_rich.db');
  expect(integrityOf(path)).not.toEqual(SOUND);
  const { stdout, stderr, code } = await doctor('--db', path, '--repair-search', '--json');
  expect(code).toBe(0);
  expect(stderr).toBe('Indexed 201 messages by words and 201 by three-character runs.\n');
  const codes = JSON.parse(stdout).findings.map((finding: { code: string }) => finding.code);
  expect(codes).not.toContain('index-of-other-sqlite');
  expect(integrityOf(path)).toEqual(SOUND);
});

it('repairs nothing of a newer Hermes, and says so', async () => {
  const path = fixture('versions/v25.db');
  const hash = hashOf(path);
  const { stderr, stdout, code } = await doctor('--db', path, '--repair-search');
  expect(code).toBe(1);
  expect(stderr).toContain('has schema 25, which a newer Hermes owns. It was left as it is');
  expect(stdout).toContain('  schema         25 (of a newer Hermes)\n');
  expect(hashOf(path)).toBe(hash);
});
