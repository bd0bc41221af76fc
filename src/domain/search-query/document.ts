import { contentText } from '../content.js';
import type { MessageRow } from '../message.js';
import { parseToolCalls } from '../tool-calls.js';
import { unescapeJson } from './escapes.js';

/** What a search looks at in a message. */
export type Searchable = Pick<MessageRow, 'content' | 'tool_name' | 'tool_calls'>;

/**
 * The texts of a message that a term may stand in: content, tool name and tool calls as the indexes
 * hold them, and content and calls also with their JSON escapes read, as a person sees them.
 * `joined` is for files whose indexes hold the three as one text, where a phrase may begin in one and
 * end in the next.
 */
export function documentTexts(message: Searchable, joined = true): string[] {
  const content = plain(message.content);
  const stored = [content, message.tool_name ?? '', message.tool_calls ?? ''];
  const hasTools = message.tool_name !== null || message.tool_calls !== null;
  const texts = joined && hasTools ? [stored.join(' ')] : stored.filter((text) => text !== '');
  if (content.startsWith('\0')) texts.push(unescapeJson(content));
  if (message.tool_calls !== null) {
    const once = unescapeJson(message.tool_calls);
    if (once !== message.tool_calls) texts.push(once);
    if (once.includes('\\')) texts.push(unescapeJson(once));
  }
  return texts;
}

/**
 * What a person sees of a message: its content, and its tool name and calls, these without the
 * escapes of their JSON.
 */
export function displayTexts(message: Searchable): { content: string; tools: string } {
  const calls = parseToolCalls(message.tool_calls).map((call) =>
    [call.name, call.arguments === null ? null : unescapeJson(call.arguments)]
      .filter((text) => text !== null)
      .join(' '),
  );
  const broken =
    calls.length === 0 && message.tool_calls !== null ? [unescapeJson(message.tool_calls)] : [];
  return {
    content: contentText(message.content) ?? '',
    tools: [message.tool_name, ...calls, ...broken].filter((text) => text !== null).join(' '),
  };
}

function plain(content: Searchable['content']): string {
  if (content === null) return '';
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}
