import type { JsonValue } from './python-json.js';

/** A session to be made. What is left out is NULL in the file. */
export interface NewSession {
  sessionId: string;
  source: string;
  userId?: string | null;
  model?: string | null;
  modelConfig?: JsonValue;
  systemPrompt?: string | null;
  parentSessionId?: string | null;
  title?: string | null;
}

/** A message to be appended. JSON fields are stored as text; null and empty ones as NULL. */
export interface NewMessage {
  role: string;
  /** Text, or a list or an object for a structured message. */
  content?: JsonValue;
  toolCallId?: string | null;
  toolName?: string | null;
  toolCalls?: JsonValue;
  tokenCount?: number | null;
  finishReason?: string | null;
  reasoning?: string | null;
  reasoningContent?: string | null;
  reasoningDetails?: JsonValue;
  codexReasoningItems?: JsonValue;
  codexMessageItems?: JsonValue;
}

export interface AppendMessage extends NewMessage {
  sessionId: string;
  /** A repeat with the same key, also after a crash, answers with the first row for a day. */
  idempotencyKey?: string | null;
}
