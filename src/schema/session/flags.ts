import type { SessionRow } from '../../domain/session.js';
import { builder } from '../builder.js';
import { WRITE_ERRORS, SESSION_ERRORS } from '../errors.js';
import { mutate } from '../mutation.js';
import { sessionPayload } from './payload.js';
import { Session } from './ref.js';

const ArchiveSessionsInput = builder.inputType('ArchiveSessionsInput', {
  description: 'Sessions to be put away, or to be taken back.',
  fields: (t) => ({
    sessionIds: t.stringList({ required: true, description: 'Their ids.' }),
    archived: t.boolean({ defaultValue: true, description: 'False takes them back.' }),
  }),
});

const ArchiveSessionsPayload = builder
  .objectRef<{ sessions: (SessionRow | null)[] }>('ArchiveSessionsPayload')
  .implement({
    description: 'What became of each id.',
    fields: (t) => ({
      sessions: t.expose('sessions', {
        type: [Session],
        nullable: { list: false, items: true },
        description: 'One for each id asked for, in their order; null where there is no session.',
      }),
    }),
  });

builder.mutationField('archiveSessions', (t) =>
  t.field({
    type: ArchiveSessionsPayload,
    description:
      'Puts sessions away, or takes them back, in one transaction. Files of schema 11 and older cannot mark them: InvalidInputError.',
    errors: { types: WRITE_ERRORS },
    args: {
      input: t.arg({ type: ArchiveSessionsInput, required: true, description: 'The sessions.' }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, (store) =>
        store.archiveSessions(input.sessionIds, input.archived ?? true),
      ),
  }),
);

const PinSessionInput = builder.inputType('PinSessionInput', {
  description: 'A session to be pinned to the top, or to be let go.',
  fields: (t) => ({
    sessionId: t.string({ required: true, description: 'Its id.' }),
    pinned: t.boolean({ defaultValue: true, description: 'False lets it go.' }),
  }),
});

builder.mutationField('pinSession', (t) =>
  t.field({
    type: sessionPayload('PinSessionPayload', 'The session, pinned or not.'),
    description:
      'Pins a session, or lets it go. Files of schema 11 and older cannot mark it: InvalidInputError.',
    errors: { types: SESSION_ERRORS },
    args: {
      input: t.arg({ type: PinSessionInput, required: true, description: 'The session.' }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, (store) => store.pinSession(input.sessionId, input.pinned ?? true)),
  }),
);
