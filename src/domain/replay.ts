import { decodeContent, contentText } from './content.js';
import type { MessageRow } from './message.js';
import { parsePythonJson, type JsonValue } from './python-json.js';
import { sanitizeContext } from './sanitize-context.js';
import { pythonStrip } from './text.js';

/** The columns that a replay is made of. */
export type ReplayRow = Pick<
  MessageRow,
  | 'role'
  | 'content'
  | 'tool_call_id'
  | 'tool_name'
  | 'tool_calls'
  | 'finish_reason'
  | 'reasoning'
  | 'reasoning_content'
  | 'reasoning_details'
  | 'codex_reasoning_items'
  | 'codex_message_items'
> & {
  /** Whether it is what others said in a group: context, and no turn of the user. */
  observed?: boolean;
  /** What was really sent in place of the content, as newer files keep it. */
  api_content?: string | null;
};

type ReplayMessage = Record<string, JsonValue>;

/**
 * The messages as Hermes sends them to a model again, one for each row and in the order of the rows,
 * which is that of the message ids. Recalled memory is taken out of what user and assistant said and
 * the whitespace around it stripped; keys without a value are left out; reasoning stays with the
 * assistant. With `dedupe`, as for a session with its ancestors, a user message is left out that was
 * said before and not answered since. What was observed in a group is marked as such, and
 * what was really sent in place of a content comes along as it is. Bytes become their text, since JSON has none.
 */
export function toConversation(
  rows: readonly ReplayRow[],
  options: { dedupe: boolean },
): JsonValue[] {
  const messages = rows.map(toMessage);
  return options.dedupe ? withoutRepeats(messages) : messages;
}

function toMessage(row: ReplayRow): ReplayMessage {
  const message: ReplayMessage = { role: row.role, content: replayContent(row) };
  if (row.tool_call_id) message['tool_call_id'] = row.tool_call_id;
  if (row.tool_name) message['tool_name'] = row.tool_name;
  if (row.tool_calls) message['tool_calls'] = parseOr(row.tool_calls, []);
  if (row.observed === true) message['observed'] = true;
  if (row.api_content != null) message['api_content'] = row.api_content;
  if (row.role !== 'assistant') return message;
  if (row.finish_reason) message['finish_reason'] = row.finish_reason;
  if (row.reasoning) message['reasoning'] = row.reasoning;
  if (row.reasoning_content !== null) message['reasoning_content'] = row.reasoning_content;
  if (row.reasoning_details) message['reasoning_details'] = parseOr(row.reasoning_details, null);
  if (row.codex_reasoning_items) {
    message['codex_reasoning_items'] = parseOr(row.codex_reasoning_items, null);
  }
  if (row.codex_message_items) {
    message['codex_message_items'] = parseOr(row.codex_message_items, null);
  }
  return message;
}

function replayContent(row: ReplayRow): JsonValue {
  const content = decodeContent(row.content);
  if (content instanceof Uint8Array) return contentText(content);
  const spoken = row.role === 'user' || row.role === 'assistant';
  return spoken && typeof content === 'string' ? pythonStrip(sanitizeContext(content)) : content;
}

/** An assistant's message with content or tool calls is an answer; anything else answers nothing. */
function withoutRepeats(messages: readonly ReplayMessage[]): ReplayMessage[] {
  const unanswered = new Set<string>();
  return messages.filter(({ role, content = null, tool_calls: toolCalls = null }) => {
    if (role === 'assistant' && (isTruthy(content) || isTruthy(toolCalls))) unanswered.clear();
    if (role !== 'user' || typeof content !== 'string' || content === '') return true;
    const repeated = unanswered.has(content);
    unanswered.add(content);
    return !repeated;
  });
}

/** Python's truth of a JSON value: empty lists and objects are false, NaN is true. */
function isTruthy(value: JsonValue): boolean {
  if (typeof value === 'number') return value !== 0;
  if (value === null || typeof value !== 'object') return Boolean(value);
  return Object.keys(value).length > 0;
}

function parseOr(text: string, fallback: JsonValue): JsonValue {
  try {
    return parsePythonJson(text);
  } catch {
    return fallback;
  }
}
