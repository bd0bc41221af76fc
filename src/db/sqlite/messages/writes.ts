import { InvalidInputError } from '../../../domain/errors.js';
import type { MessageRow } from '../../../domain/message.js';
import {
  storableContent,
  storableJson,
  storableText,
  storableTextOrNull,
} from '../../../domain/storable.js';
import { countToolCalls } from '../../../domain/tool-calls.js';
import type { AppendMessage, NewMessage } from '../../../domain/writes.js';
import type { Bindable } from '../driver.js';
import { existingSession, insert } from '../sessions/writes.js';
import type { Tx } from '../sql.js';
import { rememberedAppend, rememberAppend } from './idempotency.js';
import { messagesByIds } from './lists.js';

/**
 * Appends a message at `now` (epoch seconds) and counts it. A repeat of an idempotency key answers
 * with the row of its first use and writes nothing.
 *
 * @throws SessionNotFoundError, InvalidInputError
 */
export function appendMessage(
  tx: Tx,
  message: AppendMessage,
  now: number,
): { message: MessageRow; duplicate: boolean } {
  const { sessionId, idempotencyKey } = message;
  existingSession(tx, sessionId);
  const first = idempotencyKey == null ? null : rememberedAppend(tx, sessionId, idempotencyKey);
  if (first !== null) return { message: first, duplicate: true };
  const id = insertMessage(tx, sessionId, message, now);
  if (idempotencyKey != null) rememberAppend(tx, sessionId, idempotencyKey, id, now);
  return { message: writtenMessage(tx, id), duplicate: false };
}

/** Inserts one message and adds it to the session's two counters. */
function insertMessage(tx: Tx, sessionId: string, message: NewMessage, now: number): number {
  const id = insert(tx, 'messages', messageValues(sessionId, message, now));
  tx.run(
    `UPDATE sessions SET message_count = message_count + 1, tool_call_count = tool_call_count + ?
     WHERE id = ?`,
    countToolCalls(message.toolCalls),
    sessionId,
  );
  return id;
}

/** A new message as column values. JSON is written as Hermes writes it. */
function messageValues(
  sessionId: string,
  message: NewMessage,
  now: number,
): Record<string, Bindable> {
  return {
    session_id: sessionId,
    role: storableText('role', message.role),
    content: storableContent('content', message.content),
    tool_call_id: storableTextOrNull('toolCallId', message.toolCallId),
    tool_calls: storableJson('toolCalls', message.toolCalls),
    tool_name: storableTextOrNull('toolName', message.toolName),
    timestamp: now,
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

function writtenMessage(tx: Tx, id: number): MessageRow {
  const message = messagesByIds(tx, [id])[0];
  if (message == null) throw new Error('A message that was just written cannot be read.');
  return message;
}
