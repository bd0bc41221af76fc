import { writtenForms } from '../../../domain/search-query/forms.js';
import type { SearchTerm, SearchTree } from '../../../domain/search-query/tree.js';
import { and, clause, type Clause } from '../clause.js';
import { count } from '../decode.js';
import type { FullTextIndex, Layout } from '../layout.js';
import type { Sql } from '../sql.js';
import type { Range } from './ranges.js';

/**
 * The messages of a range that may match a tree by their bytes alone, all of them where bytes say
 * nothing: letters have several forms, so only runs without case are looked for. `where` narrows
 * the rows (alias `m`).
 */
export function scan(sql: Sql, tree: SearchTree, range: Range, where: Clause | null): number[] {
  return rowsWhere(sql, range, and([...(where === null ? [] : [where]), mayMatch(tree)]));
}

/**
 * The messages of a range that hold words anywhere, also inside longer words, as far as bytes tell:
 * structured content, and words beyond ASCII, must be read. `where` narrows the rows (alias `m`).
 */
export function scanWords(
  sql: Sql,
  words: readonly string[],
  range: Range,
  where: Clause,
): number[] {
  if (range.low > range.high) return [];
  return rowsWhere(sql, range, and([where, mayHoldWords(words)]));
}

/** Those of some messages that may match a tree by their bytes, as `scan` finds them. */
export function scanAmong(sql: Sql, tree: SearchTree, ids: readonly number[]): number[] {
  return rowsAmong(sql, ids, mayMatch(tree));
}

/**
 * Those of some messages whose content holds words, also structured content: JSON writes letters of
 * ASCII as they are. Of words beyond ASCII nothing is told.
 */
export function scanWordsAmong(
  sql: Sql,
  words: readonly string[],
  ids: readonly number[],
): number[] {
  const holds = words
    .filter(isAscii)
    .map((word) => clause('instr(lower(m.content), ?)', word.toLowerCase()));
  return rowsAmong(sql, ids, and(holds));
}

/** Whether a word has only letters whose case LIKE knows. */
export function isAscii(word: string): boolean {
  return /^[a-z0-9]+$/i.test(word);
}

/**
 * Which rows (alias `m`) the index of runs does not hold: newer files leave out tool results, some
 * sessions and some columns. Null when it holds all.
 */
export function leftOut(layout: Layout, index: FullTextIndex | null): Clause | null {
  if (index?.form !== 'external') return null;
  const missing = ['tool_calls', 'tool_name'].filter((name) => !index.columns.includes(name));
  const reasons = [
    ...missing.map((name) => `m.${name} IS NOT NULL`),
    ...(layout.tables.has('messages_fts_trigram_src')
      ? ['NOT EXISTS (SELECT 1 FROM messages_fts_trigram_src AS v WHERE v.id = m.id)']
      : []),
  ];
  return reasons.length === 0 ? null : clause(reasons.join(' OR '));
}

function rowsWhere(sql: Sql, range: Range, where: Clause): number[] {
  return sql
    .all(
      `SELECT m.id FROM messages AS m WHERE m.id BETWEEN ? AND ? AND ${where.sql}`,
      range.low,
      range.high,
      ...where.values,
    )
    .map((row) => count(row['id']));
}

function rowsAmong(sql: Sql, ids: readonly number[], where: Clause): number[] {
  if (ids.length === 0) return [];
  return sql
    .all(
      `SELECT m.id FROM json_each(?) AS k CROSS JOIN messages AS m ON m.id = k.value
       WHERE ${where.sql}`,
      JSON.stringify(ids),
      ...where.values,
    )
    .map((row) => count(row['id']));
}

function mayHoldWords(words: readonly string[]): Clause {
  return and(
    words.filter(isAscii).map((word) =>
      clause(
        `m.content LIKE ? OR m.tool_calls LIKE ? OR m.tool_name LIKE ?
           OR typeof(m.content) = 'blob' OR instr(m.content, char(0)) > 0`,
        `%${word}%`,
        `%${word}%`,
        `%${word}%`,
      ),
    ),
  );
}

function mayMatch(tree: SearchTree): Clause {
  switch (tree.kind) {
    case 'words':
    case 'text':
      return mayHold(tree);
    case 'and':
      return and(tree.parts.map(mayMatch));
    case 'or': {
      const parts = tree.parts.map(mayMatch);
      return {
        sql: parts.map((part) => `(${part.sql})`).join(' OR '),
        values: parts.flatMap((part) => part.values),
      };
    }
    case 'not':
      return mayMatch(tree.keep);
  }
}

function mayHold(term: SearchTerm): Clause {
  if (term.kind === 'words') return clause('1');
  const runs = [...new Set(writtenForms(term).map(longestCaselessRun))];
  if (runs.includes('')) return clause('1');
  const escapes = [...new Set(runs.flatMap(escapedStart))];
  const holds = (column: string, texts: readonly string[]) =>
    texts.map(() => `instr(${column}, ?)`).join(' OR ') || '0';
  // Only structured content has escapes; it starts with NUL, so it sorts before all other text.
  return clause(
    `${holds('m.content', runs)} OR (m.content < char(1) AND (${holds('m.content', escapes)}))
     OR ${holds('m.tool_calls', [...runs, ...escapes])} OR ${holds('m.tool_name', runs)}`,
    ...runs,
    ...escapes,
    ...runs,
    ...escapes,
    ...runs,
  );
}

/** What JSON of ASCII alone must hold where a run stands in it: the first character beyond ASCII. */
function escapedStart(run: string): string[] {
  const unit = /[^\0-\u007f]/.exec(run)?.[0].charCodeAt(0);
  if (unit === undefined) return [];
  const hex = unit.toString(16).padStart(4, '0');
  return [`\\u${hex}`, `\\u${hex.toUpperCase()}`];
}

/** The longest part of a text that has one form only: no case, and no escape in JSON. */
export function longestCaselessRun(text: string): string {
  let longest = '';
  let run = '';
  for (const character of text) {
    const one = character.toLowerCase() === character && character.toUpperCase() === character;
    run = one && !/["\\/\s]/.test(character) ? run + character : '';
    if (run.length > longest.length) longest = run;
  }
  return longest;
}
