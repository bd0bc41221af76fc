import type { Tx } from '../sql.js';

/** Notes on newer files that a session was active at `now` (epoch seconds). It never goes back. */
export function noteActivity(tx: Tx, sessionId: string, now: number): void {
  if (!tx.layout().sessions.has('last_activity_at')) return;
  tx.run(
    `UPDATE sessions SET last_activity_at = ?
     WHERE id = ? AND (last_activity_at IS NULL OR last_activity_at < ?)`,
    now,
    sessionId,
    now,
  );
}
