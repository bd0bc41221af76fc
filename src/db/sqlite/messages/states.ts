import type { MessageState } from '../../../domain/message.js';
import type { Layout } from '../layout.js';

/**
 * The state of a message in SQL. Newer files mark undone and compacted rows instead of deleting
 * them; a missing mark means active.
 */
export function stateValue(layout: Layout, alias: string): string {
  if (!layout.messages.has('active')) return `'ACTIVE'`;
  const compacted = layout.messages.has('compacted')
    ? `WHEN COALESCE(${alias}.compacted, 0) <> 0 THEN 'COMPACTED' `
    : '';
  return `CASE WHEN COALESCE(${alias}.active, 1) <> 0 THEN 'ACTIVE' ${compacted}ELSE 'UNDONE' END`;
}

/** Whether a message is in one of these states. */
export function hasState(layout: Layout, alias: string, states: readonly MessageState[]): string {
  if (!layout.messages.has('active')) return states.includes('ACTIVE') ? '1' : '0';
  if (states.length === 1 && states[0] === 'ACTIVE') {
    return `COALESCE(${alias}.active, 1) <> 0`;
  }
  return `(${stateValue(layout, alias)}) IN (${states.map((state) => `'${state}'`).join(', ')})`;
}

/** Whether a person may see the message in a list: neither taken back nor marked as hidden. */
export function isVisible(layout: Layout, alias: string): string {
  const shown = layout.messages.has('display_kind')
    ? ` AND COALESCE(${alias}.display_kind, '') <> 'hidden'`
    : '';
  return `${hasState(layout, alias, ['ACTIVE', 'COMPACTED'])}${shown}`;
}
