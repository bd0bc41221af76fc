import type { SessionRow } from '../../domain/session.js';
import { builder } from '../builder.js';
import { MESSAGE_ERRORS } from '../errors.js';
import { mutate } from '../mutation.js';
import { Session } from '../session/ref.js';
import { eachAtPlace, messageInputFields, newMessage } from './inputs.js';

const ReplacementMessageInput = builder.inputType('ReplacementMessageInput', {
  description: 'A message of a new transcript. Reasoning is kept of the assistant only.',
  fields: messageInputFields,
});

const ReplaceMessagesInput = builder.inputType('ReplaceMessagesInput', {
  description: 'A new transcript for a session.',
  fields: (t) => ({
    sessionId: t.string({ required: true, description: 'The session.' }),
    messages: t.field({
      type: [ReplacementMessageInput],
      required: true,
      description: 'The messages, first to last. They get new ids, and times from now on.',
    }),
  }),
});

interface Replaced {
  session: SessionRow;
  removed: number;
}

const ReplaceMessagesPayload = builder
  .objectRef<Replaced & { messageIds: number[] }>('ReplaceMessagesPayload')
  .implement({
    description: 'The session with its new transcript.',
    fields: (t) => ({
      session: t.expose('session', { type: Session, description: 'The session as it is now.' }),
      removed: t.expose('removed', { type: 'SafeInt', description: 'How many messages went.' }),
      messageIds: t.expose('messageIds', {
        type: ['SafeInt'],
        description: 'The new messages’ ids, in their order.',
      }),
    }),
  });

builder.mutationField('replaceMessages', (t) =>
  t.field({
    type: ReplaceMessagesPayload,
    description:
      'Puts a new transcript in the place of a session’s messages, all or nothing. Title and end stay.',
    errors: { types: MESSAGE_ERRORS },
    args: {
      input: t.arg({ type: ReplaceMessagesInput, required: true, description: 'The transcript.' }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, async (store) =>
        store.replaceMessages(input.sessionId, eachAtPlace(input.messages, newMessage)),
      ),
  }),
);

const ClearMessagesInput = builder.inputType('ClearMessagesInput', {
  description: 'A session to be emptied.',
  fields: (t) => ({
    sessionId: t.string({ required: true, description: 'The session.' }),
  }),
});

const ClearMessagesPayload = builder.objectRef<Replaced>('ClearMessagesPayload').implement({
  description: 'The session without messages.',
  fields: (t) => ({
    session: t.expose('session', { type: Session, description: 'The session as it is now.' }),
    removed: t.expose('removed', { type: 'SafeInt', description: 'How many messages went.' }),
  }),
});

builder.mutationField('clearMessages', (t) =>
  t.field({
    type: ClearMessagesPayload,
    description:
      'Removes all messages of a session, for good. Its title, tokens and cost stay; its two counters become 0.',
    errors: { types: MESSAGE_ERRORS },
    args: {
      input: t.arg({ type: ClearMessagesInput, required: true, description: 'The session.' }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, (store) => store.clearMessages(input.sessionId)),
  }),
);
