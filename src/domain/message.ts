/**
 * A message as the store keeps it. Names are the columns' own; a column that the file does not have
 * is null. `content` may be a BLOB in files that other programs wrote. JSON columns are text, parsed
 * only where a field needs them, since any of them may be broken.
 */
export interface MessageRow {
  id: number;
  session_id: string;
  role: string;
  content: string | Uint8Array | null;
  /** Bytes of content so large that it was not read with the row; 0 when `content` is all there is. */
  unread_bytes: number;
  tool_call_id: string | null;
  tool_calls: string | null;
  tool_name: string | null;
  /** Unix epoch seconds, null where the file holds no time. */
  timestamp: number | null;
  token_count: number | null;
  finish_reason: string | null;
  reasoning: string | null;
  reasoning_content: string | null;
  reasoning_details: string | null;
  codex_reasoning_items: string | null;
  codex_message_items: string | null;
  state: MessageState;
}

/**
 * ACTIVE is part of the conversation; COMPACTED was folded into a summary by compression in place
 * and is shown only on request; UNDONE was taken back by the user. Older files have ACTIVE only.
 */
export const MESSAGE_STATES = ['ACTIVE', 'COMPACTED', 'UNDONE'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** Which messages of a session a list covers. All that is given must hold. */
export interface MessageFilter {
  roles?: readonly string[] | null;
  excludeRoles?: readonly string[] | null;
  toolNames?: readonly string[] | null;
  timestamp?: { from?: number | null; until?: number | null } | null;
  /** ACTIVE only when not given. */
  states?: readonly MessageState[] | null;
}

/** A message of a session. */
export type MessageKey = Pick<MessageRow, 'id' | 'session_id'>;

/** The ids of the messages before and after one in its session; null at either end. */
export interface MessageNeighbours {
  previous: number | null;
  next: number | null;
}

/** The tool calls of one message, whose results are looked for. */
export interface ToolCallKey {
  sessionId: string;
  messageId: number;
  callIds: readonly string[];
}
