import { clause, type Clause } from '../clause.js';
import type { Steps, Tx } from '../sql.js';

/** Rows that one statement deletes: each has its triggers, which take both indexes along. */
const ROWS_AT_ONCE = 100;

/**
 * Deletes the messages of sessions, in pieces; `where` narrows them. Counters are the caller's.
 *
 * @returns how many there were
 */
export function* deleteMessages(
  tx: Tx,
  sessionIds: readonly string[],
  where: Clause = clause('1'),
): Steps<number> {
  let deleted = 0;
  for (const sessionId of sessionIds) {
    for (;;) {
      const { changes } = tx.run(
        `DELETE FROM messages WHERE id IN (
           SELECT id FROM messages WHERE session_id = ? AND ${where.sql} LIMIT ${ROWS_AT_ONCE})`,
        sessionId,
        ...where.values,
      );
      deleted += changes;
      if (changes === 0) break;
      yield;
    }
  }
  return deleted;
}
