import { contentParts, contentText } from '../../domain/content.js';
import { pageSize } from '../../domain/paging.js';
import { parseJsonOrNull } from '../../domain/python-json.js';
import { countCodePoints, sliceCodePoints } from '../../domain/text.js';
import { parseToolCalls } from '../../domain/tool-calls.js';
import { builder } from '../builder.js';
import { Session } from '../session/ref.js';
import { ContentPart, ToolCall } from './parts.js';
import { Message } from './ref.js';
import { MessageStateEnum } from './states.js';

builder.node(Message, {
  description:
    'One message of a session. Messages are ordered by their id, since clocks go backwards.',
  id: {
    resolve: (message) => String(message.id),
    description: 'Global id; opaque. `messageId` is Hermes’ own.',
  },
  // Each id has one spelling; by another one, no message is found.
  loadManyWithoutCache: (ids, { loaders }) =>
    loaders.message.loadMany(ids.map((id) => (String(Number(id)) === id ? Number(id) : NaN))),
  fields: (t) => ({
    messageId: t.expose('id', {
      type: 'SafeInt',
      description: 'Hermes’ own id, unique over the whole store and never used again.',
    }),
    session: t.field({
      type: Session,
      nullable: true,
      description: 'The session it belongs to. Null when that is gone.',
      resolve: (message, _args, { loaders }) => loaders.session.load(message.session_id),
    }),
    role: t.exposeString('role', {
      description:
        'Who speaks: `user`, `assistant`, `system`, `tool`. An open set, owned by Hermes.',
    }),
    content: t.string({
      nullable: true,
      description:
        'What it says, as a person reads it: the texts of a structured message, with `[image]` and the like for the rest. Null when there is none, and when it has more than 64 MiB, which cannot be served: `contentLength` tells them apart.',
      args: {
        maxLength: t.arg.int({ description: 'At most so many code points; all of it by default.' }),
      },
      resolve: ({ id, content, unread_bytes: unread }, { maxLength }, { loaders }) => {
        const length = maxLength == null ? null : pageSize('maxLength', maxLength, Infinity);
        if (unread > 0) return loaders.contentText({ maxLength: length }).load(id);
        const text = contentText(content);
        return text === null || length === null ? text : sliceCodePoints(text, 0, length);
      },
    }),
    contentLength: t.field({
      type: 'SafeInt',
      description:
        'Code points of the whole `content`, also where it is cut; 0 when there is none. Of content beyond 64 MiB its bytes.',
      resolve: ({ id, content, unread_bytes: unread }, _args, { loaders }) =>
        unread > 0 ? loaders.contentLength.load(id) : countCodePoints(contentText(content) ?? ''),
    }),
    contentParts: t.field({
      type: [ContentPart],
      description:
        'What it says, in typed parts: a plain text is one part. Empty when there is none, and beyond 64 MiB.',
      resolve: ({ id, content, unread_bytes: unread }, _args, { loaders }) =>
        unread > 0 ? loaders.contentParts.load(id) : contentParts(content),
    }),
    toolCallId: t.exposeString('tool_call_id', {
      nullable: true,
      description: 'In a tool’s result: the call that it answers. Null elsewhere.',
    }),
    toolName: t.exposeString('tool_name', {
      nullable: true,
      description: 'In a tool’s result: the tool. Null elsewhere.',
    }),
    toolCalls: t.field({
      type: [ToolCall],
      description:
        'The tools that the assistant called here. Empty when it called none, and when the file holds broken JSON: see `toolCallsRaw`.',
      resolve: (message) => parseToolCalls(message.tool_calls),
    }),
    toolCallsRaw: t.exposeString('tool_calls', {
      nullable: true,
      description: 'The tool calls as the text in the file. Null when there are none.',
    }),
    timestamp: t.expose('timestamp', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was written. Null where the file holds no time.',
    }),
    tokenCount: t.expose('token_count', {
      type: 'SafeInt',
      nullable: true,
      description: 'Tokens of this message. Null when Hermes did not count them.',
    }),
    finishReason: t.exposeString('finish_reason', {
      nullable: true,
      description: 'Why the model stopped, such as `stop` or `tool_calls`. Null elsewhere.',
    }),
    reasoning: t.exposeString('reasoning', {
      nullable: true,
      description: 'The model’s reasoning as text. Null when there is none.',
    }),
    reasoningContent: t.exposeString('reasoning_content', {
      nullable: true,
      description: 'The reasoning as some providers return it beside the content.',
    }),
    reasoningDetails: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The reasoning in the provider’s own form. Null when there is none or it is broken.',
      resolve: (message) => parseJsonOrNull(message.reasoning_details),
    }),
    codexReasoningItems: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Reasoning items of the Codex API. Null when there are none or they are broken.',
      resolve: (message) => parseJsonOrNull(message.codex_reasoning_items),
    }),
    codexMessageItems: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Message items of the Codex API. Null when there are none or they are broken.',
      resolve: (message) => parseJsonOrNull(message.codex_message_items),
    }),
    state: t.field({
      type: MessageStateEnum,
      description: 'Whether it is part of the conversation.',
      resolve: (message) => message.state,
    }),
  }),
});
