import type { MessageRow } from '../../domain/message.js';
import { builder } from '../builder.js';
import { MESSAGE_ERRORS } from '../errors.js';
import { mutate } from '../mutation.js';
import { Session } from '../session/ref.js';
import { messageInputFields, newMessage } from './inputs.js';
import { Message } from './ref.js';

export const AppendMessageInput = builder.inputType('AppendMessageInput', {
  description: 'A message to be appended.',
  fields: (t) => ({
    sessionId: t.string({ required: true, description: 'The session; it must exist.' }),
    ...messageInputFields(t),
    idempotencyKey: t.string({
      description:
        'Any text of yours that names this append. A repeat within a day, also after a crash, answers with the first message and writes nothing.',
    }),
  }),
});

export const AppendMessagePayload = builder
  .objectRef<{ message: MessageRow; duplicate: boolean }>('AppendMessagePayload')
  .implement({
    description: 'The message as it was written.',
    fields: (t) => ({
      message: t.expose('message', {
        type: Message,
        description:
          'The message. Where the same query asks for the sentence of an error, give that another name: `... on UserError { error: message }`.',
      }),
      session: t.field({
        type: Session,
        nullable: true,
        description: 'Its session as it is now. Null when it has gone meanwhile.',
        resolve: ({ message }, _args, { loaders }) => loaders.session.load(message.session_id),
      }),
      duplicate: t.exposeBoolean('duplicate', {
        description: 'True when the idempotency key was used before: nothing was written.',
      }),
    }),
  });

builder.mutationField('appendMessage', (t) =>
  t.field({
    type: AppendMessagePayload,
    description:
      'Appends a message to a session, with the time of now, and counts it. Ended sessions take messages too. Half emojis in the text become U+FFFD.',
    errors: { types: MESSAGE_ERRORS },
    args: {
      input: t.arg({ type: AppendMessageInput, required: true, description: 'The message.' }),
    },
    resolve: (_root, { input: { sessionId, idempotencyKey, ...message } }, context, info) =>
      mutate(context, info, async (store) =>
        store.appendMessage({ sessionId, idempotencyKey, ...newMessage(message) }),
      ),
  }),
);
