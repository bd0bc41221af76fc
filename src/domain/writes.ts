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

/** What to change of a session. What is left out stays as it is; null clears. */
export interface SessionChanges {
  sessionId: string;
  model?: string | null;
  systemPrompt?: string | null;
  /** Replaces the configuration. Marks of where the session came from are kept. */
  modelConfig?: JsonValue;
}

/**
 * Tokens and money that a session used. ADD adds the counters to what is stored, SET replaces them,
 * and a counter that is left out is 0. Of the texts the newest cost status, cost source and pricing
 * version win; model and billing fill what is empty and change nothing else.
 */
export interface UsageRecord {
  sessionId: string;
  mode: 'ADD' | 'SET';
  inputTokens?: number | null;
  outputTokens?: number | null;
  cacheReadTokens?: number | null;
  cacheWriteTokens?: number | null;
  reasoningTokens?: number | null;
  apiCallCount?: number | null;
  /** US dollars. ADD without it adds 0, SET without it stores 0. */
  estimatedCostUsd?: number | null;
  /** US dollars. Without it the stored value stays in both modes. */
  actualCostUsd?: number | null;
  costStatus?: string | null;
  costSource?: string | null;
  pricingVersion?: string | null;
  billingProvider?: string | null;
  billingBaseUrl?: string | null;
  billingMode?: string | null;
  model?: string | null;
}
