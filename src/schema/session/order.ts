import type { CursorShape } from '../../domain/paging.js';
import type { SessionOrder } from '../../domain/session.js';
import { builder } from '../builder.js';

const SessionOrderField = builder.enumType('SessionOrderField', {
  description: 'What sessions are ordered by.',
  values: {
    STARTED_AT: { value: 'STARTED_AT', description: 'By start.' },
    LAST_ACTIVE_AT: {
      value: 'LAST_ACTIVE_AT',
      description: 'By `lastActiveAt`: newest message, else end, else start.',
    },
    ENDED_AT: { value: 'ENDED_AT', description: 'By end.' },
    TITLE: { value: 'TITLE', description: 'By title, in the order of code points.' },
    MESSAGE_COUNT: { value: 'MESSAGE_COUNT', description: 'By number of messages.' },
    TOOL_CALL_COUNT: { value: 'TOOL_CALL_COUNT', description: 'By number of tool calls.' },
    TOTAL_TOKENS: { value: 'TOTAL_TOKENS', description: 'By tokens in all.' },
    COST: { value: 'COST', description: 'By known cost.' },
    DURATION: { value: 'DURATION', description: 'By duration.' },
  } as const,
});

const OrderDirection = builder.enumType('OrderDirection', {
  description: 'Which end of an order comes first.',
  values: {
    ASC: { value: 'ASC', description: 'Smallest, earliest or alphabetically first.' },
    DESC: { value: 'DESC', description: 'Largest, latest or alphabetically last.' },
  } as const,
});

export const SessionOrderInput = builder.inputType('SessionOrder', {
  description:
    'An order of sessions. Those without the value come last in both directions, and equal ones are ordered by session id.',
  fields: (t) => ({
    field: t.field({ type: SessionOrderField, required: true, description: 'Order by this.' }),
    direction: t.field({
      type: OrderDirection,
      defaultValue: 'DESC',
      description: 'Which end comes first.',
    }),
  }),
});

/** The order asked for; the newest start first when none is. */
export function sessionOrder(
  input:
    | { field: SessionOrder['field']; direction?: SessionOrder['direction'] | null }
    | null
    | undefined,
  fallback: SessionOrder = { field: 'STARTED_AT', direction: 'DESC' },
): SessionOrder {
  return input == null ? fallback : { field: input.field, direction: input.direction ?? 'DESC' };
}

/** What the cursors of an order hold: the sort value, and the session's id. */
export function orderCursor({ field }: SessionOrder): CursorShape {
  return [field === 'TITLE' ? 'string' : 'number', 'string'];
}
