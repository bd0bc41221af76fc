import { SessionClosedError, SessionLockedError } from '../../../domain/errors.js';
import type { SessionRow } from '../../../domain/session.js';
import { text, time } from '../decode.js';
import { isKind } from '../lineage/kind.js';
import { tipIds } from '../lineage/walks.js';
import type { Sql } from '../sql.js';
import { isTime } from '../sessions/values.js';

/**
 * Hermes of newer files holds a session while it compresses it, and a whole conversation during an
 * agent's turn. All such locks are another's, for we take none. They count inside the transaction
 * that writes, and until the time that they name.
 */
export type Locks = ReadonlyMap<string, number>;

/** Which sessions are held at `now` (epoch seconds), each with the time that its lock ends at. */
export function liveLocks(sql: Sql, now: number): Locks {
  const { tables } = sql.layout();
  const compressing = tables.has('compression_locks')
    ? sql.all(
        `SELECT session_id AS id, expires_at AS until FROM compression_locks WHERE ${isLive}`,
        now,
      )
    : [];
  const turns = tables.has('session_turn_leases') ? turnLocks(sql, now) : [];
  const locks = new Map<string, number>();
  for (const row of [...compressing, ...turns]) {
    const id = text(row['id']);
    locks.set(id, Math.max(locks.get(id) ?? 0, time(row['until']) ?? 0));
  }
  return locks;
}

/**
 * Must pass before a write that adds, replaces or removes messages, ends or reopens a session, or
 * removes it. It is not asked before titles, usage, model, prompt, settings and marks are written:
 * these are columns of one row that Hermes writes during a turn too, for the later write to win, and
 * none of them decides where the turn's messages go.
 *
 * @throws SessionLockedError when one of the sessions is held by Hermes at `now` (epoch seconds)
 */
export function assertUnlocked(sql: Sql, sessionIds: readonly string[], now: number): void {
  const locks = liveLocks(sql, now);
  for (const id of sessionIds) {
    const until = locks.get(id);
    if (until !== undefined) throw new SessionLockedError(id, until);
  }
}

/**
 * Files that know turn leases take no more messages into a session that compression closed: its
 * conversation has moved on.
 *
 * @throws SessionClosedError naming the continuation
 */
export function assertTakesMessages(sql: Sql, session: SessionRow): void {
  if (!sql.layout().tables.has('session_turn_leases')) return;
  if (!session.ended || session.end_reason !== 'compression') return;
  const [tip = session.id] = tipIds(sql, [session.id]);
  throw new SessionClosedError(session.id, tip === session.id ? null : tip);
}

const isLive = `${isTime('expires_at')} AND expires_at > ?`;

/** A turn's lease is under the id of the conversation's first session and holds all of its parts. */
function turnLocks(sql: Sql, now: number) {
  return sql.all(
    `WITH RECURSIVE held(id, until) AS (
       SELECT conversation_id, expires_at FROM session_turn_leases WHERE ${isLive}
       UNION
       SELECT c.id, held.until FROM held JOIN sessions AS p ON p.id = held.id
       JOIN sessions AS c ON c.parent_session_id = p.id
       WHERE c.id IS NOT NULL AND ${isKind(sql.layout(), 'c', 'p', 'CONTINUATION')})
     SELECT id, until FROM held`,
    now,
  );
}
