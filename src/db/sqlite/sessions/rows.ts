import { SessionNotFoundError } from '../../../domain/errors.js';
import type { SessionRow } from '../../../domain/session.js';
import type { Bindable } from '../driver.js';
import type { Tx } from '../sql.js';
import { sessionsByIds } from './lists.js';

/** @throws SessionNotFoundError when no session has this id */
export function existingSession(tx: Tx, sessionId: string): SessionRow {
  const session = sessionsByIds(tx, [sessionId])[0];
  if (session == null) throw new SessionNotFoundError(sessionId);
  return session;
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

/** Changes columns of one session, by name. */
export function update(
  tx: Tx,
  sessionId: string,
  values: Readonly<Record<string, Bindable>>,
): void {
  const names = Object.keys(values);
  if (names.length === 0) return;
  tx.run(
    `UPDATE sessions SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`,
    ...Object.values(values),
    sessionId,
  );
}
