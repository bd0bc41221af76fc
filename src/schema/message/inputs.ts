import { InvalidInputError } from '../../domain/errors.js';
import { atPlace } from '../../domain/place.js';
import type { JsonValue } from '../../domain/python-json.js';
import type { NewMessage } from '../../domain/writes.js';
import type { builder } from '../builder.js';

/** What a message can hold, for every input that brings one. */
export interface MessageFields extends Omit<NewMessage, 'content'> {
  content?: string | null;
  contentParts?: readonly JsonValue[] | null;
}

/** The fields of a message input; each input type takes its own copy. */
export function messageInputFields(t: InputFields) {
  return {
    role: t.string({
      required: true,
      description: 'Who speaks: `user`, `assistant`, `system`, `tool`.',
    }),
    content: t.string({
      description: 'What it says, up to 8 MiB. Not together with `contentParts`.',
    }),
    contentParts: t.field({
      type: ['JSON'],
      description:
        'What it says in parts, such as `{ "type": "text", "text": "…" }`; stored as Hermes stores structured messages.',
    }),
    toolCallId: t.string({ description: 'Of a tool’s result: the call that it answers.' }),
    toolName: t.string({ description: 'Of a tool’s result: the tool.' }),
    toolCalls: t.field({
      type: 'JSON',
      description:
        'Tools that the assistant calls: a list of `{ "id", "type", "function": { "name", "arguments" } }`.',
    }),
    tokenCount: t.field({ type: 'SafeInt', description: 'Tokens of this message.' }),
    finishReason: t.string({ description: 'Why the model stopped, such as `stop`.' }),
    reasoning: t.string({ description: 'The model’s reasoning as text.' }),
    reasoningContent: t.string({ description: 'The reasoning as some providers return it.' }),
    reasoningDetails: t.field({
      type: 'JSON',
      description: 'The reasoning in the provider’s form.',
    }),
    codexReasoningItems: t.field({
      type: 'JSON',
      description: 'Reasoning items of the Codex API.',
    }),
    codexMessageItems: t.field({ type: 'JSON', description: 'Message items of the Codex API.' }),
  };
}

/**
 * A message input as the store takes it.
 *
 * @throws InvalidInputError when both forms of content are given, and for tool calls that are no list:
 *   the store takes those, as Hermes' own does, but Hermes cannot replay them
 */
export function newMessage({ content, contentParts, ...fields }: MessageFields): NewMessage {
  if (content != null && contentParts != null) {
    throw new InvalidInputError('contentParts', 'Give `content` or `contentParts`, not both.');
  }
  if (fields.toolCalls != null && !Array.isArray(fields.toolCalls)) {
    throw new InvalidInputError('toolCalls', '`toolCalls` must be a list of calls, or null.');
  }
  return { ...fields, content: contentParts == null ? (content ?? null) : [...contentParts] };
}

/** Makes something of each of an input's messages; a field that is refused is named with its place. */
export function eachAtPlace<Input, Made>(
  messages: readonly Input[],
  make: (message: Input) => Made,
): Made[] {
  return messages.map((message, index) => atPlace('messages', index, () => make(message)));
}

type InputFields = Parameters<Parameters<typeof builder.inputType>[1]['fields']>[0];
