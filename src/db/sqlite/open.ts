import { StoreUnusableError } from '../../domain/errors.js';
import type { AccessMode } from './access.js';
import { createStore } from './create.js';
import type { Damage } from './damage.js';
import { assertNoRemains, findStore, isThere, reasonOf, user, type StoreFile } from './file.js';
import {
  OPEN_PATIENCE_MS,
  openForReading,
  openForWriting,
  rollBackJournal,
  SqliteError,
  type Connection,
} from './driver.js';
import { isUnfinished } from './failures.js';
import { assertMayLook } from './side-files.js';
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
  assertNoRemains(path);
  if (mode === 'read-only') {
    throw new StoreUnusableError(
      `No store at ${path}. Name another with --db; \`serve\` without --read-only makes one.`,
    );
  }
  const failure = failureOf(() => createStore(path));
  const created = findStore(path);
  if (created !== null) return created;
  throw new StoreUnusableError(
    failure === null
      ? `${path} was removed while it was made.`
      : `No store at ${path}, and none can be made there: ${creationFailure(reasonOf(failure))}`,
  );
}

function failureOf(work: () => void): unknown {
  try {
    work();
    return null;
  } catch (error) {
    return error;
  }
}

function creationFailure(reason: string): string {
  return /^(SQLITE_FULL|ENOSPC|EDQUOT)/.test(reason)
    ? 'the disk is full. Free some space and try again.'
    : `${reason}. Name another with --db, or give ${user()} the folder.`;
}

interface OpenedStore {
  /** Waits for locks; see `waitForNothing`. */
  connection: Connection;
  layout: Layout;
}

/**
 * Opens a store for reading and looks at its layout.
 *
 * @param options.recover whether a transaction that a killed process left half-written is undone;
 *   SQLite cannot read the file before that
 * @throws StoreUnusableError when SQLite cannot read it or it is no Hermes store
 */
export function openStoreFile(path: string, options = { recover: false }): OpenedStore {
  assertMayLook(path);
  try {
    return openAsItIs(path);
  } catch (error) {
    if (!(error instanceof SqliteError)) throw error;
    if (!options.recover || !isUnfinished(error)) {
      throw new StoreUnusableError(openFailure(path, error));
    }
  }
  try {
    rollBackJournal(path, OPEN_PATIENCE_MS);
    return openAsItIs(path);
  } catch (error) {
    if (!(error instanceof SqliteError)) throw error;
    throw new StoreUnusableError(
      /^SQLITE_(CANTOPEN|READONLY|PERM)/.test(error.code)
        ? cannotRecover(path)
        : openFailure(path, error),
    );
  }
}

/**
 * Undoes what a process left half-written that was killed since the store was opened, where there is
 * such a thing and it can be done at once.
 */
export function recoverIfLeft(path: string): void {
  if (!isThere(`${path}-journal`)) return;
  try {
    rollBackJournal(path, 0);
  } catch (error) {
    if (!(error instanceof SqliteError)) throw error;
  }
}

function openAsItIs(path: string): OpenedStore {
  const connection = openForReading(path);
  try {
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
    connection.close();
    throw error;
  }
}

/**
 * Opens a store for writing too, unless a reason against it is known or a test write finds one.
 *
 * @param damage notes damage that the test write meets
 * @returns the connection, or why the store is read-only as the end of a sentence
 */
export function openWritable(
  path: string,
  known: string | null,
  damage: Damage,
): { connection: Connection | null; reason: string | null } {
  if (known !== null) return { connection: null, reason: known };
  const connection = openedForWriting(path);
  try {
    const reason = writeProbe(connection, damage);
    if (reason === null) return { connection, reason };
    connection.close();
    return { connection: null, reason };
  } catch (error) {
    connection.close();
    throw error;
  }
}

function openedForWriting(path: string): Connection {
  try {
    return openForWriting(path, { create: false });
  } catch (error) {
    throw error instanceof SqliteError ? new StoreUnusableError(openFailure(path, error)) : error;
  }
}

function openFailure(path: string, error: InstanceType<typeof SqliteError>): string {
  if (isUnfinished(error)) {
    return `${path} cannot be read as it is: a process was killed in the middle of a write, which ${path}-journal will undo. Hermes does that when it opens the file, and so do \`hermes-graphql serve\` without --read-only and \`hermes-graphql migrate\`.`;
  }
  if (error.code.startsWith('SQLITE_NOTADB')) return `${path} is not a SQLite database.`;
  if (error.code.startsWith('SQLITE_CORRUPT')) {
    return `${path} is damaged: SQLite cannot read it. Restore a backup; \`sqlite3 <file> .recover\` saves what can be read.`;
  }
  if (/^SQLITE_(CANTOPEN|READONLY)/.test(error.code)) {
    return `${path} cannot be opened: a database in WAL mode needs a folder that ${user()} may write, or readable -wal and -shm files beside it.`;
  }
  if (error.code.startsWith('SQLITE_BUSY')) {
    return `${path} is locked by another process. Try again when it has finished.`;
  }
  return `${path} cannot be opened (${error.code}).`;
}

function cannotRecover(path: string): string {
  return `${path} cannot be read: a process was killed in the middle of a write, and ${user()} may not write the file to undo it with ${path}-journal. Run as the file's owner.`;
}

/** Whether there is a store of schema 1 to 10 at a path: one that waits to be migrated. */
export function isLegacyStore(path: string): boolean {
  const file = findStore(path);
  if (file === null) return false;
  const { connection, layout } = openStoreFile(file.path, { recover: true });
  connection.close();
  return layout.family === 'legacy';
}
