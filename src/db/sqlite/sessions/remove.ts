import { SessionNotFoundError } from '../../../domain/errors.js';
import type { Removal, RemovalAnswer, RemovalScope } from '../../../domain/removal.js';
import { text } from '../decode.js';
import { conversationIds } from '../lineage/segments.js';
import { delegateIds } from '../newer/delegates.js';
import { assertUnlocked, liveLocks, type Locks } from '../newer/locks.js';
import { dropUnusedPrompts, promptHashes } from '../newer/prompts.js';
import { deleteMessages } from '../messages/remove.js';
import type { Sql, Steps, Tx } from '../sql.js';
import { sessionsByIds } from './lists.js';

/** Tables whose rows belong to one session and go with it, by the column that names it. */
const DEPENDENTS: readonly (readonly [table: string, column: string])[] = [
  ['session_model_usage', 'session_id'],
  ['telegram_dm_topic_bindings', 'session_id'],
  ['compression_locks', 'session_id'],
  ['session_turn_leases', 'conversation_id'],
];

/**
 * Deletes a session, or its whole conversation, with all messages. Other children stay and lose
 * their parent; on files that mark delegates, those go too. `now` is epoch seconds.
 *
 * @throws SessionNotFoundError, SessionLockedError
 */
export function* deleteSession(
  tx: Tx,
  sessionId: string,
  scope: RemovalScope,
  now: number,
): Steps<Removal> {
  const named = scope === 'SESSION' ? existing(tx, [sessionId]) : conversationIds(tx, [sessionId]);
  if (named.length === 0) throw new SessionNotFoundError(sessionId);
  const ids = [...named, ...delegateIds(tx, named)];
  assertUnlocked(tx, ids, now);
  return yield* removeSessions(tx, ids);
}

/**
 * Deletes many sessions, or their conversations, in one transaction, and answers for each id. Ids
 * that no session has, and sessions that Hermes holds, are passed over.
 */
export function* deleteSessions(
  tx: Tx,
  sessionIds: readonly string[],
  scope: RemovalScope,
  now: number,
): Steps<Removal & { answers: RemovalAnswer[] }> {
  const locks = liveLocks(tx, now);
  const found = new Set(existing(tx, sessionIds));
  const covered = (ids: readonly string[]) =>
    scope === 'SESSION' ? [...ids] : conversationIds(tx, ids);
  const free = [...found].filter((id) => !isHeld(tx, () => covered([id]), locks));
  const named = covered(free);
  const removal = yield* removeSessions(tx, [...named, ...delegateIds(tx, named)]);
  const deleted = new Set(removal.deletedIds);
  const outcome = (id: string) => {
    if (deleted.has(id)) return 'DELETED';
    return found.has(id) ? 'LOCKED' : 'NOT_FOUND';
  };
  const answers = sessionIds.map((id) => ({ sessionId: id, outcome: outcome(id) }) as const);
  return { ...removal, answers };
}

/** Whether one of these sessions, or a delegate that would go with them, is locked. */
export function isHeld(sql: Sql, sessionIds: () => readonly string[], locks: Locks): boolean {
  if (locks.size === 0) return false;
  const ids = sessionIds();
  return [...ids, ...delegateIds(sql, ids)].some((id) => locks.has(id));
}

/**
 * Removes sessions that exist, in the order that keeps every reference and index right: children
 * detached, then messages, then what depends on the sessions, then they themselves.
 */
export function* removeSessions(tx: Tx, ids: readonly string[]): Steps<Removal> {
  const { tables } = tx.layout();
  const list = JSON.stringify(ids);
  const isListed = (column: string) => `${column} IN (SELECT value FROM json_each(?))`;
  const detached = tx.all(
    `SELECT id FROM sessions WHERE ${isListed('parent_session_id')} AND id IS NOT NULL
     AND NOT ${isListed('id')} ORDER BY started_at, id`,
    list,
    list,
  );
  const prompts = promptHashes(tx, ids);
  tx.run(
    `UPDATE sessions SET parent_session_id = NULL WHERE ${isListed('parent_session_id')}`,
    list,
  );
  yield* deleteMessages(tx, ids);
  for (const [table, column] of DEPENDENTS) {
    if (tables.has(table)) tx.run(`DELETE FROM ${table} WHERE ${isListed(column)}`, list);
  }
  tx.run(`DELETE FROM sessions WHERE ${isListed('id')}`, list);
  dropUnusedPrompts(tx, prompts);
  return { deletedIds: [...ids], detachedIds: detached.map((row) => text(row['id'])) };
}

function existing(sql: Sql, ids: readonly string[]): string[] {
  return sessionsByIds(sql, [...new Set(ids)]).flatMap((session) => session?.id ?? []);
}
