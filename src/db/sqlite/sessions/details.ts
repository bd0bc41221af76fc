import { count, realOrNull, text, textOrNull, time, type Row } from '../decode.js';
import type { Sql } from '../sql.js';
import { durationValue, lastActiveValue, messageCountValue } from './values.js';

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
