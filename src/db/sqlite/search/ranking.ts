import { hasNot, termsOf, type SearchTerm } from '../../../domain/search-query/tree.js';
import { RANKED_MATCHES } from '../../../domain/search.js';
import { count, realOrNull } from '../decode.js';
import { anyOf, rankExpression, treeExpression } from './expression.js';
import { asking, INDEX_TABLES, type IndexName } from './full-text.js';
import { rangeOf } from './ranges.js';
import { verified, type Run } from './run.js';
import { verdicts } from './verdicts.js';
import { matchesOf, soleIndex, streamed, walk } from './walk.js';

export interface Ranked {
  id: number;
  /** Smaller is better. */
  rank: number;
}

/** A match in the order of relevance; null where no index gave it a rank. */
export interface Placed {
  id: number;
  rank: number | null;
}

/**
 * The newest RANKED_MATCHES matches that an index can rank, best first, equal ranks by id. The
 * search must be one that wants the newest first.
 */
export function rankedMatches(run: Run): Ranked[] {
  return rankNewest(run).ranked;
}

/**
 * Matches in the order of relevance behind a position: the ranked ones, then all others, newest
 * first. A position is found by its message, so that it holds while ranks shift with new messages.
 */
export function relevant(run: Run, after: Placed | null, limit: number): Placed[] {
  const { ranked, doubts } = rankNewest(run);
  const page = after?.rank === null ? [] : ranked.slice(placeBehind(ranked, after)).slice(0, limit);
  const wanted = limit - page.length;
  if (wanted === 0) return page;
  const high = after?.rank === null ? after.id - 1 : run.scope.range.high;
  return [...page, ...unranked(run, ranked, doubts, high, wanted)];
}

/** The matches up to an id that have no rank, newest first. */
function unranked(
  run: Run,
  ranked: readonly Ranked[],
  doubts: Doubts | null,
  high: number,
  limit: number,
): Placed[] {
  const isRanked = new Set(ranked.map(({ id }) => id));
  const ids =
    doubts === null
      ? walk(
          run,
          { low: run.scope.range.low, high },
          limit + ranked.filter(({ id }) => id <= high).length,
        )
      : matchesOf(
          run,
          verdicts(
            [],
            doubts().filter((id) => id <= high && !isRanked.has(id)),
          ),
          limit,
        );
  return ids
    .filter((id) => !isRanked.has(id))
    .slice(0, limit)
    .map((id) => ({ id, rank: null }));
}

/** What an index that was read to its end may have missed. */
type Doubts = () => number[];

/** `doubts` is null where matches are left that no index was asked for. */
function rankNewest(run: Run): { ranked: Ranked[]; doubts: Doubts | null } {
  const index = soleIndex(run);
  if (index === null) {
    const ids = walk(run, run.scope.range, RANKED_MATCHES);
    return { ranked: sorted(ranksOf(run, ids)), doubts: null };
  }
  const found = streamed(run, index, run.scope.range, RANKED_MATCHES, true);
  const ranked = found.flatMap(({ id, rank }) => (rank === null ? [] : [{ id, rank }]));
  const ids = ranked.map(({ id }) => id);
  const judge = () => run.evaluator.withDoubts(index.tree, ids, run.scope.range);
  const doubts = found.length < RANKED_MATCHES ? () => [...judge().maybe] : null;
  if (!hasNot(index.tree)) return { ranked: sorted(ranked), doubts };
  const { sure, maybe } = judge();
  const matching = verified(
    run,
    ids.filter((id) => maybe.has(id)),
  );
  return { ranked: sorted(ranked.filter(({ id }) => sure.has(id) || matching.has(id))), doubts };
}

function placeBehind(ranked: readonly Ranked[], after: Placed | null): number {
  if (after === null) return 0;
  const known = ranked.findIndex(({ id }) => id === after.id);
  if (known >= 0) return known + 1;
  const { id, rank } = { id: after.id, rank: after.rank ?? Infinity };
  const next = ranked.findIndex((one) => one.rank > rank || (one.rank === rank && one.id > id));
  return next < 0 ? ranked.length : next;
}

function sorted(ranked: Ranked[]): Ranked[] {
  return ranked.sort((a, b) => a.rank - b.rank || a.id - b.id);
}

/** The ranks of messages found by several ways, where one index holds terms of the search. */
function ranksOf(run: Run, ids: readonly number[]): Ranked[] {
  const ranking = rankingOf(run);
  if (ranking === null || ids.length === 0) return [];
  const { index, expression } = ranking;
  const table = INDEX_TABLES[index];
  const { low, high } = rangeOf(ids);
  const rows = asking(index, () =>
    run.sql.all(
      `SELECT f.rowid AS id, f.rank AS rank FROM ${table} AS f WHERE f.${table} MATCH ?
       AND f.rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) AND +f.rowid IN (SELECT value FROM json_each(?))`,
      expression,
      low,
      high,
      JSON.stringify(ids),
    ),
  );
  return rows.flatMap((row) => {
    const rank = realOrNull(row['rank']);
    return rank === null ? [] : [{ id: count(row['id']), rank }];
  });
}

/**
 * The expression that ranks: a plan's own, else the runs of characters looked for, else the words.
 * One index ranks all, and a rank reads every match of its terms once: the rarer kind comes first.
 */
function rankingOf({ plan, tree, indexes }: Run): { index: IndexName; expression: string } | null {
  if (plan.kind === 'index') return { index: plan.index, expression: treeExpression(plan.tree) };
  const terms = termsOf(tree, true);
  const ranking = (index: IndexName, kind: SearchTerm['kind']) => {
    const ranked = terms.filter((term) => term.kind === kind).map(rankExpression);
    const expression = indexes[index] === null ? null : anyOf(ranked.filter((one) => one !== null));
    return expression === null ? null : { index, expression };
  };
  return ranking('trigrams', 'text') ?? ranking('words', 'words');
}
