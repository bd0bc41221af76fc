import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { migrate } from '../../../src/db/sqlite/migrations/migrate.js';
import {
  addMessages,
  contentOf,
  copyFixture,
  copyOf,
  integrityOf,
  NOW,
  python,
  raw,
  SESSION,
  SOUND,
} from './files.js';

const CHILD = fileURLToPath(new URL('./children/killed-migration.js', import.meta.url));

/** Runs a migration in a process of its own; gives its statements, null when it was killed. */
function migrateInChild(path: string, last?: number): Promise<string[] | null> {
  return new Promise((resolve, reject) => {
    const args = last === undefined ? [CHILD, path] : [CHILD, path, String(last)];
    execFile(process.execPath, args, { maxBuffer: 10 ** 7 }, (error, stdout) => {
      if (error === null) resolve(JSON.parse(stdout));
      else if (error.signal === 'SIGKILL') resolve(null);
      else reject(new Error(error.message));
    });
  });
}

/** Numbers of statements to stop at: every fourth that changes the schema, and some of the filling. */
function killPoints(statements: readonly string[]): number[] {
  const numbers = statements.map((_, index) => index + 1);
  const says = (number: number) => statements[number - 1] ?? '';
  const schema = numbers.filter((number) =>
    /^(CREATE|ALTER|DROP|UPDATE|INSERT INTO schema)/.test(says(number)),
  );
  const rows = numbers.filter((number) => /^INSERT INTO messages_fts/.test(says(number)));
  return [
    ...schema.filter((_, index) => index % 4 === 0),
    ...[0.01, 0.2, 0.49, 0.51, 0.8].flatMap((share) => rows[Math.floor(rows.length * share)] ?? []),
    statements.length - 1,
    statements.length,
  ];
}

/** A version-4 file with enough messages for several transactions, and two sessions of one title. */
function oldFile(): string {
  const path = copyFixture('versions/v04.db');
  addMessages(path, 700);
  raw(path, (db) => {
    db.exec('DROP INDEX idx_sessions_title_unique');
    db.exec("UPDATE sessions SET title = 'Same' WHERE id IN (SELECT id FROM sessions LIMIT 2)");
    db.exec('UPDATE schema_version SET version = 3');
  });
  return path;
}

it('gives the same file after a kill at any statement, and loses nothing', async () => {
  const before = oldFile();
  const undisturbed = copyOf(before);
  const statements = (await migrateInChild(undisturbed)) ?? [];
  const expected = contentOf(undisturbed);
  const points = killPoints(statements);
  expect(points.length).toBeGreaterThan(15);

  for (const at of points) {
    const message = `statement ${at}: ${statements[at - 1] ?? ''}`;
    const path = copyOf(before);
    expect(await migrateInChild(path, at), message).toBeNull();
    await migrate(path, { now: () => NOW });
    expect(contentOf(path), message).toEqual(expected);
    expect(integrityOf(path), message).toEqual(SOUND);
  }
}, 300_000);

it('goes on after a kill also where a rollback journal has to undo half a transaction', async () => {
  const before = oldFile();
  raw(before, (db) => db.pragma('journal_mode = DELETE'));
  const undisturbed = copyOf(before);
  const statements = (await migrateInChild(undisturbed)) ?? [];
  const expected = contentOf(undisturbed);
  let undone = 0;
  for (const at of killPoints(statements).filter((_, index) => index % 2 === 0)) {
    const message = `statement ${at}: ${statements[at - 1] ?? ''}`;
    const path = copyOf(before);
    expect(await migrateInChild(path, at), message).toBeNull();
    if (existsSync(`${path}-journal`)) undone += 1;
    await migrate(path, { now: () => NOW });
    expect(contentOf(path), message).toEqual(expected);
    expect(integrityOf(path), message).toEqual(SOUND);
  }
  expect(undone).toBeGreaterThan(3);
}, 300_000);

it('goes on after kill upon kill on one file', async () => {
  const path = oldFile();
  const undisturbed = copyOf(path);
  const statements = (await migrateInChild(undisturbed)) ?? [];
  for (const share of [0.01, 0.02, 0.03, 0.1, 0.3, 0.3, 0.3]) {
    expect(await migrateInChild(path, Math.floor(statements.length * share))).toBeNull();
  }
  await migrate(path, { now: () => NOW });
  expect(contentOf(path)).toEqual(contentOf(undisturbed));
  expect(integrityOf(path)).toEqual(SOUND);
}, 120_000);

it('leaves a file, killed half-way, that an old Hermes reads, searches and writes', async () => {
  const path = copyFixture('versions/v09.db');
  addMessages(path, 600);
  const statements = (await migrateInChild(copyOf(path))) ?? [];
  for (const share of [0.3, 0.6, 0.9]) {
    const copy = copyOf(path);
    expect(await migrateInChild(copy, Math.floor(statements.length * share))).toBeNull();
    const answer = python(
      copy,
      `import sqlite3, sys
c = sqlite3.connect(sys.argv[1], isolation_level=None)
c.execute("INSERT INTO messages (session_id, role, content, timestamp) VALUES ('${SESSION}', 'user', 'halfway marker', 1)")
c.execute("UPDATE messages SET content = 'changed marker' WHERE id = 3")
c.execute("DELETE FROM messages WHERE id = 4")
print(c.execute("SELECT COUNT(*) FROM messages_fts f JOIN messages m ON m.id = f.rowid WHERE messages_fts MATCH 'marker'").fetchone()[0],
      c.execute('SELECT version FROM schema_version').fetchone()[0])`,
    );
    expect(answer.trim(), `at ${share}`).toBe('2 9');
    await migrate(copy, { now: () => NOW });
    expect(integrityOf(copy)).toEqual(SOUND);
    expect(raw(copy, (db) => db.prepare('SELECT COUNT(*) FROM messages').pluck().get())).toBe(616);
  }
}, 120_000);
