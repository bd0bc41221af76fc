import {
  InvalidInputError,
  SessionNotFoundError,
  TitleConflictError,
} from '../../../domain/errors.js';
import type { SessionRow } from '../../../domain/session.js';
import { storableJson, storableText, storableTextOrNull } from '../../../domain/storable.js';
import { cleanTitle } from '../../../domain/title.js';
import type { NewSession } from '../../../domain/writes.js';
import { text } from '../decode.js';
import type { Bindable } from '../driver.js';
import type { Tx } from '../sql.js';
import { sessionsByIds } from './lists.js';

/**
 * Makes a session that starts at `now` (epoch seconds). An id that exists keeps its row as it is.
 *
 * @throws InvalidInputError for an unknown parent, TitleConflictError, InvalidTitleError
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
  const title = cleanTitle(session.title ?? null);
  if (title !== null) assertTitleFree(tx, title, id);
  insert(tx, 'sessions', {
    id,
    source: storableText('source', session.source),
    user_id: storableTextOrNull('userId', session.userId),
    model: storableTextOrNull('model', session.model),
    model_config: storableJson('modelConfig', session.modelConfig),
    system_prompt: storableTextOrNull('systemPrompt', session.systemPrompt),
    parent_session_id: parent,
    started_at: now,
    title,
  });
  return { session: existingSession(tx, id), created: true };
}

/** Ends a session at `now` (epoch seconds). The first end wins; a later one changes nothing. */
export function endSession(
  tx: Tx,
  sessionId: string,
  endReason: string | null,
  now: number,
): { session: SessionRow; alreadyEnded: boolean } {
  existingSession(tx, sessionId);
  const { changes } = tx.run(
    'UPDATE sessions SET ended_at = ?, end_reason = ? WHERE id = ? AND ended_at IS NULL',
    now,
    storableTextOrNull('endReason', endReason),
    sessionId,
  );
  return { session: existingSession(tx, sessionId), alreadyEnded: changes === 0 };
}

/** @throws SessionNotFoundError when no session has this id */
export function existingSession(tx: Tx, sessionId: string): SessionRow {
  const session = sessionsByIds(tx, [sessionId])[0];
  if (session == null) throw new SessionNotFoundError(sessionId);
  return session;
}

/** @throws TitleConflictError when another session than `sessionId` has exactly this title */
export function assertTitleFree(tx: Tx, title: string, sessionId: string): void {
  const holder = tx.get('SELECT id FROM sessions WHERE title = ? AND id <> ?', title, sessionId);
  if (holder !== undefined) throw new TitleConflictError(title, text(holder['id']));
}

/** Inserts one row by named columns; columns that are not named take the file's defaults. */
export function insert(
  tx: Tx,
  table: 'sessions' | 'messages',
  values: Readonly<Record<string, Bindable>>,
): number {
  const names = Object.keys(values);
  const { lastId } = tx.run(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    ...Object.values(values),
  );
  return lastId;
}
