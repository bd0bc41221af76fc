import { count } from '../decode.js';
import type { Sql } from '../sql.js';
import { asking, INDEX_TABLES, type IndexName } from './full-text.js';
import type { Indexes } from './indexes.js';
import type { Range } from './ranges.js';

/** What a part of a search works with. */
export interface Asking {
  sql: Sql;
  indexes: Indexes;
  /** The ids of all messages that the search covers. */
  whole: Range;
  /** What was found in all of it by a key, null where that is too much. */
  few: Map<string, readonly number[] | null>;
}

/**
 * The ids of a range that an expression of an index matches, newest first: at most `limit`, and of
 * certain ids only where these are given.
 */
export function matching(
  { sql }: Pick<Asking, 'sql'>,
  index: IndexName,
  expression: string,
  range: Range,
  { limit = -1, among = null }: { limit?: number; among?: readonly number[] | null } = {},
): number[] {
  const table = INDEX_TABLES[index];
  const narrowed = among === null ? '' : 'AND +rowid IN (SELECT value FROM json_each(?))';
  return asking(index, () =>
    sql
      .all(
        `SELECT rowid AS id FROM ${table} WHERE ${table} MATCH ?
         AND rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) ${narrowed}
         ORDER BY rowid DESC LIMIT ?`,
        expression,
        range.low,
        range.high,
        ...(among === null ? [] : [JSON.stringify(among)]),
        limit,
      )
      .map((row) => count(row['id'])),
  );
}
