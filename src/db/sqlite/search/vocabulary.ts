import type { Connection } from '../driver.js';
import type { Sql } from '../sql.js';
import { INDEX_TABLES, type IndexName } from './full-text.js';

const TABLES = { words: 'search_words', trigrams: 'search_trigrams' } as const;

/**
 * Lets a read-only connection look through the terms of the full-text indexes, by TEMP tables that
 * live and die with it; the file is not touched. Without this, searches for one or two characters
 * read the messages instead.
 */
export function prepareSearch(connection: Connection): void {
  const queryOnly = Number(connection.pragma('query_only', { simple: true }));
  connection.pragma('query_only = OFF');
  try {
    for (const name of ['words', 'trigrams'] as const) {
      connection.exec(
        `CREATE VIRTUAL TABLE IF NOT EXISTS temp.${TABLES[name]}
         USING fts5vocab(main, '${INDEX_TABLES[name]}', 'instance')`,
      );
    }
  } finally {
    connection.pragma(`query_only = ${queryOnly}`);
  }
}

/** The TEMP table of an index's terms, null where the connection was not prepared. */
export function vocabularyOf(sql: Sql, index: IndexName): string | null {
  const table = TABLES[index];
  const found = sql.get('SELECT 1 AS found FROM temp.sqlite_master WHERE name = ?', table);
  return found === undefined ? null : `temp.${table}`;
}
