import type { Awaitable } from '../db/store.js';
import { encodeCursor, type Page } from '../domain/paging.js';

/** A Relay connection over one page of the store. `order` names the order that its cursors hold in. */
export function toConnection<Row>(page: Page<Row>, order: string, total: () => Awaitable<number>) {
  const edges = page.items.map((item) => ({
    cursor: encodeCursor(order, item.key),
    node: item.row,
  }));
  return {
    edges,
    totalCount: total,
    pageInfo: {
      hasNextPage: page.hasNextPage,
      hasPreviousPage: page.hasPreviousPage,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}
