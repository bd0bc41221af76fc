import { contentText, decodeContent } from './content.js';
import { parsePythonJson, type JsonValue } from './python-json.js';

/** A row as the file holds it, by its columns' own names. */
export type StoredRow = Record<string, string | number | Uint8Array | null>;

type ExportedRow = Record<string, JsonValue>;

/** A session for an export: every column, JSON columns as their text, bytes as UTF-8. */
export function exportedSession(row: StoredRow): ExportedRow {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, plain(value)]));
}

/**
 * A message for an export, as Hermes exports it: every column, with content decoded and tool calls
 * parsed (broken ones are an empty list); other JSON columns stay text.
 */
export function exportedMessage(row: StoredRow): ExportedRow {
  const { content = null, tool_calls: toolCalls = null } = row;
  const decoded = decodeContent(content);
  return {
    ...exportedSession(row),
    content: decoded instanceof Uint8Array ? contentText(decoded) : decoded,
    tool_calls:
      typeof toolCalls === 'string' && toolCalls !== '' ? parsed(toolCalls) : plain(toolCalls),
  };
}

function plain(value: string | number | Uint8Array | null): JsonValue {
  return value instanceof Uint8Array ? contentText(value) : value;
}

function parsed(text: string): JsonValue {
  try {
    return parsePythonJson(text);
  } catch {
    return [];
  }
}
