import { MESSAGE_STATES, type MessageRow } from '../../../domain/message.js';
import { content, count, countOrNull, text, textOrNull, time, type Row } from '../decode.js';
import type { Layout } from '../layout.js';
import { stateValue } from './states.js';

/** JavaScript holds no string above 512 MiB; of a larger cell this much is read. */
const MAX_CELL_BYTES = 64 * 1024 * 1024;

const COLUMNS = [
  'id',
  'session_id',
  'role',
  'tool_call_id',
  'tool_calls',
  'tool_name',
  'timestamp',
  'token_count',
  'finish_reason',
  'reasoning',
  'reasoning_content',
  'reasoning_details',
  'codex_reasoning_items',
  'codex_message_items',
] as const satisfies readonly (keyof MessageRow)[];

/** The select list of a message from the alias `m`; columns that the file lacks read as NULL. */
export function messageColumns(layout: Layout): string {
  const stored = COLUMNS.map((name) =>
    layout.messages.has(name) ? `m.${name}` : `NULL AS ${name}`,
  );
  return [
    ...stored,
    `CASE WHEN octet_length(m.content) > ${MAX_CELL_BYTES}
       THEN substr(CAST(m.content AS BLOB), 1, ${MAX_CELL_BYTES}) ELSE m.content END AS content`,
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
