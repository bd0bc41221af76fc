import { StoreUnusableError } from '../../domain/errors.js';
import type { AccessMode } from './access.js';
import { createStore } from './create.js';
import { findStore, reasonOf, user, type StoreFile } from './file.js';
import { openForReading, openForWriting, SqliteError, type Connection } from './driver.js';
import { writeProbe } from './probe.js';
import { readLayout, type Layout } from './layout.js';

/**
 * Finds the file at a path, or makes a new store there unless it is only to be read.
 *
 * @throws StoreUnusableError
 */
export function findOrCreateStore(path: string, mode: AccessMode): StoreFile {
  const found = findStore(path);
  if (found !== null) return found;
  if (mode === 'read-only') {
    throw new StoreUnusableError(
      `No store at ${path}. Name another with --db; \`serve\` without --read-only makes one.`,
    );
  }
  try {
    createStore(path);
  } catch (error) {
    throw new StoreUnusableError(
      `No store at ${path}, and none can be made there: ${reasonOf(error)}. Name another with --db, or give ${user()} the folder.`,
    );
  }
  const created = findStore(path);
  if (created === null) throw new StoreUnusableError(`${path} was removed while it was made.`);
  return created;
}

/**
 * Opens a store for reading and looks at its layout.
 *
 * @throws StoreUnusableError when SQLite cannot read it or it is no Hermes store
 */
export function openStoreFile(path: string): { connection: Connection; layout: Layout } {
  let connection: Connection | null = null;
  try {
    connection = openForReading(path);
    const layout = readLayout(connection);
    for (const table of ['sessions', 'messages'] as const) {
      if (!layout.tables.has(table)) {
        throw new StoreUnusableError(
          `${path} is a SQLite database, but not a Hermes store: it has no table "${table}".`,
        );
      }
    }
    return { connection, layout };
  } catch (error) {
    connection?.close();
    throw error instanceof SqliteError ? new StoreUnusableError(openFailure(path, error)) : error;
  }
}

/**
 * Opens a store for writing too, unless a reason against it is known or a test write finds one.
 *
 * @returns the connection, or why the store is read-only as the end of a sentence
 */
export function openWritable(
  path: string,
  known: string | null,
): { connection: Connection | null; reason: string | null } {
  if (known !== null) return { connection: null, reason: known };
  const connection = openForWriting(path, { create: false });
  try {
    const reason = writeProbe(connection);
    if (reason === null) return { connection, reason };
    connection.close();
    return { connection: null, reason };
  } catch (error) {
    connection.close();
    throw error;
  }
}

function openFailure(path: string, error: InstanceType<typeof SqliteError>): string {
  if (error.code.startsWith('SQLITE_NOTADB')) return `${path} is not a SQLite database.`;
  if (error.code.startsWith('SQLITE_CORRUPT')) {
    return `${path} is damaged: SQLite cannot read it. Restore a backup, or run \`hermes-graphql doctor\`.`;
  }
  if (/^SQLITE_(CANTOPEN|READONLY)/.test(error.code)) {
    return `${path} cannot be opened: a database in WAL mode needs a folder that ${user()} may write, or readable -wal and -shm files beside it.`;
  }
  if (error.code.startsWith('SQLITE_BUSY')) {
    return `${path} is locked by another process. Try again when it has finished.`;
  }
  return `${path} cannot be opened (${error.code}).`;
}

/** Whether there is a store of schema 1 to 10 at a path: one that waits to be migrated. */
export function isLegacyStore(path: string): boolean {
  const file = findStore(path);
  if (file === null) return false;
  const { connection, layout } = openStoreFile(file.path);
  connection.close();
  return layout.family === 'legacy';
}
