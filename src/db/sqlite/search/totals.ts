import { hasNot, type SearchTree } from '../../../domain/search-query/tree.js';
import type { SearchFilter } from '../../../domain/search.js';
import { count, text, type Row } from '../decode.js';
import type { Sql } from '../sql.js';
import { matching } from './matching.js';
import { treeExpression } from './expression.js';
import { asking, INDEX_TABLES } from './full-text.js';
import { rangeOf } from './ranges.js';
import { runSearch, type Run } from './run.js';
import { verdicts } from './verdicts.js';
import { matchesOf, soleIndex, walk, type IndexPlan } from './walk.js';

/** The matches of one session: how many, and the newest of them. */
export interface MatchGroup {
  sessionId: string;
  matches: number;
  newest: number;
}

/** How many messages match: what paging to the end yields. */
export function searchTotal(sql: Sql, tree: SearchTree, filter: SearchFilter): number {
  const { result } = runSearch(sql, tree, filter, true, 0, (run) => {
    const { index, doubted, read } = divide(run);
    if (index === null) return read.length;
    const [row] = ofIndex(run, index, doubted, 'COUNT(*) AS matches', '');
    return count(row?.['matches']) + read.length;
  });
  return result;
}

/** All matches of a search by session. */
export function matchGroups(run: Run): Map<string, MatchGroup> {
  const { index, doubted, read } = divide(run);
  const columns = 'm.session_id AS session_id, COUNT(*) AS matches, MAX(m.id) AS newest';
  const rows = [
    ...(index === null ? [] : ofIndex(run, index, doubted, columns, 'GROUP BY m.session_id')),
    ...run.sql.all(
      `SELECT ${columns} FROM json_each(?) AS k CROSS JOIN messages AS m ON m.id = k.value
       GROUP BY m.session_id`,
      JSON.stringify(read),
    ),
  ];
  const groups = new Map<string, MatchGroup>();
  for (const row of rows) {
    const sessionId = text(row['session_id']);
    const known = groups.get(sessionId);
    groups.set(sessionId, {
      sessionId,
      matches: count(row['matches']) + (known?.matches ?? 0),
      newest: Math.max(count(row['newest']), known?.newest ?? 0),
    });
  }
  return groups;
}

/**
 * The matches in two parts: what one index answers, which is counted there, and the matches among
 * `doubted` messages, which were read and are not to be counted by the index. Without such an index
 * all are read.
 */
function divide(run: Run): { index: IndexPlan | null; doubted: number[]; read: number[] } {
  const index = soleIndex(run);
  if (index === null) {
    return { index, doubted: [], read: walk(run, run.scope.range, Number.MAX_SAFE_INTEGER) };
  }
  const doubts = [...run.evaluator.withDoubts(index.tree, [], run.scope.range).maybe];
  const doubted = hasNot(index.tree) ? doubts : unknownTo(run, index, doubts);
  return { index, doubted, read: matchesOf(run, verdicts([], doubted), doubted.length) };
}

/** Those of the ids that an index does not find. */
function unknownTo(run: Run, { index, tree }: IndexPlan, ids: readonly number[]): number[] {
  if (ids.length === 0) return [];
  const known = new Set(matching(run, index, treeExpression(tree), rangeOf(ids)));
  return ids.filter((id) => !known.has(id));
}

function ofIndex(
  run: Run,
  { index, tree }: IndexPlan,
  doubted: readonly number[],
  columns: string,
  group: string,
): Row[] {
  const table = INDEX_TABLES[index];
  const { range, where } = run.scope;
  const joined = `CROSS JOIN messages AS m ON m.id = f.rowid
    CROSS JOIN sessions AS s ON s.id = m.session_id`;
  return asking(index, () =>
    run.sql.all(
      `SELECT ${columns} FROM ${table} AS f ${group === '' && admitsAll(run) ? '' : joined}
       WHERE f.${table} MATCH ? AND f.rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)
       AND +f.rowid NOT IN (SELECT value FROM json_each(?)) AND ${where.sql} ${group}`,
      treeExpression(tree),
      range.low,
      range.high,
      JSON.stringify(doubted),
      ...where.values,
    ),
  );
}

/**
 * Whether every message that an index holds counts, so that it alone can count: nothing is filtered,
 * and no message is of a session that is gone. The sessions of messages are walked one by one.
 */
function admitsAll({ sql, scope }: Run): boolean {
  if (!scope.all) return false;
  const gone = sql.get(
    `WITH RECURSIVE named (id) AS (
       SELECT MIN(session_id) FROM messages
       UNION ALL
       SELECT (SELECT MIN(m.session_id) FROM messages AS m WHERE m.session_id > named.id)
       FROM named WHERE named.id IS NOT NULL)
     SELECT 1 AS found FROM named
     WHERE id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sessions AS s WHERE s.id = named.id) LIMIT 1`,
  );
  return gone === undefined;
}
