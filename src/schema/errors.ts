import type { HermesError } from '../domain/errors.js';
import {
  InvalidInputError,
  InvalidTitleError,
  ReadOnlyStoreError,
  SearchIndexDamagedError,
  SessionClosedError,
  SessionLockedError,
  SessionNotFoundError,
  StoreBusyError,
  StoreCorruptError,
  StoreFullError,
  StoreReplacedError,
  TitleConflictError,
} from '../domain/errors.js';
import { builder } from './builder.js';
import { Session } from './session/ref.js';

/** Each failure that a mutation expects, as a type of its own that implements `UserError`. */
const UserError = builder.interfaceRef<HermesError>('UserError').implement({
  description:
    'A failure that is expected of a mutation. Nothing was written. Ask for `... on UserError { message }` to handle all of them, those of the future too.',
  fields: (t) => ({
    message: t.exposeString('message', {
      description: 'What happened, with the value, and what to do; a sentence for people.',
    }),
  }),
});

builder.objectType(SessionNotFoundError, {
  name: 'SessionNotFoundError',
  description: 'No session has this id.',
  interfaces: [UserError],
  fields: (t) => ({
    sessionId: t.exposeString('sessionId', { description: 'The id that was asked for.' }),
  }),
});

builder.objectType(TitleConflictError, {
  name: 'TitleConflictError',
  description: 'Another session has exactly this title; titles are unique over the whole store.',
  interfaces: [UserError],
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The title, cleaned as it would be stored.' }),
    holder: t.field({
      type: Session,
      nullable: true,
      description:
        'The session that has it, maybe an earlier part of the same conversation. Null when it has gone meanwhile.',
      resolve: (error, _args, { loaders }) => loaders.session.load(error.holderId),
    }),
  }),
});

builder.objectType(InvalidTitleError, {
  name: 'InvalidTitleError',
  description: 'A title that no session can have: above 100 code points after cleaning.',
  interfaces: [UserError],
});

builder.objectType(InvalidInputError, {
  name: 'InvalidInputError',
  description: 'A field of the input that cannot be stored.',
  interfaces: [UserError],
  fields: (t) => ({
    field: t.exposeString('field', { description: 'The name of the input field.' }),
  }),
});

builder.objectType(ReadOnlyStoreError, {
  name: 'ReadOnlyStoreError',
  description: 'The store is served without writing.',
  interfaces: [UserError],
  fields: (t) => ({
    reason: t.exposeString('reason', { description: 'Why, and what would change it.' }),
  }),
});

builder.objectType(StoreBusyError, {
  name: 'StoreBusyError',
  description:
    'Another process held the write lock for longer than we wait. Nothing was written; try again.',
  interfaces: [UserError],
  fields: (t) => ({
    waitedMs: t.float({
      description: 'How long we waited, in milliseconds.',
      resolve: (error) => error.waitedMs,
    }),
  }),
});

builder.objectType(SessionLockedError, {
  name: 'SessionLockedError',
  description:
    'Hermes is at work on the session: an agent’s turn, or a compression. Nothing was written; the lock ends by itself. Files of newer versions only.',
  interfaces: [UserError],
  fields: (t) => ({
    sessionId: t.exposeString('sessionId', { description: 'The session.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'When the lock ends at the latest.',
    }),
  }),
});

builder.objectType(SessionClosedError, {
  name: 'SessionClosedError',
  description:
    'The session was closed by compression and takes no more messages: the conversation goes on in another one. Files of newer versions only.',
  interfaces: [UserError],
  fields: (t) => ({
    sessionId: t.exposeString('sessionId', { description: 'The session.' }),
    continuation: t.field({
      type: Session,
      nullable: true,
      description: 'Where the conversation goes on. Null when it does nowhere yet.',
      resolve: ({ continuationId }, _args, { loaders }) =>
        continuationId === null ? null : loaders.session.load(continuationId),
    }),
  }),
});

builder.objectType(SearchIndexDamagedError, {
  name: 'SearchIndexDamagedError',
  description:
    'A search index of the file is damaged and refuses the change; the messages are whole. Nothing was written. `hermes-graphql doctor --repair-search` mends files of schema 11.',
  interfaces: [UserError],
});

builder.objectType(StoreFullError, {
  name: 'StoreFullError',
  description: 'The disk of the store is full. Nothing was written.',
  interfaces: [UserError],
});

builder.objectType(StoreReplacedError, {
  name: 'StoreReplacedError',
  description:
    'The file or its write-ahead log was replaced while the server ran. Nothing was written; the server must be restarted.',
  interfaces: [UserError],
});

builder.objectType(StoreCorruptError, {
  name: 'StoreCorruptError',
  description:
    'SQLite found the file damaged. Nothing was written, and nothing more will be: run `hermes-graphql doctor`.',
  interfaces: [UserError],
});

/** What any write may fail with. */
export const WRITE_ERRORS = [
  ReadOnlyStoreError,
  StoreBusyError,
  InvalidInputError,
  SearchIndexDamagedError,
  StoreFullError,
  StoreReplacedError,
  StoreCorruptError,
];

/** What a change of one session may fail with. */
export const SESSION_ERRORS = [...WRITE_ERRORS, SessionNotFoundError, SessionLockedError];

/** What a change of a session's messages may fail with. */
export const MESSAGE_ERRORS = [...SESSION_ERRORS, SessionClosedError];
