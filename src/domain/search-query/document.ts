import { contentText } from '../content.js';
import type { MessageRow } from '../message.js';
import { parseToolCalls } from '../tool-calls.js';
import { unescapeJson } from './escapes.js';

/** What a search looks at in a message. */
export type Searchable = Pick<MessageRow, 'content' | 'tool_name' | 'tool_calls'>;

/**
 * The texts of a message that a term may stand in: content, tool name and tool calls as the indexes
 * hold them, and the last two also with their JSON escapes read, as a person sees them.
 */
export function documentTexts(message: Searchable): string[] {
  const texts: string[] = [];
  const content = plain(message.content);
  if (content !== '') texts.push(content);
  if (content.startsWith('\0')) texts.push(unescapeJson(content));
  if (message.tool_name !== null) texts.push(message.tool_name);
  if (message.tool_calls !== null) {
    const once = unescapeJson(message.tool_calls);
    texts.push(message.tool_calls);
    if (once !== message.tool_calls) texts.push(once);
    if (once.includes('\\')) texts.push(unescapeJson(once));
  }
  return texts;
}

/** What a person sees of a message: its content, and its tool name and calls. */
export function displayTexts(message: Searchable): { content: string; tools: string } {
  const calls = parseToolCalls(message.tool_calls).map((call) =>
    [call.name, call.arguments].filter((text) => text !== null).join(' '),
  );
  const broken = calls.length === 0 && message.tool_calls !== null ? [message.tool_calls] : [];
  return {
    content: contentText(message.content) ?? '',
    tools: [message.tool_name, ...calls, ...broken].filter((text) => text !== null).join(' '),
  };
}

function plain(content: Searchable['content']): string {
  if (content === null) return '';
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}
