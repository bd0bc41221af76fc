import { InvalidTitleError, TitleConflictError } from '../../domain/errors.js';
import { newSessionId } from '../../domain/session-id.js';
import type { SessionRow } from '../../domain/session.js';
import { exactName, notBlank } from '../../domain/storable.js';
import type { NewSession } from '../../domain/writes.js';
import { builder } from '../builder.js';
import { WRITE_ERRORS, SESSION_ERRORS } from '../errors.js';
import { mutate } from '../mutation.js';
import { Session } from './ref.js';

const CreateSessionInput = builder.inputType('CreateSessionInput', {
  description: 'A session to be made. What is left out is empty in the store.',
  fields: (t) => ({
    sessionId: t.string({
      description:
        'Its id, not blank; when left out, one in Hermes’ form (date, time, eight hex digits).',
    }),
    source: t.string({
      required: true,
      description: 'Where it comes from, such as `cli` or the name of your program; not blank.',
    }),
    userId: t.string({ description: 'Who speaks, as the platform names them.' }),
    model: t.string({ description: 'The model, as Hermes names it.' }),
    modelConfig: t.field({ type: 'JSON', description: 'Settings of the model: a JSON object.' }),
    systemPrompt: t.string({ description: 'The system prompt.' }),
    parentSessionId: t.string({ description: 'The session it comes from; it must exist.' }),
    title: t.string({
      description:
        'Its title: invisible characters go, blanks are folded; at most 100 code points; unique.',
    }),
  }),
});

const CreateSessionPayload = builder
  .objectRef<{ session: SessionRow; created: boolean }>('CreateSessionPayload')
  .implement({
    description: 'The session, made now or before.',
    fields: (t) => ({
      session: t.expose('session', { type: Session, description: 'The session as it is now.' }),
      created: t.exposeBoolean('created', {
        description: 'False when the id existed: that session was left as it is.',
      }),
    }),
  });

builder.mutationField('createSession', (t) =>
  t.field({
    type: CreateSessionPayload,
    description:
      'Makes a session that starts now. An id that exists answers with that session as it is, and `created: false`.',
    errors: { types: [...WRITE_ERRORS, TitleConflictError, InvalidTitleError] },
    args: {
      input: t.arg({ type: CreateSessionInput, required: true, description: 'The session.' }),
    },
    resolve: (_root, { input: { sessionId, ...session } }, context, info) =>
      mutate(context, info, async (store) =>
        store.createSession(
          named({ ...session, sessionId: sessionId ?? newSessionId(context.clock()) }),
        ),
      ),
  }),
);

/**
 * The session, once its names are such as can be found again. Hermes makes sessions with an empty id
 * or source too; a client that does has forgotten something.
 *
 * @throws InvalidInputError
 */
function named(session: NewSession): NewSession {
  exactName('sessionId', session.sessionId);
  notBlank('source', session.source);
  if (session.parentSessionId != null) exactName('parentSessionId', session.parentSessionId);
  return session;
}

const EndSessionInput = builder.inputType('EndSessionInput', {
  description: 'A session to be ended.',
  fields: (t) => ({
    sessionId: t.string({ required: true, description: 'Its id.' }),
    endReason: t.string({
      description: 'Why it ends, such as `user_exit`. Null ends it without a reason.',
    }),
  }),
});

const EndSessionPayload = builder
  .objectRef<{ session: SessionRow; alreadyEnded: boolean }>('EndSessionPayload')
  .implement({
    description: 'The session, ended now or before.',
    fields: (t) => ({
      session: t.expose('session', { type: Session, description: 'The session as it is now.' }),
      alreadyEnded: t.exposeBoolean('alreadyEnded', {
        description: 'True when it was ended before: that end and its reason stay.',
      }),
    }),
  });

builder.mutationField('endSession', (t) =>
  t.field({
    type: EndSessionPayload,
    description: 'Ends a session now. The first end wins: a later one changes nothing.',
    errors: { types: SESSION_ERRORS },
    args: { input: t.arg({ type: EndSessionInput, required: true, description: 'The session.' }) },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, (store) => store.endSession(input.sessionId, input.endReason ?? null)),
  }),
);
