import type { ConversationRow } from '../../../domain/conversation.js';
import { chainTips } from '../../../domain/lineage.js';
import type { Page, PageRequest } from '../../../domain/paging.js';
import type { SessionFilter, SessionOrder } from '../../../domain/session.js';
import { count, text, textOrNull } from '../decode.js';
import { keysetPage } from '../keyset.js';
import { continues } from '../lineage/kind.js';
import { facetWhere } from '../sessions/filter.js';
import { facetOrder } from '../sessions/order.js';
import type { Sql } from '../sql.js';
import { chainTable, conversationTables, IS_TIP, segmentOrder } from './chains.js';
import { conversationFacets } from './facets.js';

const CONVERSATIONS = `conversation AS k
  JOIN sessions AS h ON h.id = k.head JOIN sessions AS t ON t.id = k.tip`;

/** One page of the conversations that a filter admits. `now` is epoch seconds. */
export function conversationPage(
  sql: Sql,
  filter: SessionFilter,
  order: SessionOrder,
  page: PageRequest,
  now: number,
): Page<ConversationRow> {
  const layout = sql.layout();
  const facets = conversationFacets(layout);
  return keysetPage(
    sql,
    {
      tables: conversationTables(layout),
      columns: 'k.head',
      from: CONVERSATIONS,
      where: facetWhere(facets, filter, now),
    },
    facetOrder(facets, order),
    page,
    (row) => ({ head_id: text(row['head']) }),
  );
}

/** How many conversations a filter admits: what paging to the end yields. */
export function conversationTotal(sql: Sql, filter: SessionFilter, now: number): number {
  const layout = sql.layout();
  const where = facetWhere(conversationFacets(layout), filter, now);
  return count(
    sql.get(
      `WITH ${conversationTables(layout)}
       SELECT COUNT(*) AS total FROM ${CONVERSATIONS} WHERE ${where.sql}`,
      ...where.values,
    )?.['total'],
  );
}

/**
 * The first session of the conversation that each session belongs to: up the parents for as long as
 * the session continues one. For an id that no session has, this id itself.
 */
export function conversationHeads(sql: Sql, ids: readonly string[]): string[] {
  const continued = `CASE WHEN ${continues(sql.layout(), 's', 'p')} THEN p.id END`;
  const rows = sql.all(
    `WITH RECURSIVE up(id, continued) AS (
       SELECT s.id, ${continued} FROM json_each(?) AS k JOIN sessions AS s ON s.id = k.value
       LEFT JOIN sessions AS p ON p.id = s.parent_session_id
       UNION
       SELECT s.id, ${continued} FROM up JOIN sessions AS s ON s.id = up.continued
       LEFT JOIN sessions AS p ON p.id = s.parent_session_id)
     SELECT id, continued FROM up`,
    JSON.stringify(ids),
  );
  const parents = new Map(rows.map((row) => [text(row['id']), textOrNull(row['continued'])]));
  return chainTips(ids, parents);
}

/**
 * The sessions of each conversation, which is named by its first one: in the order of `segmentOrder`,
 * but the tip last. An id that no session has gets none.
 */
export function segmentIds(sql: Sql, headIds: readonly string[]): string[][] {
  const heads = 'json_each(?) AS k JOIN sessions AS s ON s.id = k.value';
  const rows = sql.all(
    `WITH RECURSIVE ${chainTable(sql.layout(), heads)}
     SELECT g.head, g.id FROM chain AS g JOIN sessions AS s ON s.id = g.id
     ORDER BY ${IS_TIP}, ${segmentOrder('ASC')}`,
    JSON.stringify(headIds),
  );
  const found = new Map(headIds.map((head): [string, string[]] => [head, []]));
  for (const row of rows) found.get(text(row['head']))?.push(text(row['id']));
  return headIds.map((head) => found.get(head) ?? []);
}
