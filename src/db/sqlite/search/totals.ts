import type { SearchTree } from '../../../domain/search-query/tree.js';
import type { SearchFilter } from '../../../domain/search.js';
import type { Clause } from '../clause.js';
import { count, text, type Row } from '../decode.js';
import type { Sql } from '../sql.js';
import { matching } from './doubts.js';
import { hasNot } from './evaluate.js';
import { treeExpression } from './expression.js';
import { asking } from './indexes.js';
import { runSearch, type Run } from './run.js';
import { verdicts } from './verdicts.js';
import { matchesOf, soleIndex, walk, type IndexPlan } from './walk.js';

const ALL = Number.MAX_SAFE_INTEGER;

/** The matches of one session: how many, and the newest of them. */
export interface MatchGroup {
  sessionId: string;
  matches: number;
  newest: number;
}

/** How many messages match: what paging to the end yields. */
export function searchTotal(sql: Sql, tree: SearchTree, filter: SearchFilter): number {
  const { result } = runSearch(sql, tree, filter, true, 0, (run) => {
    const { index, read } = divide(run);
    if (index === null) return read.length;
    const [row] = ofIndex(run, index, 'COUNT(*) AS matches', '');
    return count(row?.['matches']) + read.length;
  });
  return result;
}

/** All matches of a search by session. */
export function matchGroups(run: Run): Map<string, MatchGroup> {
  const { index, read } = divide(run);
  const columns = 'm.session_id AS session_id, COUNT(*) AS matches, MAX(m.id) AS newest';
  const rows = [
    ...(index === null ? [] : ofIndex(run, index, columns, 'GROUP BY m.session_id')),
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
 * The matches in two parts: what one index answers, which is counted there, and what was read. Where
 * a message may match for what it lacks, the index alone cannot count.
 */
function divide(run: Run): { index: IndexPlan | null; read: number[] } {
  const index = soleIndex(run);
  if (index === null || hasNot(index.tree))
    return { index: null, read: walk(run, run.scope.range, ALL) };
  const doubts = [...run.evaluator.withDoubts(index.tree, [], run.scope.range).maybe];
  if (doubts.length === 0) return { index, read: [] };
  const range = {
    low: doubts.reduce((a, b) => Math.min(a, b)),
    high: doubts.reduce((a, b) => Math.max(a, b)),
  };
  const asked = { sql: run.sql, indexes: run.indexes, whole: run.scope.range };
  const known = new Set(matching(asked, index.index, treeExpression(index.tree), range));
  const unknown = doubts.filter((id) => !known.has(id));
  return { index, read: matchesOf(run, verdicts([], unknown), ALL) };
}

function ofIndex(run: Run, { index, tree }: IndexPlan, columns: string, group: string): Row[] {
  const table = index === 'words' ? 'messages_fts' : 'messages_fts_trigram';
  const { range, where }: { range: Run['scope']['range']; where: Clause } = run.scope;
  return asking(index, () =>
    run.sql.all(
      `SELECT ${columns} FROM ${table} AS f
       CROSS JOIN messages AS m ON m.id = f.rowid CROSS JOIN sessions AS s ON s.id = m.session_id
       WHERE f.${table} MATCH ? AND f.rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) AND ${where.sql} ${group}`,
      treeExpression(tree),
      range.low,
      range.high,
      ...where.values,
    ),
  );
}
