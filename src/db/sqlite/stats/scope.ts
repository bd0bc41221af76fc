import type { SessionFilter } from '../../../domain/session.js';
import { clause, type Clause } from '../clause.js';
import { text, textOrNull } from '../decode.js';
import { sessionWhere } from '../sessions/filter.js';
import type { Sql } from '../sql.js';

/** The ids of the sessions that a filter admits. */
export function admittedIds(sql: Sql, filter: SessionFilter, now: number): string[] {
  const where = sessionWhere(sql.layout(), filter, now);
  return sql
    .all(`SELECT s.id FROM sessions AS s WHERE ${where.sql}`, ...where.values)
    .map((row) => text(row['id']));
}

/**
 * The messages (alias `m`) of some sessions, as what stands after FROM. Where these are all the
 * messages there are the table is read as it lies, which is several times faster than by session.
 */
export function messagesOf(sql: Sql, ids: readonly string[]): Clause {
  const wanted = new Set(ids);
  return sessionsWithMessages(sql).every((id) => id !== null && wanted.has(id))
    ? clause('messages AS m')
    : clause(
        'json_each(?) AS k CROSS JOIN messages AS m ON m.session_id = k.value',
        JSON.stringify(ids),
      );
}

/** Every session id that a message names, also where there is no such session. */
function sessionsWithMessages(sql: Sql): (string | null)[] {
  const isIndexed =
    sql.get(
      `SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = 'idx_messages_session'`,
    ) !== undefined;
  const rows = isIndexed
    ? sql.all(
        `WITH RECURSIVE named(id) AS (
           SELECT MIN(session_id) FROM messages
           UNION ALL
           SELECT (SELECT MIN(m.session_id) FROM messages AS m WHERE m.session_id > named.id)
           FROM named WHERE named.id IS NOT NULL)
         SELECT id FROM named WHERE id IS NOT NULL`,
      )
    : sql.all('SELECT DISTINCT session_id AS id FROM messages');
  return rows.map((row) => textOrNull(row['id']));
}
