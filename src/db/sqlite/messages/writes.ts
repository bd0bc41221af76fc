import type { MessageRow } from '../../../domain/message.js';
import { atPlace } from '../../../domain/place.js';
import { countToolCalls } from '../../../domain/tool-calls.js';
import type { AppendMessage } from '../../../domain/writes.js';
import { noteActivity } from '../newer/activity.js';
import { assertTakesMessages, assertUnlocked } from '../newer/locks.js';
import { existingSession } from '../sessions/rows.js';
import type { Steps, Tx } from '../sql.js';
import { rememberedAppend, rememberAppend } from './idempotency.js';
import { addToCounters, insertMessage, messageTimes } from './insert.js';
import { messagesByIds } from './lists.js';

/** What an append answers: the message as stored, and whether its key was used before. */
export interface Appended {
  message: MessageRow;
  duplicate: boolean;
}

/**
 * Appends a message at `now` (epoch seconds) and counts it. A repeat of an idempotency key answers
 * with the row of its first use and writes nothing.
 *
 * @throws SessionNotFoundError, InvalidInputError; on newer files SessionLockedError while Hermes
 *   holds the session, SessionClosedError once compression closed it
 */
export function appendMessage(tx: Tx, message: AppendMessage, now: number): Appended {
  const { sessionId, idempotencyKey } = message;
  const session = existingSession(tx, sessionId);
  const first =
    idempotencyKey == null ? null : rememberedAppend(tx, sessionId, idempotencyKey, now);
  if (first !== null) return { message: first, duplicate: true };
  assertTakesMessages(tx, session);
  assertUnlocked(tx, [sessionId], now);
  const id = insertMessage(tx, sessionId, message, now);
  addToCounters(tx, sessionId, 1, countToolCalls(message.toolCalls));
  noteActivity(tx, sessionId, now);
  if (idempotencyKey != null) rememberAppend(tx, sessionId, idempotencyKey, id, now);
  return { message: writtenMessage(tx, id), duplicate: false };
}

/**
 * Appends messages in their order, to one session or several: all of them, or none when one is
 * refused. A field that is refused is named with its place.
 *
 * @throws as `appendMessage`
 */
export function* appendMessages(
  tx: Tx,
  messages: readonly AppendMessage[],
  now: number,
): Steps<Appended[]> {
  const times = messageTimes(now, messages.length);
  const appended: Appended[] = [];
  for (const [index, message] of messages.entries()) {
    const append = () => appendMessage(tx, message, times[index] ?? now);
    appended.push(atPlace('messages', index, append));
    yield;
  }
  return appended;
}

function writtenMessage(tx: Tx, id: number): MessageRow {
  const message = messagesByIds(tx, [id])[0];
  if (message == null) throw new Error('A message that was just written cannot be read.');
  return message;
}
