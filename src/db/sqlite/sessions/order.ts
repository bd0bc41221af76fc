import type { SessionOrder } from '../../../domain/session.js';
import type { KeysetOrder } from '../keyset.js';
import type { Facets } from './facets.js';

/** An order over rows that have these facets. Rows without the value come last in both directions. */
export function facetOrder(facets: Facets, order: SessionOrder): KeysetOrder {
  const { direction } = order;
  const unique = facets.id;
  if (order.field === 'STARTED_AT') {
    const { storedStart: value, hasStart: has } = facets;
    return { value, has, hasNot: `${value} IS NULL OR NOT (${has})`, unique, direction };
  }
  const value = orderValue(facets, order.field);
  return { value, has: `(${value}) IS NOT NULL`, hasNot: `(${value}) IS NULL`, unique, direction };
}

function orderValue(facets: Facets, field: Exclude<SessionOrder['field'], 'STARTED_AT'>): string {
  switch (field) {
    case 'LAST_ACTIVE_AT':
      return facets.lastActiveAt;
    case 'ENDED_AT':
      return facets.endedAt;
    case 'TITLE':
      return `NULLIF(CAST(${facets.title} AS TEXT), '')`;
    case 'MESSAGE_COUNT':
      return facets.messageCount;
    case 'TOOL_CALL_COUNT':
      return facets.toolCallCount;
    case 'TOTAL_TOKENS':
      return facets.totalTokens;
    case 'COST':
      return facets.cost;
    case 'DURATION':
      return facets.duration;
  }
}
