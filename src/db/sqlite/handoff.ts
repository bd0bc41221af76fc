import { InvalidInputError } from '../../domain/errors.js';
import type { Handoff } from '../../domain/gateway.js';
import type { SessionRow } from '../../domain/session.js';
import { storableText } from '../../domain/storable.js';
import { sliceCodePoints } from '../../domain/text.js';
import { textOrNull } from './decode.js';
import { decodeSession, sessionColumns } from './sessions/columns.js';
import { existingSession } from './sessions/rows.js';
import type { Sql, Tx } from './sql.js';

/** The most code points of an error that are kept. */
const MAX_ERROR_LENGTH = 500;

/** Where the handing over of a session stands; null when no session has this id. */
export function handoff(sql: Sql, sessionId: string): Handoff | null {
  const has = sql.layout().sessions.has('handoff_state');
  const columns = has ? 'handoff_state, handoff_platform, handoff_error' : '1';
  const row = sql.get(`SELECT ${columns} FROM sessions WHERE id = ?`, sessionId);
  if (row === undefined) return null;
  return {
    state: textOrNull(row['handoff_state']),
    platform: textOrNull(row['handoff_platform']),
    error: textOrNull(row['handoff_error']),
  };
}

/** Sessions that wait to be handed over, oldest start first. */
export function pendingHandoffs(sql: Sql): SessionRow[] {
  const layout = sql.layout();
  if (!layout.sessions.has('handoff_state')) return [];
  return sql
    .all(
      `SELECT ${sessionColumns(layout)} FROM sessions AS s
       WHERE s.handoff_state = 'pending' AND s.id IS NOT NULL ORDER BY s.started_at, s.id`,
    )
    .map(decodeSession);
}

/**
 * Asks for a session to be handed over to a platform. False while an earlier request is open.
 *
 * @throws SessionNotFoundError, InvalidInputError where the file has no columns for it
 */
export function requestHandoff(tx: Tx, sessionId: string, platform: string): boolean {
  assertKnown(tx, sessionId);
  return move(
    tx,
    `handoff_state = 'pending', handoff_platform = ?, handoff_error = NULL`,
    `(handoff_state IS NULL OR handoff_state IN ('completed', 'failed'))`,
    [storableText('platform', platform), sessionId],
  );
}

/** Takes a waiting session over: of several that try, one gets true. Throws as `requestHandoff`. */
export function claimHandoff(tx: Tx, sessionId: string): boolean {
  assertKnown(tx, sessionId);
  return move(tx, `handoff_state = 'running'`, `handoff_state = 'pending'`, [sessionId]);
}

/** Notes that a session was handed over, whatever was before. Throws as `requestHandoff`. */
export function completeHandoff(tx: Tx, sessionId: string): void {
  assertKnown(tx, sessionId);
  move(tx, `handoff_state = 'completed', handoff_error = NULL`, '1', [sessionId]);
}

/** Notes that it failed; of the error 500 code points are kept. Throws as `requestHandoff`. */
export function failHandoff(tx: Tx, sessionId: string, error: string): void {
  assertKnown(tx, sessionId);
  const kept = sliceCodePoints(storableText('error', error), 0, MAX_ERROR_LENGTH);
  move(tx, `handoff_state = 'failed', handoff_error = ?`, '1', [kept, sessionId]);
}

function move(tx: Tx, assignments: string, condition: string, values: readonly string[]): boolean {
  const { changes } = tx.run(
    `UPDATE sessions SET ${assignments} WHERE id = ? AND ${condition}`,
    ...values,
  );
  return changes > 0;
}

function assertKnown(tx: Tx, sessionId: string): void {
  if (!tx.layout().sessions.has('handoff_state')) {
    throw new InvalidInputError(
      'sessionId',
      "This store's file has no columns for handing sessions over; Hermes adds them when it opens it.",
    );
  }
  existingSession(tx, sessionId);
}
