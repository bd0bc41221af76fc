import Database from 'better-sqlite3';

/** The one place that knows the driver: everything else uses these names. */
export type Connection = Database.Database;
export type Statement = Database.Statement;
export const { SqliteError } = Database;

/** A value that a statement can bind. Booleans and dates are not: convert them first. */
export type Bindable = string | number | bigint | Uint8Array | null;

/**
 * How long opening a file waits for a lock, in milliseconds, and reading where nobody says otherwise.
 * Waiting blocks the whole process: one that serves calls `waitForNothing` once it has opened.
 */
export const OPEN_PATIENCE_MS = 2000;

/** Opens a file that exists for reading. */
export function openForReading(path: string): Connection {
  const connection = new Database(path, {
    readonly: true,
    fileMustExist: true,
    timeout: OPEN_PATIENCE_MS,
  });
  return orClosed(connection, () => {
    connection.pragma('query_only = ON');
  });
}

/** From now on a statement that meets a lock fails at once; patience is the caller's. */
export function waitForNothing(connection: Connection): void {
  connection.pragma('busy_timeout = 0');
}

/**
 * Opens a file for writing. Once open it never waits for a lock: patience is the writer's, between
 * attempts. A commit that was acknowledged survives a power cut (synchronous FULL), and triggers behave as
 * under Hermes, which leaves recursive triggers off.
 */
export function openForWriting(path: string, options: { create: boolean }): Connection {
  const connection = new Database(path, {
    fileMustExist: !options.create,
    timeout: OPEN_PATIENCE_MS,
  });
  return orClosed(connection, () => {
    connection.pragma('synchronous = FULL');
    connection.pragma('foreign_keys = ON');
    connection.pragma('recursive_triggers = OFF');
    waitForNothing(connection);
  });
}

/** The connection once it was prepared; one that cannot be is closed. */
function orClosed(connection: Connection, prepare: () => void): Connection {
  try {
    prepare();
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Lets SQLite undo what a process that was killed left half-written, as any program that may write
 * does when it opens the file: the journal beside it holds what stood there at the last commit. A
 * transaction that is under way is left alone.
 *
 * @param patienceMs how long to wait, blocking, for another process that does the same
 * @throws SqliteError when the file may not be written, or is locked
 */
export function rollBackJournal(path: string, patienceMs: number): void {
  const connection = new Database(path, { fileMustExist: true, timeout: patienceMs });
  try {
    connection.prepare('SELECT COUNT(*) FROM sqlite_master').get();
  } finally {
    connection.close();
  }
}

/** Opens a database that is in memory as the bytes of a file. */
export function openImage(image: Buffer): Connection {
  return new Database(image);
}
