import Database from 'better-sqlite3';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { createStore } from '../../src/db/sqlite/create.js';
import { openSqliteStore, type AccessMode } from '../../src/db/sqlite/index.js';
import type { StatementObserver } from '../../src/db/sqlite/sql.js';
import { PATIENCE, type Patience } from '../../src/db/sqlite/write.js';
import type { SessionStore } from '../../src/db/store.js';

export { insertMessage, insertRow, insertSession, type Columns } from './rows.js';

/** A clock that stands still until it is told otherwise. Epoch seconds. */
export interface TestClock {
  (): number;
  set(seconds: number): void;
  advance(seconds: number): void;
}

/** When clocks of tests start: 2026-05-28, a little after schema 11 was in use. */
export const TEST_NOW = 1_780_000_000;

/** A clock for tests; each reading moves it on by `step` seconds, after it was taken. */
export function testClock(start: number = TEST_NOW, step = 0): TestClock {
  let next = start;
  const read = () => {
    const now = next;
    next += step;
    return now;
  };
  return Object.assign(read, {
    set: (seconds: number) => void (next = seconds),
    advance: (seconds: number) => void (next += seconds),
  });
}

export interface TestStoreOptions {
  /** A database under test/fixtures/databases to copy, with its WAL; without it a new, empty store. */
  fixture?: string;
  /** Puts rows into the file before the store is opened; foreign keys are off meanwhile. */
  seed?: (db: Database.Database) => void;
  mode?: AccessMode;
  /** A clock standing at TEST_NOW when not given. */
  clock?: TestClock;
  /** What differs from the server's own patience. */
  patience?: Partial<Patience>;
  observe?: StatementObserver;
  /** Where searches and statistics run: in the test's own process when not given. */
  heavy?: 'processes' | 'inline';
  /**
   * Gets the clean-up. It runs when the test ends, unless this says otherwise: in `beforeAll`, pass
   * `after: () => undefined` and return `close`.
   */
  after?: (cleanUp: () => Promise<void>) => void;
}

export interface TestStore {
  store: SessionStore;
  /** Where the file is: in a temporary folder of its own. */
  path: string;
  clock: TestClock;
  /** Runs a callback on a connection of its own to the same file, foreign keys off, then closes it. */
  raw: <Result>(work: (db: Database.Database) => Result) => Result;
  /** Closes the store and removes its folder; a second call does nothing. */
  close: () => Promise<void>;
}

/**
 * A store in a temporary folder for one test: new and of schema 11, or a copy of a fixture. It is
 * closed and removed when the test ends.
 *
 *     const { store, clock, raw } = openTestStore({
 *       seed: (db) => { insertSession(db, 'a', { title: 'Fix' }); insertMessage(db, 'a', 'user', 'hi'); },
 *     });
 */
export function openTestStore(options: TestStoreOptions = {}): TestStore {
  const folder = temporaryFolder(() => undefined);
  const path = join(folder, 'state.db');
  if (options.fixture === undefined) createStore(path);
  else copyDatabase(options.fixture, path);
  if (options.seed !== undefined) onConnection(path, options.seed);
  const clock = options.clock ?? testClock();
  const store = openSqliteStore({
    path,
    mode: options.mode ?? 'default',
    clock,
    patience: { ...PATIENCE, ...options.patience },
    heavy: options.heavy ?? 'inline',
    ...(options.observe === undefined ? {} : { observe: options.observe }),
  });
  const close = async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  (options.after ?? onTestFinished)(close);
  return { store, path, clock, raw: (work) => onConnection(path, work), close };
}

/** Copies a database under test/fixtures/databases, with its -wal and -shm where it has them. */
export function copyDatabase(fixture: string, to: string): void {
  const from = fileURLToPath(new URL(`../fixtures/databases/${fixture}`, import.meta.url));
  cpSync(from, to);
  for (const suffix of ['-wal', '-shm']) {
    try {
      cpSync(from + suffix, to + suffix);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
}

/** A new folder under the system's temporary one, removed when the test ends. */
export function temporaryFolder(after: (cleanUp: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-graphql-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs a callback on a short-lived connection to a database, foreign keys off. */
export function onConnection<Result>(
  path: string,
  work: (db: Database.Database) => Result,
): Result {
  const db = new Database(path, { fileMustExist: true });
  try {
    db.pragma('foreign_keys = OFF');
    db.pragma('recursive_triggers = OFF');
    return work(db);
  } finally {
    db.close();
  }
}
