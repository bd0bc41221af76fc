import { snippetBuilder, snippetText } from '../../../domain/search-query/snippet.js';
import type { SearchTree } from '../../../domain/search-query/tree.js';
import type { SearchHit } from '../../../domain/search.js';
import { messagesByIds } from '../messages/lists.js';
import type { Sql } from '../sql.js';
import type { Placed } from './ranking.js';

/** The hits of matches, in their order; one that was deleted meanwhile is left out. */
export function hitsOf(sql: Sql, tree: SearchTree, places: readonly Placed[]): SearchHit[] {
  const snippet = snippetBuilder(tree);
  const messages = messagesByIds(
    sql,
    places.map(({ id }) => id),
  );
  return places.flatMap(({ rank }, index) => {
    const message = messages[index] ?? null;
    if (message === null) return [];
    const fragments = snippet(message);
    return [{ message, snippet: snippetText(fragments), fragments, rank }];
  });
}
