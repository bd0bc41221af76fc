import {
  InvalidInputError,
  SessionNotFoundError,
  TitleConflictError,
} from '../../../domain/errors.js';
import type { SessionRow } from '../../../domain/session.js';
import { cleanTitle } from '../../../domain/title.js';
import { text } from '../decode.js';
import type { Bindable } from '../driver.js';
import { isKind } from '../lineage/kind.js';
import type { Sql, Tx } from '../sql.js';
import { sessionsByIds } from './lists.js';
import { update } from './rows.js';

/** Hermes finds its own standing chat by this title, and keeps it hidden. */
const STANDING_CHAT = 'Bot Chat';

/**
 * Gives a session a title, cleaned; null or a blank one takes it away. Titles are unique over the
 * whole store. On newer files a title may move on along a compressed conversation: the earlier part
 * that has it hands it over.
 *
 * @throws TitleConflictError, InvalidTitleError, SessionNotFoundError, in this order
 */
export function setSessionTitle(
  tx: Tx,
  sessionId: string,
  title: string | null,
): { session: SessionRow } {
  const cleaned = freeTitle(tx, title, sessionId);
  const session = sessionsByIds(tx, [sessionId])[0];
  if (session == null) throw new SessionNotFoundError(sessionId);
  if (session.title === STANDING_CHAT && isHidden(tx, sessionId)) {
    throw new InvalidInputError(
      'sessionId',
      `Hermes finds session ${JSON.stringify(sessionId)} by its title "${STANDING_CHAT}"; it cannot be renamed.`,
    );
  }
  update(tx, sessionId, titleColumns(tx, cleaned));
  const renamed = sessionsByIds(tx, [sessionId])[0];
  if (renamed == null) throw new SessionNotFoundError(sessionId);
  return { session: renamed };
}

/**
 * A title as it is stored, once it is sure that no other session has it.
 *
 * @throws TitleConflictError, InvalidTitleError
 */
export function freeTitle(tx: Tx, title: string | null, sessionId: string): string | null {
  const cleaned = cleanTitle(title);
  if (cleaned === null) return null;
  const row = tx.get('SELECT id FROM sessions WHERE title = ? AND id <> ?', cleaned, sessionId);
  if (row === undefined) return cleaned;
  const holder = text(row['id']);
  if (!handsOver(tx, holder, sessionId)) throw new TitleConflictError(cleaned, holder);
  update(tx, holder, { title: null, title_source: null });
  return cleaned;
}

/** The columns of a title that a person chose. */
export function titleColumns(sql: Sql, title: string | null): Record<string, Bindable> {
  if (!sql.layout().sessions.has('title_source')) return { title };
  return { title, title_source: title === null ? null : 'user' };
}

/** Whether the holder of a title is an earlier part of the same conversation, on a newer file. */
function handsOver(sql: Sql, holderId: string, sessionId: string): boolean {
  const layout = sql.layout();
  if (!layout.sessions.has('title_source')) return false;
  const earlier = sql.get(
    `WITH RECURSIVE up(id) AS (
       SELECT ?
       UNION
       SELECT p.id FROM up JOIN sessions AS c ON c.id = up.id
       JOIN sessions AS p ON p.id = c.parent_session_id
       WHERE ${isKind(layout, 'c', 'p', 'CONTINUATION')})
     SELECT 1 FROM up WHERE id = ?`,
    sessionId,
    holderId,
  );
  return earlier !== undefined;
}

function isHidden(sql: Sql, sessionId: string): boolean {
  if (!sql.layout().sessions.has('hidden')) return false;
  return (
    sql.get('SELECT 1 FROM sessions WHERE id = ? AND COALESCE(hidden, 0) <> 0', sessionId) !==
    undefined
  );
}
