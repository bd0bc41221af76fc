import { atPlace } from '../../../domain/place.js';
import type { SessionRow } from '../../../domain/session.js';
import { countToolCalls } from '../../../domain/tool-calls.js';
import type { NewMessage } from '../../../domain/writes.js';
import { noteActivity } from '../newer/activity.js';
import { assertTakesMessages, assertUnlocked } from '../newer/locks.js';
import { existingSession, update } from '../sessions/rows.js';
import { clause } from '../clause.js';
import type { Steps, Tx } from '../sql.js';
import { insertMessage, messageTimes } from './insert.js';
import { deleteMessages } from './remove.js';
import { isLive } from './states.js';

/**
 * Puts messages in the place of a session's conversation, the first at `now` (epoch seconds), and
 * counts them anew. Reasoning is kept of assistant messages only. On newer files what was compacted
 * or undone stays as it is. All or nothing.
 *
 * @throws as `appendMessage`
 */
export function* replaceMessages(
  tx: Tx,
  sessionId: string,
  messages: readonly NewMessage[],
  now: number,
): Steps<{ session: SessionRow; removed: number; messageIds: number[] }> {
  assertTakesMessages(tx, existingSession(tx, sessionId));
  assertUnlocked(tx, [sessionId], now);
  const live = clause(isLive(tx.layout(), 'messages'));
  const removed = yield* deleteMessages(tx, [sessionId], live);
  const times = messageTimes(now, messages.length);
  const messageIds: number[] = [];
  for (const [index, message] of messages.entries()) {
    const insert = () =>
      insertMessage(tx, sessionId, withoutStrayReasoning(message), times[index] ?? now);
    messageIds.push(atPlace('messages', index, insert));
    yield;
  }
  update(tx, sessionId, {
    message_count: messages.length,
    tool_call_count: messages.reduce((sum, { toolCalls }) => sum + countToolCalls(toolCalls), 0),
  });
  noteActivity(tx, sessionId, now);
  return { session: existingSession(tx, sessionId), removed, messageIds };
}

/**
 * Removes every message of a session, compacted and undone ones too, and sets its counters to 0.
 *
 * @throws SessionNotFoundError; on newer files SessionLockedError
 */
export function* clearMessages(
  tx: Tx,
  sessionId: string,
  now: number,
): Steps<{ session: SessionRow; removed: number }> {
  existingSession(tx, sessionId);
  assertUnlocked(tx, [sessionId], now);
  const removed = yield* deleteMessages(tx, [sessionId]);
  update(tx, sessionId, { message_count: 0, tool_call_count: 0 });
  return { session: existingSession(tx, sessionId), removed };
}

function withoutStrayReasoning(message: NewMessage): NewMessage {
  if (message.role === 'assistant') return message;
  const { role, content, toolCallId, toolName, toolCalls, tokenCount, finishReason } = message;
  return {
    role,
    content: content ?? null,
    toolCallId: toolCallId ?? null,
    toolName: toolName ?? null,
    ...(toolCalls === undefined ? {} : { toolCalls }),
    tokenCount: tokenCount ?? null,
    finishReason: finishReason ?? null,
  };
}
