import { content, count, realOrNull, text, textOrNull, time, type Row } from '../decode.js';
import type { Sql } from '../sql.js';
import { durationValue, lastActiveValue, messageCountValue } from './values.js';
import { isVisible } from '../messages/states.js';

import { previewText } from '../../../domain/content.js';

/**
 * What is known of a session beside its own columns. Each function takes many ids and answers one
 * value for each, in the same order; an id that no session has gets the value of an empty session.
 */

/** When a session was last active, in epoch seconds: newest message, else end, else start. */
export function lastActive(sql: Sql, ids: readonly string[]): (number | null)[] {
  return perSession(sql, ids, lastActiveValue(sql.layout()), time, null);
}

/** Seconds from start to end; of a session that nobody ended, to its newest message. */
export function durations(sql: Sql, ids: readonly string[]): (number | null)[] {
  return perSession(sql, ids, durationValue(sql.layout()), realOrNull, null);
}

/** How many messages of the conversation a session has. */
export function messageCounts(sql: Sql, ids: readonly string[]): number[] {
  return perSession(sql, ids, messageCountValue(sql.layout()), count, 0);
}

/** How many sessions name this one as their parent. */
export function childCounts(sql: Sql, ids: readonly string[]): number[] {
  const children = `(SELECT COUNT(*) FROM sessions AS c
    WHERE c.parent_session_id = s.id AND c.id IS NOT NULL AND c.id <> s.id)`;
  return perSession(sql, ids, children, count, 0);
}

/** The system prompt: newer files keep it in a table of its own, by hash. */
export function systemPrompts(sql: Sql, ids: readonly string[]): (string | null)[] {
  const { sessions, tables } = sql.layout();
  const byHash =
    sessions.has('system_prompt_hash') && tables.has('system_prompts')
      ? '(SELECT p.prompt FROM system_prompts AS p WHERE p.hash = s.system_prompt_hash)'
      : 'NULL';
  const own = sessions.has('system_prompt') ? 's.system_prompt' : 'NULL';
  return perSession(sql, ids, `COALESCE(${byHash}, ${own})`, textOrNull, null);
}

/** The model configuration as the text that the file holds; it may be no JSON. */
export function modelConfigs(sql: Sql, ids: readonly string[]): (string | null)[] {
  return perSession(sql, ids, 's.model_config', textOrNull, null);
}

/**
 * The first user message with something to show, cut for a list; null where there is none. What others
 * said in a group, which newer files keep as context, is no turn of the user.
 */
export function previews(sql: Sql, ids: readonly string[]): (string | null)[] {
  const layout = sql.layout();
  const isTurn = layout.messages.has('observed') ? 'COALESCE(f.observed, 0) = 0' : '1';
  const rows = sql.all(
    `SELECT k.key AS slot, m.content FROM json_each(?) AS k JOIN messages AS m ON m.id IN (
       SELECT f.id FROM messages AS f
       WHERE f.session_id = k.value AND f.role = 'user' AND f.content IS NOT NULL
         AND octet_length(f.content) > 0 AND ${isTurn} AND ${isVisible(layout, 'f')}
       ORDER BY f.id LIMIT ${PREVIEW_CANDIDATES})
     ORDER BY k.key, m.id`,
    JSON.stringify(ids),
  );
  const found = new Map<unknown, string>();
  for (const row of rows) {
    if (found.has(row['slot'])) continue;
    const preview = previewText(content(row['content']));
    if (preview !== null) found.set(row['slot'], preview);
  }
  return ids.map((_, slot) => found.get(slot) ?? null);
}

/** How many user messages are tried for a preview: the first of them may hold only blanks. */
const PREVIEW_CANDIDATES = 5;

function perSession<Value>(
  sql: Sql,
  ids: readonly string[],
  expression: string,
  decode: (value: unknown) => Value,
  empty: Value,
): Value[] {
  const rows: Row[] = sql.all(
    `SELECT s.id, ${expression} AS value FROM json_each(?) AS k JOIN sessions AS s ON s.id = k.value`,
    JSON.stringify(ids),
  );
  const values = new Map(rows.map((row) => [text(row['id']), decode(row['value'])]));
  return ids.map((id) => values.get(id) ?? empty);
}
