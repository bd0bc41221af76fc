import type { SearchTree } from '../../../domain/search-query/tree.js';
import type { SearchFilter, SearchPageRequest, SessionMatchPage } from '../../../domain/search.js';
import type { CursorKey } from '../../../domain/paging.js';
import { count, realOrNull, text, textOrNull } from '../decode.js';
import type { Sql } from '../sql.js';
import { hitsOf } from './hits.js';
import { rankedMatches, type Placed } from './ranking.js';
import { runSearch, type Run } from './run.js';
import { matchGroups, type MatchGroup } from './totals.js';

/** A session among those that match, with its best message. */
interface PlacedGroup extends MatchGroup {
  best: Placed;
}

/**
 * One page of the sessions that have matching messages. A session's best hit is its best ranked one,
 * else its newest; sessions follow their best hits, those without a rank newest first. Positions are
 * `[rank, message id, session id]`.
 */
export function searchSessions(
  sql: Sql,
  tree: SearchTree,
  filter: SearchFilter,
  page: SearchPageRequest,
): SessionMatchPage {
  const { result: groups, problem, damaged } = runSearch(sql, tree, filter, true, [], placedGroups);
  const start = page.after === null ? 0 : placeBehind(groups, page.after);
  const shown = groups.slice(start, start + page.limit);
  const hits = new Map(
    hitsOf(
      sql,
      tree,
      shown.map(({ best }) => best),
    ).map((hit) => [hit.message.id, hit]),
  );
  return {
    items: shown.flatMap(({ sessionId, matches, best }) => {
      const hit = hits.get(best.id);
      if (hit === undefined) return [];
      const row = { session_id: sessionId, match_count: matches, best_hit: hit };
      return [{ row, key: [best.rank, best.id, sessionId] }];
    }),
    hasNextPage: groups.length > start + page.limit,
    hasPreviousPage: page.after !== null,
    problem,
    damaged,
  };
}

/** How many sessions have matching messages. */
export function searchSessionsTotal(sql: Sql, tree: SearchTree, filter: SearchFilter): number {
  return runSearch(sql, tree, filter, true, 0, (run) => matchGroups(run).size).result;
}

function placedGroups(run: Run): PlacedGroup[] {
  const ranked = rankedMatches(run);
  const sessions = new Map(
    run.sql
      .all(
        `SELECT m.id, m.session_id FROM json_each(?) AS k
         CROSS JOIN messages AS m ON m.id = k.value`,
        JSON.stringify(ranked.map(({ id }) => id)),
      )
      .map((row) => [count(row['id']), text(row['session_id'])]),
  );
  const best = new Map<string, Placed>();
  for (const match of ranked) {
    const session = sessions.get(match.id);
    if (session !== undefined && !best.has(session)) best.set(session, match);
  }
  return [...matchGroups(run).values()]
    .map((group) => ({
      ...group,
      best: best.get(group.sessionId) ?? { id: group.newest, rank: null },
    }))
    .sort((a, b) => compare(a.best, b.best));
}

/** Ranked ones first and best first, equal ranks by id; then the newest first. */
function compare(a: Placed, b: Placed): number {
  if (a.rank !== null && b.rank !== null) return a.rank - b.rank || a.id - b.id;
  if (a.rank === null && b.rank === null) return b.id - a.id;
  return a.rank === null ? 1 : -1;
}

function placeBehind(groups: readonly PlacedGroup[], after: CursorKey): number {
  const known = groups.findIndex(({ sessionId }) => sessionId === textOrNull(after[2]));
  if (known >= 0) return known + 1;
  const position = { rank: realOrNull(after[0]), id: count(after[1]) };
  const next = groups.findIndex(({ best }) => compare(best, position) > 0);
  return next < 0 ? groups.length : next;
}
