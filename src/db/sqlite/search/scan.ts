import type { SearchTerm, SearchTree } from '../../../domain/search-query/tree.js';
import { and, clause, type Clause } from '../clause.js';
import { count } from '../decode.js';
import type { Layout } from '../layout.js';
import type { Sql } from '../sql.js';
import type { Indexes, Range } from './indexes.js';

/**
 * The messages of a range that may match a tree by their bytes alone, all of them where bytes say
 * nothing: letters have several forms, so only runs without case are looked for. `where` narrows
 * the rows (alias `m`).
 */
export function scan(sql: Sql, tree: SearchTree, range: Range, where: Clause | null): number[] {
  const narrowed = and([...(where === null ? [] : [where]), mayMatch(tree)]);
  return sql
    .all(
      `SELECT m.id FROM messages AS m WHERE m.id BETWEEN ? AND ? AND ${narrowed.sql}`,
      range.low,
      range.high,
      ...narrowed.values,
    )
    .map((row) => count(row['id']));
}

/**
 * Which rows (alias `m`) the index of runs does not hold: newer files leave out tool results, some
 * sessions and some columns. Null when it holds all.
 */
export function leftOut(layout: Layout, indexes: Indexes): Clause | null {
  const index = indexes.trigrams;
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
  const run = term.kind === 'text' ? longestCaselessRun(term.text) : '';
  if (run === '') return clause('1');
  const first = run.charCodeAt(0).toString(16).padStart(4, '0');
  const forms = [run, ...(run > '\u007f' ? [`\\u${first}`, `\\u${first.toUpperCase()}`] : [])];
  const holds = (column: string) => forms.map(() => `instr(${column}, ?)`).join(' OR ');
  return clause(
    `${holds('m.content')} OR ${holds('m.tool_calls')} OR instr(m.tool_name, ?)`,
    ...forms,
    ...forms,
    run,
  );
}

/** The longest part of a text that has one form only: no case, and no escape in JSON. */
function longestCaselessRun(text: string): string {
  let longest = '';
  let run = '';
  for (const character of text) {
    const one = character.toLowerCase() === character && character.toUpperCase() === character;
    run = one && !/["\\/\s]/.test(character) ? run + character : '';
    if (run.length > longest.length) longest = run;
  }
  return longest;
}
