import { text } from '../decode.js';
import { OWN_SCHEMA } from '../layout.js';
import type { Tx } from '../sql.js';
import {
  fullTextTriggers,
  MESSAGE_COLUMNS,
  SESSION_COLUMNS,
  TABLES,
  TITLE_INDEX,
  TITLE_INDEX_NAME,
  type FullTextTable,
} from '../tables.js';

/**
 * The steps that change the schema, each the content of one transaction. Every one looks at what is
 * there, so it may run again after a kill, and beside a Hermes that does the same.
 */

/** Makes the tables and indexes that are missing, but for the title index and full text. */
export function addTables(tx: Tx): void {
  for (const statement of TABLES) tx.run(statement);
}

/** Adds the columns that are missing, at the end, as `ALTER TABLE` does it. */
export function addColumns(tx: Tx): void {
  for (const [table, declared] of [
    ['sessions', SESSION_COLUMNS],
    ['messages', MESSAGE_COLUMNS],
  ] as const) {
    const present = tx
      .all('SELECT name FROM pragma_table_info(?)', table)
      .map((column) => text(column['name']));
    for (const [name, type] of declared) {
      if (!present.includes(name)) tx.run(`ALTER TABLE ${table} ADD COLUMN ${name} ${type}`);
    }
  }
}

/** Titles must be unique by now. An index of that name that lets duplicates in goes first. */
export function addTitleIndex(tx: Tx): void {
  tx.run(`DROP INDEX IF EXISTS ${TITLE_INDEX_NAME}`);
  tx.run(TITLE_INDEX);
}

/** Puts the three triggers of an index in the place of those that are there. */
export function replaceTriggers(tx: Tx, table: FullTextTable): void {
  dropTriggers(tx, table);
  addTriggers(tx, table);
}

/** Says that the file has schema 11: the last thing that a migration does. */
export function writeVersion(tx: Tx): void {
  const version = BigInt(OWN_SCHEMA);
  tx.run('UPDATE schema_version SET version = ? WHERE version IS NOT ?', version, version);
  tx.run(
    'INSERT INTO schema_version (version) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM schema_version)',
    version,
  );
}

export function dropTriggers(tx: Tx, table: FullTextTable): void {
  for (const event of ['insert', 'delete', 'update']) {
    tx.run(`DROP TRIGGER IF EXISTS ${table}_${event}`);
  }
}

export function addTriggers(tx: Tx, table: FullTextTable): void {
  for (const trigger of fullTextTriggers(table)) tx.run(trigger);
}
