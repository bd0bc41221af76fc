import { count, realOrNull, type Row } from '../decode.js';
import { asking, INDEX_TABLES } from './full-text.js';
import { treeExpression } from './expression.js';
import { NEWEST_READ } from './evaluate.js';
import type { Plan } from './plan.js';
import { admitted, verified, type Run } from './run.js';
import type { Range } from './ranges.js';
import { leftOut } from './scan.js';
import type { Verdicts } from './verdicts.js';

/** A plan that one expression of one index answers. */
export type IndexPlan = Extract<Plan, { kind: 'index' }>;

/** The first range that is judged covers so many ids, each further one eight times as many. */
const GROWTH = 8;
/** Rows are read in pieces of this size at most, for each may be large. */
const MAX_PIECE = 200;

/**
 * The first `limit` matches of a range of ids, newest or oldest first. Ranges are judged from that
 * end, small ones first: what is common is found at once, whatever the size of the file.
 */
export function walk(run: Run, range: Range, limit: number): number[] {
  const index = soleIndex(run);
  if (index !== null) return walkIndex(run, index, range, limit);
  const found: number[] = [];
  let size = NEWEST_READ;
  let rest = range;
  while (found.length < limit && rest.low <= rest.high) {
    const [next, after] = cut(rest, size, run.newestFirst);
    const wanted = limit - found.length;
    found.push(...matchesOf(run, run.evaluator.evaluate(run.plan, next), wanted));
    rest = after;
    size *= GROWTH;
  }
  return found;
}

/** The plan, where one expression of one index answers the whole search for every row. */
export function soleIndex(run: Run): IndexPlan | null {
  const { plan, indexes } = run;
  if (plan.kind !== 'index' || indexes.pending.length > 0) return null;
  const complete = plan.index === 'words' || leftOut(run.sql.layout(), indexes.trigrams) === null;
  return complete ? plan : null;
}

/**
 * What an index finds in a range, filtered, in the order of ids: the index is read no further than
 * `limit` matches. With `ranked` each has its rank.
 */
export function streamed(
  run: Run,
  { index, tree }: IndexPlan,
  range: Range,
  limit: number,
  ranked = false,
): { id: number; rank: number | null }[] {
  const table = INDEX_TABLES[index];
  const rows = asking(index, () =>
    run.sql.all(
      `SELECT f.rowid AS id, ${ranked ? 'f.rank' : 'NULL'} AS rank FROM ${table} AS f
       CROSS JOIN messages AS m ON m.id = f.rowid CROSS JOIN sessions AS s ON s.id = m.session_id
       WHERE f.${table} MATCH ? AND f.rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) AND ${run.scope.where.sql}
       ORDER BY f.rowid ${run.newestFirst ? 'DESC' : 'ASC'} LIMIT ?`,
      treeExpression(tree),
      range.low,
      range.high,
      ...run.scope.where.values,
      limit,
    ),
  );
  return rows.map((row: Row) => ({ id: count(row['id']), rank: realOrNull(row['rank']) }));
}

function walkIndex(run: Run, plan: IndexPlan, range: Range, limit: number): number[] {
  const found: number[] = [];
  let rest = range;
  while (found.length < limit && rest.low <= rest.high) {
    const wanted = limit - found.length;
    const ids = streamed(run, plan, rest, wanted).map(({ id }) => id);
    const last = ids.length < wanted ? null : (ids.at(-1) ?? null);
    const judged =
      last === null ? rest : run.newestFirst ? { ...rest, low: last } : { ...rest, high: last };
    const verdict = run.evaluator.withDoubts(plan.tree, ids, judged);
    found.push(...matchesOf(run, verdict, wanted, true));
    if (last === null) break;
    rest = run.newestFirst ? { ...rest, high: last - 1 } : { ...rest, low: last + 1 };
  }
  return found;
}

/**
 * The first matches of what was judged, read where the index was not sure. `filtered` says that the
 * sure ones passed the filter already.
 */
export function matchesOf(
  run: Run,
  { sure, maybe }: Verdicts,
  limit: number,
  filtered = false,
): number[] {
  const step = run.newestFirst ? -1 : 1;
  const ids = [...sure, ...maybe].sort((a, b) => step * (a - b));
  const found: number[] = [];
  let position = 0;
  while (found.length < limit && position < ids.length) {
    const size = Math.min(MAX_PIECE, Math.max(20, limit - found.length));
    const piece = ids.slice(position, position + size);
    const known = filtered ? piece.filter((id) => sure.has(id)) : [];
    const passed = new Set([
      ...known,
      ...admitted(run, filtered ? piece.filter((id) => maybe.has(id)) : piece),
    ]);
    const read = verified(
      run,
      piece.filter((id) => maybe.has(id) && passed.has(id)),
    );
    found.push(...piece.filter((id) => read.has(id) || (sure.has(id) && passed.has(id))));
    position += size;
  }
  return found.slice(0, limit);
}

function cut(range: Range, size: number, newestFirst: boolean): [Range, Range] {
  if (newestFirst) {
    const low = Math.max(range.low, range.high - size + 1);
    return [
      { low, high: range.high },
      { low: range.low, high: low - 1 },
    ];
  }
  const high = Math.min(range.high, range.low + size - 1);
  return [
    { low: range.low, high },
    { low: high + 1, high: range.high },
  ];
}
