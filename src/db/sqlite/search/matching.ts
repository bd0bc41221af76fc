import { count } from '../decode.js';
import type { Sql } from '../sql.js';
import { asking, type IndexName, type Indexes, type Range } from './indexes.js';

/** Ids of messages by expression. */
type FoundOnce = Map<string, readonly number[] | null>;

/** What a part of a search works with. */
export interface Asking {
  sql: Sql;
  indexes: Indexes;
  /** The ids of all messages that the search covers. */
  whole: Range;
  /** What an expression matches in the whole range, null where that is too much; found once. */
  few: FoundOnce;
  /** What may match an expression by its rarest run, null where each is common; found once. */
  rare: FoundOnce;
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
  const table = index === 'words' ? 'messages_fts' : 'messages_fts_trigram';
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
