import { text, type Row } from '../decode.js';
import { liveLocks } from '../newer/locks.js';
import type { Steps, Tx } from '../sql.js';
import { isHeld, removeSessions } from './remove.js';
import { isTime } from './values.js';

const GHOST_SECONDS = 86_400;
const ORPHAN_SECONDS = 604_800;

/**
 * Removes what the terminal interface left behind without a word: sessions of source `tui` without
 * title and messages, ended, and started more than a day before `now` (epoch seconds).
 *
 * @returns their ids
 */
export function* pruneEmptyGhosts(tx: Tx, now: number): Steps<{ sessionIds: string[] }> {
  const rows = tx.all(
    `SELECT s.id FROM sessions AS s
     WHERE s.source = 'tui' AND s.title IS NULL AND s.ended_at IS NOT NULL AND s.id IS NOT NULL
       AND ${isTime('s.started_at')} AND s.started_at < ?
       AND NOT EXISTS (SELECT 1 FROM messages AS m WHERE m.session_id = s.id)
     ORDER BY s.started_at, s.id`,
    now - GHOST_SECONDS,
  );
  const locks = liveLocks(tx, now);
  const sessionIds = idsOf(rows).filter((id) => !isHeld(tx, () => [id], locks));
  yield* removeSessions(tx, sessionIds);
  return { sessionIds };
}

/**
 * Ends at `now` (epoch seconds) the continuations that a failed compression left open: never used,
 * never ended, with messages, and started more than a week ago.
 *
 * @returns their ids
 */
export function finalizeOrphanedCompressions(tx: Tx, now: number): { sessionIds: string[] } {
  const sessionIds = idsOf(
    tx.all(
      `SELECT s.id FROM sessions AS s JOIN sessions AS p ON p.id = s.parent_session_id
       WHERE s.api_call_count = 0 AND s.end_reason IS NULL AND s.ended_at IS NULL
         AND ${isTime('s.started_at')} AND s.started_at < ?
         AND p.end_reason = 'compression' AND p.ended_at IS NOT NULL AND s.id IS NOT NULL
         AND EXISTS (SELECT 1 FROM messages AS m WHERE m.session_id = s.id)
       ORDER BY s.started_at, s.id`,
      now - ORPHAN_SECONDS,
    ),
  );
  const locks = liveLocks(tx, now);
  const free = sessionIds.filter((id) => !locks.has(id));
  tx.run(
    `UPDATE sessions SET ended_at = ?, end_reason = 'orphaned_compression'
     WHERE id IN (SELECT value FROM json_each(?))`,
    now,
    JSON.stringify(free),
  );
  return { sessionIds: free };
}

function idsOf(rows: readonly Row[]): string[] {
  return rows.map((row) => text(row['id']));
}
