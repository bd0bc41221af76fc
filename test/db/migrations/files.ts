import Database from 'better-sqlite3';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { createStore } from '../../../src/db/sqlite/create.js';

/** 2026-12-01 11:30:00 UTC, in epoch seconds. */
export const NOW = 1_796_124_600;

const FIXTURES = fileURLToPath(new URL('../../fixtures/databases/', import.meta.url));

/** Gets the clean-up of something that a test uses. */
export type After = (cleanUp: () => void) => void;

/** A folder of its own, gone when the test has finished, or when `after` says. */
export function temporaryFolder(after: After = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-graphql-migrations-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Copies a fixture, with its write-ahead log, to `state.db` in a folder of its own. */
export function copyFixture(name: string, after?: After): string {
  const path = join(temporaryFolder(after), 'state.db');
  for (const suffix of ['', '-wal', '-shm']) {
    const from = join(FIXTURES, name) + suffix;
    if (existsSync(from)) cpSync(from, path + suffix);
  }
  return path;
}

/** Another copy of a store that nobody has open. */
export function copyOf(path: string): string {
  const copy = join(temporaryFolder(), 'state.db');
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(path + suffix)) cpSync(path + suffix, copy + suffix);
  }
  return copy;
}

/** Works on a file as another program would, foreign keys off. */
export function raw<Result>(path: string, work: (db: Database.Database) => Result): Result {
  const db = new Database(path, { fileMustExist: true });
  try {
    db.pragma('foreign_keys = OFF');
    db.pragma('recursive_triggers = OFF');
    return work(db);
  } finally {
    db.close();
  }
}

/** Adds messages to a fixture of the mini corpus, through the triggers that the file has. */
export function addMessages(path: string, count: number): void {
  raw(path, (db) => {
    const insert = db.prepare(
      'INSERT INTO messages (session_id, role, content, tool_calls, timestamp) VALUES (?, ?, ?, ?, ?)',
    );
    db.transaction(() => {
      for (let number = 0; number < count; number += 1) {
        const calls = number % 3 === 0 ? `[{"id": "call_${number}"}]` : null;
        insert.run(
          SESSION,
          'user',
          `filler ${number} 大别山${number}`,
          calls,
          1_779_000_000 + number,
        );
      }
    })();
  });
}

/** A session that every fixture of the mini corpus has. */
export const SESSION = '20260517_090000_a1b2c3';

/** Everything that a store holds, apart from how its pages lie. */
export function contentOf(path: string): Record<string, unknown> {
  return raw(path, (db) => ({
    schema: schemaOf(db),
    sessions: rowsOf(db, 'sessions', 'rowid'),
    messages: rowsOf(db, 'messages', 'id'),
    meta: rowsOf(db, 'state_meta', 'key'),
    version: rowsOf(db, 'schema_version', 'rowid'),
    words: rowsOf(db, 'messages_fts', 'rowid'),
    trigrams: rowsOf(db, 'messages_fts_trigram', 'rowid'),
    sequence: rowsOf(db, 'sqlite_sequence', 'name'),
  }));
}

function rowsOf(db: Database.Database, table: string, order: string): unknown[] {
  return db.prepare(`SELECT rowid AS number, * FROM ${table} ORDER BY ${order}`).all();
}

/** Tables with their columns, and all else with its SQL but for blanks, in a fixed order. */
export function schemaOf(db: Database.Database): unknown {
  const objects = db
    .prepare<[], { type: string; name: string; sql: string | null }>(
      'SELECT type, name, sql FROM sqlite_master ORDER BY type, name',
    )
    .all();
  return objects.map(({ type, name, sql }) => ({
    type,
    name,
    ...(type === 'table' && !name.startsWith('messages_fts')
      ? { columns: columnsOf(db, name) }
      : { sql: sql?.replace(/['"\s]+/g, '') }),
  }));
}

function columnsOf(db: Database.Database, table: string): unknown[] {
  return db
    .prepare('SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_info(?) ORDER BY name')
    .all(table);
}

/** The schema of a store that was made new. */
export function nativeSchema(): unknown {
  const path = join(temporaryFolder(), 'state.db');
  createStore(path);
  return raw(path, schemaOf);
}

/** What SQLite says of a file and of both its search indexes; `ok` three times when all is well. */
export function integrityOf(path: string): string[] {
  return raw(path, (db) => [
    String(db.pragma('integrity_check', { simple: true })),
    ...['messages_fts', 'messages_fts_trigram'].map((table) => {
      try {
        db.exec(`INSERT INTO ${table} (${table}) VALUES ('integrity-check')`);
        return 'ok';
      } catch (error) {
        return String(error);
      }
    }),
  ]);
}

export const SOUND = ['ok', 'ok', 'ok'];

/** Ids of the messages that match, best first. */
export function matches(
  path: string,
  query: string,
  table: 'messages_fts' | 'messages_fts_trigram' = 'messages_fts',
): number[] {
  return raw(path, (db) =>
    db
      .prepare<[string], number>(
        `SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY rank, rowid`,
      )
      .pluck()
      .all(query),
  );
}

/** Runs Python on a store; the program finds the path in `sys.argv[1]`. */
export function python(path: string, program: string): string {
  return execFileSync('python3', ['-c', program, path], { encoding: 'utf8' });
}

/** Overwrites the start of the root page of a table or an index, as a failing disk would. */
export function damagePage(path: string, name: string): void {
  python(
    path,
    `import sqlite3, sys
c = sqlite3.connect(sys.argv[1])
c.execute('PRAGMA wal_checkpoint(TRUNCATE)')
root = c.execute("SELECT rootpage FROM sqlite_master WHERE name = '${name}'").fetchone()[0]
c.close()
with open(sys.argv[1], 'r+b') as f:
    f.seek((root - 1) * 4096); f.write(b'\\xff' * 512)`,
  );
}

/** The SHA-256 of a file, read by another process: reading it here could drop SQLite's locks. */
export function hashOf(path: string): string {
  return python(
    path,
    'import hashlib, sys; print(hashlib.sha256(open(sys.argv[1], "rb").read()).hexdigest())',
  );
}
