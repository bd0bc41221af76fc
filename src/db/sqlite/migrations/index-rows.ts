import { count } from '../decode.js';
import type { Sql, Tx } from '../sql.js';
import { indexedText, type FullTextTable } from '../tables.js';

/**
 * Which rows an inline index lacks, holds with another text, or holds without a message. All of it
 * is read from the file itself, from the copy of the text that the index keeps, so a filling that
 * was interrupted goes on where it stopped, whatever others wrote meanwhile.
 */

/** Ids of messages above `after` that the index lacks or holds with another text, ascending. */
export function unindexedIds(
  sql: Sql,
  table: FullTextTable,
  after: number,
  limit: number,
): number[] {
  return ids(
    sql.all(
      `SELECT m.id FROM messages AS m LEFT JOIN ${table}_content AS c ON c.id = m.id
       WHERE m.id > ? AND (c.id IS NULL OR c.c0 IS NOT ${indexedText('m.')})
       ORDER BY m.id LIMIT ?`,
      after,
      limit,
    ),
  );
}

/** Ids above `after` that the index holds and that no message has, ascending. */
export function orphanedIds(
  sql: Sql,
  table: FullTextTable,
  after: number,
  limit: number,
): number[] {
  return ids(
    sql.all(
      `SELECT c.id FROM ${table}_content AS c LEFT JOIN messages AS m ON m.id = c.id
       WHERE c.id > ? AND m.id IS NULL ORDER BY c.id LIMIT ?`,
      after,
      limit,
    ),
  );
}

/** How many messages the index lacks, by id alone. */
export function missingRows(sql: Sql, table: FullTextTable): number {
  const found = sql.get(
    `SELECT COUNT(*) AS n FROM messages AS m LEFT JOIN ${table}_content AS c ON c.id = m.id
     WHERE c.id IS NULL`,
  );
  return count(found?.['n']);
}

/** How many rows the index holds that no message has. */
export function orphanedRows(sql: Sql, table: FullTextTable): number {
  const found = sql.get(
    `SELECT COUNT(*) AS n FROM ${table}_content AS c LEFT JOIN messages AS m ON m.id = c.id
     WHERE m.id IS NULL`,
  );
  return count(found?.['n']);
}

/** How many rows the index holds with another text than the message has. Reads all of the text. */
export function staleRows(sql: Sql, table: FullTextTable): number {
  const found = sql.get(
    `SELECT COUNT(*) AS n FROM messages AS m JOIN ${table}_content AS c ON c.id = m.id
     WHERE c.c0 IS NOT ${indexedText('m.')}`,
  );
  return count(found?.['n']);
}

/**
 * Brings the index row of one message in line with the message as it is at this moment: nothing is
 * doubled when it is there already, and nothing stays when the message is gone.
 */
export function indexRow(tx: Tx, table: FullTextTable, id: number): void {
  tx.run(`DELETE FROM ${table} WHERE rowid = ?`, id);
  tx.run(
    `INSERT INTO ${table} (rowid, content) SELECT id, ${indexedText('')} FROM messages WHERE id = ?`,
    id,
  );
}

function ids(rows: readonly Readonly<Record<string, unknown>>[]): number[] {
  return rows.map((found) => Number(found['id']));
}
