import { clause, and, type Clause } from '../clause.js';
import { count } from '../decode.js';
import type { FullTextIndex } from '../layout.js';
import type { Sql } from '../sql.js';
import { joinRanges, type Range } from './ranges.js';
import { leftOut } from './scan.js';

/** Messages that an index lacks although it should hold them. */
export interface Gaps {
  /** Where they are; a range may hold others too. */
  ranges: readonly Range[];
  messages: number;
}

/** Of an index that leaves rows out so many messages, spread over the file, are looked up in it. */
const SAMPLES = 32;
/** Gaps so near to each other are one. */
const NEAR = 100;
/** With more gaps than this, all between the first and the last is one. */
const MAX_RANGES = 50;

const NO_GAPS: Gaps = { ranges: [], messages: 0 };

/**
 * What an index lacks: one that was dropped and made again starts empty, and messages written while
 * its triggers were gone are not in it. Numbers of rows are compared; of an index that leaves rows
 * out by design, some messages are looked up, so that a small gap may pass. `pending` ranges, which a
 * rebuild is about to fill, are no gaps.
 */
export function gapsOf(sql: Sql, index: FullTextIndex, pending: readonly Range[]): Gaps {
  const sizes = `${index.table}_docsize`;
  if (!sql.layout().tables.has(sizes)) return NO_GAPS;
  const left = index.table === 'messages_fts_trigram' ? leftOut(sql.layout(), index) : null;
  const expected = and([
    clause(
      index.form === 'inline'
        ? "m.content <> '' OR m.tool_name IS NOT NULL OR m.tool_calls IS NOT NULL"
        : "m.content <> ''",
    ),
    ...pending.map(({ low, high }) => clause('m.id NOT BETWEEN ? AND ?', low, high)),
    ...(left === null ? [] : [clause(`NOT (${left.sql})`)]),
  ]);
  const suspicious =
    left === null && pending.length === 0
      ? rowsOf(sql, sizes) < rowsOf(sql, 'messages')
      : sampleLacks(sql, sizes, expected);
  return suspicious ? findGaps(sql, sizes, expected) : NO_GAPS;
}

function rowsOf(sql: Sql, table: string): number {
  return count(sql.get(`SELECT COUNT(*) AS total FROM ${table}`)?.['total']);
}

function sampleLacks(sql: Sql, sizes: string, expected: Clause): boolean {
  const ends = sql.get(
    'SELECT (SELECT MIN(id) FROM messages) AS low, (SELECT MAX(id) FROM messages) AS high',
  );
  if (ends?.['high'] == null) return false;
  const low = count(ends['low']);
  const step = (count(ends['high']) - low) / SAMPLES;
  const points = Array.from({ length: SAMPLES + 1 }, (_, n) => Math.floor(low + n * step));
  const row = sql.get(
    `SELECT EXISTS (
       SELECT 1 FROM json_each(?) AS k
       JOIN messages AS m ON m.id = (SELECT MIN(n.id) FROM messages AS n WHERE n.id >= k.value)
       WHERE NOT EXISTS (SELECT 1 FROM ${sizes} AS d WHERE d.id = m.id) AND ${expected.sql}) AS lacks`,
    JSON.stringify(points),
    ...expected.values,
  );
  return row?.['lacks'] === 1;
}

/** In one statement, for messages may come and go meanwhile. */
function findGaps(sql: Sql, sizes: string, expected: Clause): Gaps {
  const rows = sql.all(
    `SELECT MIN(id) AS low, MAX(id) AS high, COUNT(*) AS messages
     FROM (SELECT m.id, m.id - ROW_NUMBER() OVER (ORDER BY m.id) AS island FROM messages AS m
       WHERE CASE WHEN EXISTS (SELECT 1 FROM ${sizes} AS d WHERE d.id = m.id) THEN 0
         ELSE ${expected.sql} END)
     GROUP BY island`,
    ...expected.values,
  );
  const islands = rows.map((row) => ({ low: count(row['low']), high: count(row['high']) }));
  const near = joinRanges(islands, NEAR);
  return {
    ranges: near.length > MAX_RANGES ? joinRanges(near, Infinity) : near,
    messages: rows.reduce((sum, row) => sum + count(row['messages']), 0),
  };
}
