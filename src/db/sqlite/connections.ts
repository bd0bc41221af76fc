import { assertWritable, FileWatch, readOnlyReason, type AccessMode } from './access.js';
import type { Damage } from './damage.js';
import { openForReading, waitForNothing, type Connection } from './driver.js';
import type { StoreFile } from './file.js';
import { openStoreFile, openWritable } from './open.js';
import {
  Statements,
  withExpectedFailures,
  type Sql,
  type StatementObserver,
  type Tx,
} from './sql.js';
import { Writer, type Patience } from './write.js';

/** What a store is read and written through. */
interface Connections {
  /** Never writes and is closed last: see `openSqliteStore`. */
  sentinel: Connection;
  statements: Statements;
  /** The same statements, failing with errors of ours. */
  reader: Sql;
  watch: FileWatch;
  /** Null where the store is not written. */
  writer: Writer | null;
  /** Why its layout forbade writing when it was opened; null when it did not. */
  refusedAtStart: string | null;
  /** Why there is no writer, as the end of a sentence; null when there is one. */
  reason: string | null;
}

interface Wishes {
  mode: AccessMode;
  patience: Patience;
  damage: Damage;
  observe: StatementObserver | undefined;
}

/**
 * Opens everything that a store is read and written through. Where one part fails, those that were
 * open already are closed, the first one last.
 *
 * @throws StoreUnusableError with one sentence that names the file and the cure
 */
export function openConnections(file: StoreFile, wishes: Wishes): Connections {
  const { mode, patience, damage, observe } = wishes;
  const opened: Connection[] = [];
  const kept = (connection: Connection) => {
    opened.unshift(connection);
    return connection;
  };
  try {
    const { connection, layout } = openStoreFile(file.path, { recover: mode !== 'read-only' });
    const sentinel = kept(connection);
    const watch = new FileWatch(file);
    const statements = new Statements(kept(openForReading(file.path)), observe);
    const reader = withExpectedFailures(statements);
    // A first look, so that it reads the same write-ahead log as the others from now on.
    reader.layout();
    for (const each of opened) waitForNothing(each);
    const refusedAtStart = readOnlyReason(layout, mode);
    const writable = openWritable(file.path, refusedAtStart, damage);
    const check = (tx: Tx) => assertWritable(tx, watch, mode);
    const writer =
      writable.connection === null
        ? null
        : new Writer(kept(writable.connection), check, patience, observe, damage);
    return { sentinel, statements, reader, watch, writer, refusedAtStart, reason: writable.reason };
  } catch (error) {
    for (const connection of opened) connection.close();
    throw error;
  }
}
