import { InvalidInputError } from '../../../domain/errors.js';
import {
  storableContent,
  storableJson,
  storableText,
  storableTextOrNull,
} from '../../../domain/storable.js';
import type { NewMessage } from '../../../domain/writes.js';
import type { Bindable } from '../driver.js';
import { insert } from '../sessions/rows.js';
import type { Tx } from '../sql.js';

/** Messages written at one moment are so many seconds apart, so that times order them too. */
const TIME_STEP = 1e-6;

/** The times of so many messages that are written at `now` (epoch seconds). */
export function messageTimes(now: number, count: number): number[] {
  const times: number[] = [];
  for (let time = now; times.length < count; time += TIME_STEP) times.push(time);
  return times;
}

/**
 * Inserts one message at `timestamp` (epoch seconds); JSON is written as Hermes writes it. The
 * session's counters are the caller's.
 *
 * @returns its id
 * @throws InvalidInputError
 */
export function insertMessage(
  tx: Tx,
  sessionId: string,
  message: NewMessage,
  timestamp: number,
): number {
  return insert(tx, 'messages', messageValues(sessionId, message, timestamp));
}

/** Adds to the two counters that a session keeps of its messages; NULL stays NULL. */
export function addToCounters(
  tx: Tx,
  sessionId: string,
  messages: number,
  toolCalls: number,
): void {
  tx.run(
    `UPDATE sessions SET message_count = message_count + ?, tool_call_count = tool_call_count + ?
     WHERE id = ?`,
    messages,
    toolCalls,
    sessionId,
  );
}

function messageValues(
  sessionId: string,
  message: NewMessage,
  timestamp: number,
): Record<string, Bindable> {
  return {
    session_id: sessionId,
    role: storableText('role', message.role),
    content: storableContent('content', message.content),
    tool_call_id: storableTextOrNull('toolCallId', message.toolCallId),
    tool_calls: storableJson('toolCalls', message.toolCalls),
    tool_name: storableTextOrNull('toolName', message.toolName),
    timestamp,
    token_count: tokenCount(message.tokenCount),
    finish_reason: storableTextOrNull('finishReason', message.finishReason),
    reasoning: storableTextOrNull('reasoning', message.reasoning),
    reasoning_content: storableTextOrNull('reasoningContent', message.reasoningContent),
    reasoning_details: storableJson('reasoningDetails', message.reasoningDetails),
    codex_reasoning_items: storableJson('codexReasoningItems', message.codexReasoningItems),
    codex_message_items: storableJson('codexMessageItems', message.codexMessageItems),
  };
}

function tokenCount(count: number | null | undefined): number | null {
  if (count == null || Number.isSafeInteger(count)) return count ?? null;
  throw new InvalidInputError('tokenCount', `\`tokenCount\` is ${count}; it must be whole.`);
}
