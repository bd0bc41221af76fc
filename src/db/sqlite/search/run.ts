import { treeMatcher } from '../../../domain/search-query/matcher.js';
import { documentTexts } from '../../../domain/search-query/document.js';
import type { SearchTree } from '../../../domain/search-query/tree.js';
import type { SearchFilter } from '../../../domain/search.js';
import { cellStart, cellUpTo } from '../cells.js';
import { content, count, textOrNull } from '../decode.js';
import type { Sql } from '../sql.js';
import { Evaluator } from './evaluate.js';
import { IndexFailure } from './full-text.js';
import { searchIndexes, type Indexes } from './indexes.js';
import { planSearch, type Plan } from './plan.js';
import { searchScope, type Scope } from './scope.js';
import { distrust } from './trust.js';

/** One search under way: what is looked for, where, and by which way. */
export interface Run {
  sql: Sql;
  tree: SearchTree;
  plan: Plan;
  scope: Scope;
  indexes: Indexes;
  /** Whether matches are wanted newest first. */
  newestFirst: boolean;
  evaluator: Evaluator;
}

/** Of a message, so many bytes of content are read to see whether it matches. */
const MAX_READ_BYTES = 8 * 1024 * 1024;
/** Messages are read in pieces of so many, for each may be large. */
const READ_AT_ONCE = 100;

/**
 * Runs a search. When an index turns out to be damaged, it is left alone from then on and the
 * search starts again without it. `nothing` is the answer when no session passes the filter.
 */
export function runSearch<Result>(
  sql: Sql,
  tree: SearchTree,
  filter: SearchFilter,
  newestFirst: boolean,
  nothing: Result,
  answer: (run: Run) => Result,
): { result: Result } & Pick<Indexes, 'problem' | 'damaged'> {
  for (;;) {
    const indexes = searchIndexes(sql);
    const { problem, damaged } = indexes;
    try {
      const scope = searchScope(sql, filter);
      if (scope === null) return { result: nothing, problem, damaged };
      const evaluator = new Evaluator({ sql, indexes, whole: scope.range, few: new Map() });
      const plan = planSearch(tree, indexes);
      const run = { sql, tree, plan, scope, indexes, newestFirst, evaluator };
      return { result: answer(run), problem, damaged };
    } catch (error) {
      if (!(error instanceof IndexFailure) || indexes[error.index] === null) throw error;
      distrust(sql, error.index);
    }
  }
}

/** Those of the ids, in their order, that the filter admits. */
export function admitted(run: Run, ids: readonly number[]): number[] {
  if (ids.length === 0) return [];
  const { sql, values } = run.scope.where;
  const rows = run.sql.all(
    `SELECT m.id FROM json_each(?) AS k CROSS JOIN messages AS m ON m.id = k.value
     CROSS JOIN sessions AS s ON s.id = m.session_id WHERE ${sql}`,
    JSON.stringify(ids),
    ...values,
  );
  const found = new Set(rows.map((row) => count(row['id'])));
  return ids.filter((id) => found.has(id));
}

/** Those of the ids whose messages match the whole tree: they are read to see, in pieces. */
export function verified(run: Run, ids: readonly number[]): Set<number> {
  const found = new Set<number>();
  for (let start = 0; start < ids.length; start += READ_AT_ONCE) {
    for (const id of verifiedPiece(run, ids.slice(start, start + READ_AT_ONCE))) found.add(id);
  }
  return found;
}

function verifiedPiece(run: Run, ids: readonly number[]): number[] {
  const matches = matcherOf(run.tree);
  const { words, trigrams } = run.indexes;
  const joined = words?.form !== 'external' && trigrams?.form !== 'external';
  const rows = run.sql.all(
    `SELECT m.id, ${cellUpTo('m.tool_name')} AS tool_name, ${cellUpTo('m.tool_calls')} AS tool_calls,
       ${cellStart('m.content', MAX_READ_BYTES)} AS content
     FROM json_each(?) AS k CROSS JOIN messages AS m ON m.id = k.value`,
    JSON.stringify(ids),
  );
  return rows
    .filter((row) =>
      matches(
        documentTexts(
          {
            content: content(row['content']),
            tool_name: textOrNull(row['tool_name']),
            tool_calls: textOrNull(row['tool_calls']),
          },
          joined,
        ),
      ),
    )
    .map((row) => count(row['id']));
}

const matchers = new WeakMap<SearchTree, (texts: readonly string[]) => boolean>();

function matcherOf(tree: SearchTree): (texts: readonly string[]) => boolean {
  const known = matchers.get(tree);
  if (known !== undefined) return known;
  const matcher = treeMatcher(tree);
  matchers.set(tree, matcher);
  return matcher;
}
