import { parseToolCalls } from '../../domain/tool-calls.js';
import { builder } from '../builder.js';
import { Message } from './ref.js';

/** The messages that belong to a message. */
builder.objectFields(Message, (t) => ({
  previous: t.field({
    type: Message,
    nullable: true,
    description: 'The message before it in its session. Null at the start.',
    resolve: async ({ id }, _args, { loaders }) => {
      const { previous } = await loaders.messageNeighbours.load(id);
      return previous === null ? null : loaders.message.load(previous);
    },
  }),
  next: t.field({
    type: Message,
    nullable: true,
    description: 'The message after it in its session. Null at the end.',
    resolve: async ({ id }, _args, { loaders }) => {
      const { next } = await loaders.messageNeighbours.load(id);
      return next === null ? null : loaders.message.load(next);
    },
  }),
  toolResults: t.field({
    type: [Message],
    description:
      'The results of its tool calls, in the order of the calls; a call without a result is left out. Empty for a message that calls no tool.',
    resolve: ({ id, session_id: sessionId, tool_calls: calls }, _args, { loaders }) => {
      const callIds = parseToolCalls(calls).flatMap((call) => call.id ?? []);
      return callIds.length === 0
        ? []
        : loaders.toolResults.load({ sessionId, messageId: id, callIds });
    },
  }),
}));
