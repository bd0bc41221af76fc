import type { SessionOrder } from '../../../domain/session.js';
import type { KeysetOrder } from '../keyset.js';
import type { Layout } from '../layout.js';
import {
  costValue,
  counterValue,
  durationValue,
  isTime,
  lastActiveValue,
  messageCountValue,
  timeValue,
  totalTokensValue,
} from './values.js';

/** A session order as SQL over the alias `s`. Rows without the value come last in both directions. */
export function sessionOrder(layout: Layout, order: SessionOrder): KeysetOrder {
  const { direction } = order;
  if (order.field === 'STARTED_AT') {
    return {
      value: 's.started_at',
      has: isTime('s.started_at'),
      hasNot: `s.started_at IS NULL OR NOT (${isTime('s.started_at')})`,
      unique: 's.id',
      direction,
    };
  }
  const value = orderValue(layout, order.field);
  return {
    value,
    has: `(${value}) IS NOT NULL`,
    hasNot: `(${value}) IS NULL`,
    unique: 's.id',
    direction,
  };
}

function orderValue(layout: Layout, field: Exclude<SessionOrder['field'], 'STARTED_AT'>): string {
  switch (field) {
    case 'LAST_ACTIVE_AT':
      return lastActiveValue(layout);
    case 'ENDED_AT':
      return timeValue('s.ended_at');
    case 'TITLE':
      return layout.sessions.has('title') ? `NULLIF(s.title, '')` : 'NULL';
    case 'MESSAGE_COUNT':
      return messageCountValue(layout);
    case 'TOOL_CALL_COUNT':
      return counterValue(layout, 'tool_call_count');
    case 'TOTAL_TOKENS':
      return totalTokensValue(layout);
    case 'COST':
      return costValue(layout);
    case 'DURATION':
      return durationValue(layout);
  }
}
