import type { MessageState } from '../../../domain/message.js';
import { MAX_CELL_BYTES } from '../cells.js';
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
  return `CASE WHEN ${isLive(layout, alias)} THEN 'ACTIVE' ${compacted}ELSE 'UNDONE' END`;
}

/** Whether a message is part of what the model is sent, shown to people or not. */
export function isLive(layout: Layout, alias: string): string {
  return layout.messages.has('active') ? `COALESCE(${alias}.active, 1) <> 0` : '1';
}

/**
 * Whether a message is in one of these states and for people to see. What Hermes marks as hidden it
 * wrote for the model alone: no list shows or counts it.
 */
export function hasState(layout: Layout, alias: string, states: readonly MessageState[]): string {
  return `(${isIn(layout, alias, states)}${isShown(layout, alias)})`;
}

/** Whether a person may see the message without asking: neither taken back nor hidden. */
export function isVisible(layout: Layout, alias: string): string {
  return hasState(layout, alias, ['ACTIVE', 'COMPACTED']);
}

/**
 * Whether a message is no older copy of another one. Compaction writes the messages that it keeps
 * again, with their times: where compacted messages are shown beside active ones, each counts once,
 * as its active copy or else as its newest.
 */
export function isNoOlderCopy(layout: Layout, alias: string): string {
  if (!layout.messages.has('compacted')) return '1';
  const same = ['role', 'tool_call_id', 'tool_name', 'tool_calls', 'content']
    .map((column) => isSameCell(`c.${column}`, `${alias}.${column}`))
    .join(' AND ');
  const isCompacted = (message: string) => `(${stateValue(layout, message)}) = 'COMPACTED'`;
  return `(NOT (${isCompacted(alias)}) OR NOT EXISTS (SELECT 1 FROM messages AS c
    WHERE c.session_id = ${alias}.session_id AND c.timestamp = ${alias}.timestamp AND ${same}
    AND (${isLive(layout, 'c')} OR (${isCompacted('c')} AND c.id > ${alias}.id))))`;
}

/** Sizes are known without reading; two cells too large to be read are the same if theirs are. */
function isSameCell(a: string, b: string): string {
  return `octet_length(${a}) IS octet_length(${b})
    AND (octet_length(${a}) > ${MAX_CELL_BYTES} OR ${a} IS ${b})`;
}

function isIn(layout: Layout, alias: string, states: readonly MessageState[]): string {
  if (!layout.messages.has('active')) return states.includes('ACTIVE') ? '1' : '0';
  if (states.length === 1 && states[0] === 'ACTIVE') return isLive(layout, alias);
  return `(${stateValue(layout, alias)}) IN (${states.map((state) => `'${state}'`).join(', ')})`;
}

function isShown(layout: Layout, alias: string): string {
  return layout.messages.has('display_kind')
    ? ` AND COALESCE(${alias}.display_kind, '') <> 'hidden'`
    : '';
}
