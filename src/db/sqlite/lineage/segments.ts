import { text, textOrNull } from '../decode.js';
import type { Sql } from '../sql.js';
import { continues } from './kind.js';

/** How many children a search for a session to resume goes down. */
const RESUME_STEPS = 32;

/**
 * The sessions of the conversations that these sessions belong to: each conversation's first one and
 * all its compression continuations, competing ones too. Ids that no session has are left out.
 */
export function conversationIds(sql: Sql, sessionIds: readonly string[]): string[] {
  const isSegment = continues(sql.layout(), 'c', 'p');
  return sql
    .all(
      `WITH RECURSIVE up(id) AS (
         SELECT s.id FROM json_each(?) AS k JOIN sessions AS s ON s.id = k.value
         UNION
         SELECT p.id FROM up JOIN sessions AS c ON c.id = up.id
         JOIN sessions AS p ON p.id = c.parent_session_id WHERE ${isSegment}),
       down(id) AS (
         SELECT id FROM up
         UNION
         SELECT c.id FROM down JOIN sessions AS p ON p.id = down.id
         JOIN sessions AS c ON c.parent_session_id = p.id
         WHERE c.id IS NOT NULL AND ${isSegment})
       SELECT id FROM down`,
      JSON.stringify(sessionIds),
    )
    .map((row) => text(row['id']));
}

/**
 * The session to go on with: itself when it has messages, else the first below it that has some,
 * each time by the child that started last, at most 32 steps down. Itself when there is none.
 */
export function resumableId(sql: Sql, sessionId: string): string {
  const seen = new Set<string>();
  let current = sessionId;
  while (seen.size <= RESUME_STEPS && !seen.has(current)) {
    if (hasMessages(sql, current)) return current;
    seen.add(current);
    const child = sql.get(
      `SELECT id FROM sessions WHERE parent_session_id = ? AND id IS NOT NULL
       ORDER BY started_at DESC, id DESC LIMIT 1`,
      current,
    );
    const next = textOrNull(child?.['id']);
    if (next === null) return sessionId;
    current = next;
  }
  return sessionId;
}

function hasMessages(sql: Sql, sessionId: string): boolean {
  return sql.get('SELECT 1 FROM messages WHERE session_id = ? LIMIT 1', sessionId) !== undefined;
}
