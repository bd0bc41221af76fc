import { Command } from 'commander';
import { expect, it, onTestFinished, vi } from 'vitest';
import { registerMigrate } from '../../src/cli/migrate.js';
import { progressLine } from '../../src/cli/progress.js';
import { insertSession } from '../support/rows.js';
import { copyFixture, hashOf, raw } from '../db/migrations/files.js';

/** Runs the command in this process; gives what it wrote. */
async function migrateCommand(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    const spy = vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      output[stream] += String(text);
      return true;
    });
    onTestFinished(() => spy.mockRestore());
  }
  const program = new Command();
  registerMigrate(program);
  try {
    await program.parseAsync(['migrate', ...args], { from: 'user' });
  } finally {
    vi.restoreAllMocks();
  }
  return output;
}

it('says what was done and where the backup is, and shows no progress in a pipe', async () => {
  const path = copyFixture('versions/v09.db');
  const { stdout, stderr } = await migrateCommand('--db', path);
  const [first, backup, ...others] = stdout.trimEnd().split('\n');
  expect(first).toBe(`Migrated ${path} from schema 9 to 11.`);
  expect(backup).toMatch(/^The backup is .*state\.db\.backup-schema9-\d{8}-\d{6}\.$/);
  expect(others).toEqual([
    'Added columns: sessions.handoff_state, sessions.handoff_platform, sessions.handoff_error.',
    'Indexed 16 messages by words and 16 by three-character runs.',
  ]);
  expect(stderr).toBe('');
});

it('says so when there is nothing to do', async () => {
  const path = copyFixture('v11_large.db');
  const hash = hashOf(path);
  const { stdout } = await migrateCommand('--db', path);
  expect(stdout).toBe(`Nothing to do: ${path} has schema 11 and lacks nothing.\n`);
  expect(hashOf(path)).toBe(hash);
});

it('names titles that had to change', async () => {
  const path = copyFixture('versions/v04.db');
  raw(path, (db) => {
    db.exec('DROP INDEX idx_sessions_title_unique; UPDATE schema_version SET version = 3');
    insertSession(db, 'older', { title: 'Trip', started_at: 1 });
    insertSession(db, 'newer', { title: 'Trip', started_at: 2 });
  });
  const { stdout } = await migrateCommand('--db', path);
  expect(stdout).toContain(
    'Session older is titled "Trip #2" now: a newer session has the title "Trip".',
  );
});

it('says that the version row was missing', async () => {
  const path = copyFixture('versions/v06.db');
  raw(path, (db) => db.exec('DELETE FROM schema_version'));
  const { stdout } = await migrateCommand('--db', path);
  expect(stdout).toContain(`Migrated ${path} from schema 6 (its version row was missing) to 11.`);
});

it('puts a store of schema 11 in order', async () => {
  const path = copyFixture('v11_large.db');
  raw(path, (db) => db.exec('DROP TRIGGER messages_fts_insert'));
  const { stdout } = await migrateCommand('--db', path);
  expect(stdout).toContain(`Put ${path} in order; it has schema 11.`);
});

it('says that it can be run again, when it stopped on the way', async () => {
  const path = copyFixture('versions/v09.db');
  raw(path, (db) =>
    db.exec(`CREATE TRIGGER guard AFTER UPDATE ON schema_version BEGIN
      SELECT RAISE(ABORT, 'not now'); END`),
  );
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const program = new Command();
  registerMigrate(program);
  await expect(program.parseAsync(['migrate', '--db', path], { from: 'user' })).rejects.toThrow();
  expect(written.mock.calls.flat().join('')).toContain(
    `Run it again to go on where it stopped: \`hermes-graphql migrate --db '${path}'\`.`,
  );
  written.mockRestore();
  raw(path, (db) => db.exec('DROP TRIGGER guard'));
  expect((await migrateCommand('--db', path)).stdout).toContain('from schema 9 to 11');
});

it('shows no progress on a terminal that takes no escape sequences', () => {
  const written: string[] = [];
  const terminal = { isTTY: true, write: (text: string) => written.push(text) };
  const line = progressLine(terminal, { TERM: 'dumb' });
  line.show({ step: 'words', done: 1200, total: 8672 });
  line.end();
  expect(written).toEqual([]);
});

it('shows progress on a terminal, in one line that is cleared at the end', () => {
  const written: string[] = [];
  const line = progressLine({ isTTY: true, write: (text) => written.push(text) }, {});
  line.show({ step: 'backup', done: 0, total: 1 });
  line.show({ step: 'words', done: 1200, total: 8672 });
  line.end();
  expect(written).toEqual([
    '\r\u001B[KMaking a backup…',
    '\r\u001B[KIndexing words… 1200 of 8672 (13%)',
    '\r\u001B[K',
  ]);
});
