import type { SearchTree } from '../../../domain/search-query/tree.js';
import type {
  SearchFilter,
  SearchOrder,
  SearchPage,
  SearchPageRequest,
} from '../../../domain/search.js';
import type { CursorKey } from '../../../domain/paging.js';
import { count, realOrNull } from '../decode.js';
import type { Sql } from '../sql.js';
import { hitsOf } from './hits.js';
import type { Range } from './ranges.js';
import { relevant, type Placed } from './ranking.js';
import { runSearch, type Run } from './run.js';
import { walk } from './walk.js';

/**
 * One page of the messages that match. Positions are `[rank, id]` for RELEVANCE and `[id]` for the
 * other orders.
 *
 * No failure of an index reaches the caller: what it cannot answer is read instead, and `problem`
 * says so. The cost is bounded only where an index helps; run it where it can be stopped.
 */
export function search(
  sql: Sql,
  tree: SearchTree,
  filter: SearchFilter,
  order: SearchOrder,
  page: SearchPageRequest,
): SearchPage {
  const {
    result: places,
    problem,
    damaged,
  } = runSearch<Placed[]>(sql, tree, filter, order !== 'OLDEST', [], (run) =>
    placesOf(run, order, page.after, page.limit + 1),
  );
  const shown = places.slice(0, page.limit);
  return {
    items: hitsOf(sql, tree, shown).map((hit) => ({
      row: hit,
      key: order === 'RELEVANCE' ? [hit.rank, hit.message.id] : [hit.message.id],
    })),
    hasNextPage: places.length > page.limit,
    hasPreviousPage: page.after !== null,
    problem,
    damaged,
  };
}

function placesOf(run: Run, order: SearchOrder, after: CursorKey | null, limit: number): Placed[] {
  if (order === 'RELEVANCE') {
    const position = after === null ? null : { rank: realOrNull(after[0]), id: count(after[1]) };
    return relevant(run, position, limit);
  }
  const range = behind(run.scope.range, order, after);
  return walk(run, range, limit).map((id) => ({ id, rank: null }));
}

function behind(range: Range, order: 'NEWEST' | 'OLDEST', after: CursorKey | null): Range {
  if (after === null) return range;
  const id = count(after[0]);
  return order === 'NEWEST'
    ? { low: range.low, high: Math.min(range.high, id - 1) }
    : { low: Math.max(range.low, id + 1), high: range.high };
}
