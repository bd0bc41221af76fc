import { parseExactJson, type ExactJson } from './exact-json.js';
import { dumpPythonJson } from './python-json.js';

/** A call that an assistant message makes. What the stored text does not say is null. */
export interface ToolCall {
  id: string | null;
  name: string | null;
  /** The arguments exactly as stored; an object instead of a string is its JSON text. */
  arguments: string | null;
}

/**
 * The calls in a message's `tool_calls` column, in OpenAI's form (`function: {name, arguments}`) or
 * flat. A single object is one call, JSON that was encoded twice is decoded twice, and what is no
 * object is left out. Never throws: broken JSON gives no calls.
 */
export function parseToolCalls(text: string | null): ToolCall[] {
  const parsed = parseOrNull(text);
  const calls = typeof parsed === 'string' ? parseOrNull(parsed) : parsed;
  const list = Array.isArray(calls) ? calls : [calls];
  return list.filter((call) => call instanceof Map).map(readCall);
}

/**
 * What an appended message adds to its session's counter of tool calls, from the value as given: a
 * list adds its length, nothing adds 0, and anything else 1, even an empty object or text.
 */
export function countToolCalls(value: unknown): number {
  if (value === undefined || value === null) return 0;
  return Array.isArray(value) ? value.length : 1;
}

function readCall(call: Map<string, ExactJson>): ToolCall {
  const nested = call.get('function');
  const named = nested instanceof Map ? nested : call;
  return {
    id: stringOrNull(call.get('id') ?? call.get('call_id')),
    name: stringOrNull(named.get('name')),
    arguments: argumentsText(named.get('arguments')),
  };
}

function argumentsText(value: ExactJson | undefined): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : dumpPythonJson(value);
}

function parseOrNull(text: string | null): ExactJson {
  if (text === null) return null;
  try {
    return parseExactJson(text);
  } catch {
    return null;
  }
}

function stringOrNull(value: ExactJson | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
