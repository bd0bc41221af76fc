import { snippetBuilder, snippetText } from '../../../domain/search-query/snippet.js';
import type { SearchTree } from '../../../domain/search-query/tree.js';
import type { SearchHit } from '../../../domain/search.js';
import { cellUpTo } from '../cells.js';
import { content, count, text, textOrNull } from '../decode.js';
import type { Sql } from '../sql.js';
import type { Placed } from './ranking.js';

/**
 * The hits of matches, in their order; one that was deleted meanwhile is left out. Messages are read
 * one by one, for each may be large, and of each only its key and its snippet remain.
 */
export function hitsOf(sql: Sql, tree: SearchTree, places: readonly Placed[]): SearchHit[] {
  const snippet = snippetBuilder(tree);
  return places.flatMap(({ id, rank }) => {
    const row = sql.get(
      `SELECT m.id, m.session_id, ${cellUpTo('m.content')} AS content,
         ${cellUpTo('m.tool_name')} AS tool_name, ${cellUpTo('m.tool_calls')} AS tool_calls
       FROM messages AS m WHERE m.id = ?`,
      id,
    );
    if (row === undefined) return [];
    const fragments = snippet({
      content: content(row['content']),
      tool_name: textOrNull(row['tool_name']),
      tool_calls: textOrNull(row['tool_calls']),
    });
    const message = { id: count(row['id']), session_id: text(row['session_id']) };
    return [{ message, snippet: snippetText(fragments), fragments, rank }];
  });
}
