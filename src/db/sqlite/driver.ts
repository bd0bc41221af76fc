import Database from 'better-sqlite3';

/** The one place that knows the driver: everything else uses these names. */
export type Connection = Database.Database;
export type Statement = Database.Statement;
export const { SqliteError } = Database;

/** A value that a statement can bind. Booleans and dates are not: convert them first. */
export type Bindable = string | number | bigint | Uint8Array | null;

/** How long a read waits for a lock, in milliseconds: waiting blocks the whole process. */
export const READ_PATIENCE_MS = 100;

/** Opens a file that exists for reading. */
export function openForReading(path: string): Connection {
  const connection = new Database(path, {
    readonly: true,
    fileMustExist: true,
    timeout: READ_PATIENCE_MS,
  });
  connection.pragma('query_only = ON');
  return connection;
}

/**
 * Opens a file for writing. It never waits for a lock: patience is the writer's, between attempts.
 * A commit that was acknowledged survives a power cut (synchronous FULL), and triggers behave as
 * under Hermes, which leaves recursive triggers off.
 */
export function openForWriting(path: string, options: { create: boolean }): Connection {
  const connection = new Database(path, { fileMustExist: !options.create, timeout: 0 });
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  connection.pragma('recursive_triggers = OFF');
  return connection;
}

/** Opens a database that is in memory as the bytes of a file. */
export function openImage(image: Buffer): Connection {
  return new Database(image);
}
