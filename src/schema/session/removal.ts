import type { Removal, RemovalAnswer } from '../../domain/removal.js';
import { builder } from '../builder.js';
import { WRITE_ERRORS, SESSION_ERRORS } from '../errors.js';
import { mutate } from '../mutation.js';
import { sessions } from './relatives.js';
import { Session } from './ref.js';

const RemovalScope = builder.enumType('RemovalScope', {
  description: 'How far a deletion goes.',
  values: {
    SESSION: { value: 'SESSION', description: 'The session alone. Its children stay.' },
    CONVERSATION: {
      value: 'CONVERSATION',
      description: 'The session and its whole chain of compression continuations.',
    },
  } as const,
});

const RemovalOutcome = builder.enumType('RemovalOutcome', {
  description: 'What became of one id of many.',
  values: {
    DELETED: { value: 'DELETED', description: 'It went.' },
    NOT_FOUND: { value: 'NOT_FOUND', description: 'No session has this id.' },
    LOCKED: { value: 'LOCKED', description: 'Hermes is using it; it stayed.' },
  } as const,
});

/** Fields that both payloads share. */
const RemovalFields = builder.interfaceRef<Removal>('Removal').implement({
  description: 'What a deletion did.',
  fields: (t) => ({
    deletedIds: t.exposeStringList('deletedIds', {
      description: 'The sessions that went: those named, then those that went with them.',
    }),
    detachedIds: t.exposeStringList('detachedIds', {
      description: 'Children that stay and have no parent any more.',
    }),
    detached: t.field({
      type: [Session],
      description: 'The same children, as they are now.',
      resolve: ({ detachedIds }, _args, context) => sessions(context, detachedIds),
    }),
  }),
});

const DeleteSessionInput = builder.inputType('DeleteSessionInput', {
  description: 'A session to be deleted, with all its messages.',
  fields: (t) => ({
    sessionId: t.string({ required: true, description: 'Its id.' }),
    scope: t.field({
      type: RemovalScope,
      defaultValue: 'SESSION',
      description: 'The session alone, or its conversation.',
    }),
  }),
});

builder.mutationField('deleteSession', (t) =>
  t.field({
    type: builder.objectRef<Removal>('DeleteSessionPayload').implement({
      description: 'What went, and what stayed without a parent.',
      interfaces: [RemovalFields],
    }),
    description:
      'Deletes a session and its messages, for good. Children stay and lose their parent; files that mark sub-agents delete those with it.',
    errors: { types: SESSION_ERRORS },
    args: {
      input: t.arg({ type: DeleteSessionInput, required: true, description: 'The session.' }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, (store) =>
        store.deleteSession(input.sessionId, input.scope ?? 'SESSION'),
      ),
  }),
);

const RemovalAnswerType = builder.objectRef<RemovalAnswer>('RemovalAnswer').implement({
  description: 'What became of one id.',
  fields: (t) => ({
    sessionId: t.exposeString('sessionId', { description: 'The id that was asked for.' }),
    outcome: t.expose('outcome', { type: RemovalOutcome, description: 'What became of it.' }),
  }),
});

const DeleteSessionsInput = builder.inputType('DeleteSessionsInput', {
  description: 'Sessions to be deleted, with all their messages.',
  fields: (t) => ({
    sessionIds: t.stringList({ required: true, description: 'Their ids.' }),
    scope: t.field({
      type: RemovalScope,
      defaultValue: 'SESSION',
      description: 'Each session alone, or its conversation.',
    }),
  }),
});

builder.mutationField('deleteSessions', (t) =>
  t.field({
    type: builder
      .objectRef<Removal & { answers: RemovalAnswer[] }>('DeleteSessionsPayload')
      .implement({
        description: 'What became of each id, and of others.',
        interfaces: [RemovalFields],
        fields: (f) => ({
          answers: f.expose('answers', {
            type: [RemovalAnswerType],
            description: 'One for each id asked for, in their order.',
          }),
        }),
      }),
    description:
      'Deletes sessions and their messages, for good, in one transaction. Ids that cannot be deleted are passed over and said so.',
    errors: { types: WRITE_ERRORS },
    args: {
      input: t.arg({ type: DeleteSessionsInput, required: true, description: 'The sessions.' }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, (store) =>
        store.deleteSessions(input.sessionIds, input.scope ?? 'SESSION'),
      ),
  }),
);
