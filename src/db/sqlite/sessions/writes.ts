import { InvalidInputError } from '../../../domain/errors.js';
import type { SessionRow } from '../../../domain/session.js';
import { storableObject, storableText, storableTextOrNull } from '../../../domain/storable.js';
import type { NewSession } from '../../../domain/writes.js';
import { inheritedColumns } from '../newer/inheritance.js';
import { assertUnlocked } from '../newer/locks.js';
import { promptColumns } from '../newer/prompts.js';
import type { Tx } from '../sql.js';
import { sessionsByIds } from './lists.js';
import { freeTitle, titleColumns } from './naming.js';
import { existingSession, insert } from './rows.js';

/**
 * Makes a session that starts at `now` (epoch seconds). An id that exists keeps its row as it is. On
 * newer files the session takes its workplace over from its parent.
 *
 * @throws InvalidInputError for an unknown parent or settings that are no object;
 *   TitleConflictError, InvalidTitleError
 */
export function createSession(
  tx: Tx,
  session: NewSession,
  now: number,
): { session: SessionRow; created: boolean } {
  const id = storableText('sessionId', session.sessionId);
  const existing = sessionsByIds(tx, [id])[0];
  if (existing != null) return { session: existing, created: false };
  const parent = storableTextOrNull('parentSessionId', session.parentSessionId);
  if (parent !== null && sessionsByIds(tx, [parent])[0] === null) {
    throw new InvalidInputError(
      'parentSessionId',
      `No session ${JSON.stringify(parent)} to be the parent.`,
    );
  }
  const title = freeTitle(tx, session.title ?? null, id);
  insert(tx, 'sessions', {
    id,
    source: storableText('source', session.source),
    user_id: storableTextOrNull('userId', session.userId),
    model: storableTextOrNull('model', session.model),
    model_config: storableObject('modelConfig', session.modelConfig),
    parent_session_id: parent,
    started_at: now,
    ...promptColumns(tx, storableTextOrNull('systemPrompt', session.systemPrompt)),
    ...(title === null ? {} : titleColumns(tx, title)),
    ...inheritedColumns(tx, parent),
  });
  return { session: existingSession(tx, id), created: true };
}

/**
 * Ends a session at `now` (epoch seconds). The first end wins; a later one changes nothing.
 *
 * @throws SessionNotFoundError, SessionLockedError while Hermes compresses it
 */
export function endSession(
  tx: Tx,
  sessionId: string,
  endReason: string | null,
  now: number,
): { session: SessionRow; alreadyEnded: boolean } {
  existingSession(tx, sessionId);
  assertUnlocked(tx, [sessionId], now);
  const { changes } = tx.run(
    'UPDATE sessions SET ended_at = ?, end_reason = ? WHERE id = ? AND ended_at IS NULL',
    now,
    storableTextOrNull('endReason', endReason),
    sessionId,
  );
  return { session: existingSession(tx, sessionId), alreadyEnded: changes === 0 };
}

/**
 * Takes a session's end back, with its reason, unless Hermes holds it at `now` (epoch seconds): one
 * that is just being closed by compression would go on beside its continuation.
 *
 * @throws SessionNotFoundError, SessionLockedError
 */
export function reopenSession(tx: Tx, sessionId: string, now: number): { session: SessionRow } {
  existingSession(tx, sessionId);
  assertUnlocked(tx, [sessionId], now);
  tx.run('UPDATE sessions SET ended_at = NULL, end_reason = NULL WHERE id = ?', sessionId);
  return { session: existingSession(tx, sessionId) };
}
