import { clause, and } from '../clause.js';
import { count, text } from '../decode.js';
import type { FullTextIndex } from '../layout.js';
import type { Sql } from '../sql.js';
import { quoted } from './expression.js';
import { INDEX_TABLES, type IndexName } from './full-text.js';
import type { Range } from './ranges.js';
import { leftOut } from './scan.js';

/** Among so many messages one is looked for to ask an index about. */
const LOOKED_AT = 50;

/** What any form of an index must have of a text: a word between blanks, three plain characters. */
const PROBES: Readonly<Record<IndexName, RegExp>> = {
  words: /(?<=^| )[A-Za-z0-9]{1,40}(?= |$)/,
  trigrams: /[a-z0-9\u4e00-\u9fff]{3}/,
};

/**
 * Whether an index finds the newest or the oldest message that it should hold by something that this
 * says. An index that lost its pages may well answer every question with nothing instead of failing.
 * `pending` messages need not be in it. True where no message is fit to ask about.
 */
export function knowsText(
  sql: Sql,
  index: FullTextIndex,
  name: IndexName,
  pending: readonly Range[],
  end: 'newest' | 'oldest',
): boolean {
  const left = name === 'trigrams' ? leftOut(sql.layout(), index) : null;
  const where = and([
    clause("typeof(m.content) = 'text' AND m.content <> ''"),
    ...pending.map(({ low, high }) => clause('m.id NOT BETWEEN ? AND ?', low, high)),
    ...(left === null ? [] : [clause(`NOT (${left.sql})`)]),
  ]);
  const rows = sql.all(
    `SELECT m.id, substr(m.content, 1, 200) AS content
     FROM (SELECT * FROM messages ORDER BY id ${end === 'newest' ? 'DESC' : 'ASC'} LIMIT ${LOOKED_AT})
       AS m WHERE ${where.sql}`,
    ...where.values,
  );
  for (const row of rows) {
    const says = PROBES[name].exec(text(row['content']))?.[0];
    if (says !== undefined) return finds(sql, INDEX_TABLES[name], count(row['id']), says);
  }
  return true;
}

/** In one statement, for the message may be deleted meanwhile. */
function finds(sql: Sql, table: string, id: number, says: string): boolean {
  const row = sql.get(
    `SELECT EXISTS (SELECT 1 FROM messages WHERE id = ? AND instr(content, ?) > 0) AS there,
       EXISTS (SELECT 1 FROM ${table}
         WHERE ${table} MATCH ? AND rowid = CAST(? AS INTEGER)) AS found`,
    id,
    says,
    quoted(says),
    id,
  );
  return row?.['there'] !== 1 || row['found'] === 1;
}
