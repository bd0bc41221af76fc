import {
  SearchIndexDamagedError,
  StoreCorruptError,
  StoreUnusableError,
} from '../../../domain/errors.js';
import { hasBrokenPages, linesOfCheck, sharesPages } from '../damage-report.js';
import { text } from '../decode.js';
import { SqliteError, type Connection } from '../driver.js';
import type { Tx } from '../sql.js';
import { fullTextTable, type FullTextTable } from '../tables.js';
import { addTriggers, dropTriggers } from './schema-steps.js';

const RESTORE =
  'Stop Hermes, keep the file, and restore a backup; `sqlite3 <file> .recover` saves what can be read.';

/**
 * Puts an empty index with its triggers in the place of the old one. From this transaction on, rows
 * that others write are indexed; the rows before it are filled in afterwards.
 *
 * @param old what to do with the old one: `forget` takes it out of the schema and leaves its pages in
 *   the file, belonging to nothing, until it is vacuumed; the connection must allow that
 */
export function emptyIndex(tx: Tx, table: FullTextTable, old: 'drop' | 'forget'): void {
  dropTriggers(tx, table);
  if (old === 'drop') tx.run(`DROP TABLE IF EXISTS ${table}`);
  else forget(tx, table);
  tx.run(fullTextTable(table));
  addTriggers(tx, table);
}

/**
 * Whether SQLite can drop an index. It reads all pages to free them, and where one of them is damaged,
 * or an inner table is missing, the whole transaction is lost.
 */
export function canBeDropped(connection: Connection, table: FullTextTable): boolean {
  const present = connection
    .prepare('SELECT name FROM sqlite_master WHERE name IN (SELECT value FROM json_each(?))')
    .pluck()
    .all(JSON.stringify([table, ...innerTables(table)]))
    .map(text);
  if (!present.includes(table)) return present.length === 0;
  try {
    connection.prepare(`SELECT rowid FROM ${table} LIMIT 0`).all();
  } catch (error) {
    if (!isIndexDamage(error)) throw error;
    return false;
  }
  const isSound = (name: string) => linesOfCheck(connection, 'quick_check', name).length === 0;
  return present.every((name) => name === table || isSound(name));
}

/**
 * Makes sure that an index can be emptied without harm to anything else in the file: that no page of
 * it may hold messages, and that the messages can be read, for an index keeps a copy of their text.
 *
 * @throws StoreUnusableError
 */
export function assertHarmless(connection: Connection, path: string): void {
  if (sharesPages(connection)) {
    throw new StoreUnusableError(
      `${path} is damaged: some of its pages are in use twice, or its list of free pages is wrong, so a search index cannot be made anew without harm to what else is in them. The indexes were left as they are. ${RESTORE}`,
    );
  }
  if (hasBrokenPages(connection, 'messages')) {
    throw new StoreUnusableError(
      `${path} is damaged: SQLite cannot read a part of its messages, or of an index of them. The search indexes hold a copy of their text, so they were left as they are. ${RESTORE}`,
    );
  }
}

/** Whether a failure may come from a search index alone. */
export function isIndexDamage(error: unknown): boolean {
  if (error instanceof SearchIndexDamagedError || error instanceof StoreCorruptError) return true;
  return (
    error instanceof SqliteError &&
    (error.code.startsWith('SQLITE_CORRUPT') ||
      /vtable constructor failed|no such table|malformed/.test(error.message))
  );
}

function innerTables(table: FullTextTable): string[] {
  return ['data', 'idx', 'content', 'docsize', 'config'].map((part) => `${table}_${part}`);
}

function forget(tx: Tx, table: FullTextTable): void {
  tx.run('PRAGMA writable_schema = ON');
  try {
    tx.run(
      'DELETE FROM sqlite_master WHERE tbl_name IN (SELECT value FROM json_each(?))',
      JSON.stringify([table, ...innerTables(table)]),
    );
  } finally {
    tx.run('PRAGMA writable_schema = RESET');
  }
}
