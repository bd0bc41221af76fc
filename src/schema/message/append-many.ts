import type { MessageRow } from '../../domain/message.js';
import { builder } from '../builder.js';
import { MESSAGE_ERRORS } from '../errors.js';
import { mutate } from '../mutation.js';
import { eachAtPlace, newMessage } from './inputs.js';
import { AppendMessageInput, AppendMessagePayload } from './mutations.js';

const AppendMessagesInput = builder.inputType('AppendMessagesInput', {
  description: 'Messages to be appended, to one session or to several.',
  fields: (t) => ({
    messages: t.field({
      type: [AppendMessageInput],
      required: true,
      description: 'The messages, in the order in which they are to stand.',
    }),
  }),
});

const AppendMessagesPayload = builder
  .objectRef<{ results: { message: MessageRow; duplicate: boolean }[] }>('AppendMessagesPayload')
  .implement({
    description: 'The messages as they were written.',
    fields: (t) => ({
      results: t.expose('results', {
        type: [AppendMessagePayload],
        description: 'One for each message of the input, in their order.',
      }),
    }),
  });

builder.mutationField('appendMessages', (t) =>
  t.field({
    type: AppendMessagesPayload,
    description: 'Appends messages in one transaction, all or nothing.',
    errors: { types: MESSAGE_ERRORS },
    args: {
      input: t.arg({ type: AppendMessagesInput, required: true, description: 'The messages.' }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, async (store) => ({
        results: await store.appendMessages(
          eachAtPlace(input.messages, ({ sessionId, idempotencyKey, ...message }) => ({
            sessionId,
            idempotencyKey,
            ...newMessage(message),
          })),
        ),
      })),
  }),
);
