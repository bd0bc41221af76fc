import { MESSAGE_STATES, type MessageRow } from '../../../domain/message.js';
import { cellUpTo } from '../cells.js';
import { content, count, countOrNull, text, textOrNull, time, type Row } from '../decode.js';
import type { Layout } from '../layout.js';
import { stateValue } from './states.js';

/** Content above this is no part of a row that is read for a list: it is read when it is asked for. */
export const ROW_CONTENT_BYTES = 64 * 1024;

const COLUMNS = ['id', 'session_id', 'timestamp', 'token_count'] as const;

const TEXTS = [
  'role',
  'tool_call_id',
  'tool_calls',
  'tool_name',
  'finish_reason',
  'reasoning',
  'reasoning_content',
  'reasoning_details',
  'codex_reasoning_items',
  'codex_message_items',
] as const satisfies readonly (keyof MessageRow)[];

/**
 * The select list of a message from the alias `m`, its content only up to so many bytes. Columns
 * that the file lacks read as NULL, and so do texts that are too large to be read at all.
 */
export function messageColumns(layout: Layout, contentBytes: number = ROW_CONTENT_BYTES): string {
  const stored = (name: string, value: string) =>
    layout.messages.has(name) ? `${value} AS ${name}` : `NULL AS ${name}`;
  return [
    ...COLUMNS.map((name) => stored(name, `m.${name}`)),
    ...TEXTS.map((name) => stored(name, cellUpTo(`m.${name}`))),
    `${cellUpTo('m.content', contentBytes)} AS content`,
    `CASE WHEN octet_length(m.content) > ${contentBytes} THEN octet_length(m.content) ELSE 0 END
       AS unread_bytes`,
    `${stateValue(layout, 'm')} AS state`,
  ].join(', ');
}

/** A row of `messageColumns`, checked. */
export function decodeMessage(row: Row): MessageRow {
  return {
    id: count(row['id']),
    session_id: text(row['session_id']),
    role: text(row['role']),
    content: content(row['content']),
    unread_bytes: count(row['unread_bytes']),
    tool_call_id: textOrNull(row['tool_call_id']),
    tool_calls: textOrNull(row['tool_calls']),
    tool_name: textOrNull(row['tool_name']),
    timestamp: time(row['timestamp']),
    token_count: countOrNull(row['token_count']),
    finish_reason: textOrNull(row['finish_reason']),
    reasoning: textOrNull(row['reasoning']),
    reasoning_content: textOrNull(row['reasoning_content']),
    reasoning_details: textOrNull(row['reasoning_details']),
    codex_reasoning_items: textOrNull(row['codex_reasoning_items']),
    codex_message_items: textOrNull(row['codex_message_items']),
    state: MESSAGE_STATES.find((state) => state === row['state']) ?? 'ACTIVE',
  };
}
