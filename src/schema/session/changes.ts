import { InvalidInputError, InvalidTitleError, TitleConflictError } from '../../domain/errors.js';
import { builder } from '../builder.js';
import { SESSION_ERRORS } from '../errors.js';
import { mutate } from '../mutation.js';
import { sessionPayload } from './payload.js';

const ReopenSessionInput = builder.inputType('ReopenSessionInput', {
  description: 'A session to be reopened.',
  fields: (t) => ({
    sessionId: t.string({ required: true, description: 'Its id.' }),
  }),
});

builder.mutationField('reopenSession', (t) =>
  t.field({
    type: sessionPayload('ReopenSessionPayload', 'The session, no longer ended.'),
    description: 'Takes the end of a session back, with its reason.',
    errors: { types: SESSION_ERRORS },
    args: {
      input: t.arg({ type: ReopenSessionInput, required: true, description: 'The session.' }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, (store) => store.reopenSession(input.sessionId)),
  }),
);

const UpdateSessionInput = builder.inputType('UpdateSessionInput', {
  description:
    'What to change of a session: what is left out stays, null clears. To give nothing is an InvalidInputError.',
  fields: (t) => ({
    sessionId: t.string({ required: true, description: 'Its id.' }),
    model: t.string({ description: 'The model, as Hermes names it.' }),
    systemPrompt: t.string({ description: 'The system prompt.' }),
    modelConfig: t.field({
      type: 'JSON',
      description:
        'Settings of the model, in place of all that are stored; marks of where the session came from stay.',
    }),
  }),
});

builder.mutationField('updateSession', (t) =>
  t.field({
    type: sessionPayload('UpdateSessionPayload', 'The session as it is now.'),
    description: 'Changes the model, its settings or the system prompt of a session.',
    errors: { types: SESSION_ERRORS },
    args: {
      input: t.arg({ type: UpdateSessionInput, required: true, description: 'The changes.' }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, async (store) => {
        const { model, systemPrompt, modelConfig } = input;
        if (model === undefined && systemPrompt === undefined && modelConfig === undefined) {
          throw new InvalidInputError(
            'input',
            'There is nothing to change: give `model`, `modelConfig` or `systemPrompt`; null clears.',
          );
        }
        return store.updateSession(input);
      }),
  }),
);

const SetSessionTitleInput = builder.inputType('SetSessionTitleInput', {
  description: 'A title for a session.',
  fields: (t) => ({
    sessionId: t.string({ required: true, description: 'Its id.' }),
    title: t.string({
      description:
        'Invisible characters go, blanks are folded; at most 100 code points; unique. Null or blank takes the title away; left out, nothing is changed and InvalidInputError says so.',
    }),
  }),
});

builder.mutationField('setSessionTitle', (t) =>
  t.field({
    type: sessionPayload('SetSessionTitlePayload', 'The session with its title.'),
    description: 'Names a session, or takes its title away.',
    errors: { types: [...SESSION_ERRORS, TitleConflictError, InvalidTitleError] },
    args: {
      input: t.arg({ type: SetSessionTitleInput, required: true, description: 'The title.' }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, (store) => {
        if (input.title === undefined) {
          throw new InvalidInputError('title', 'Give `title`: a text, or null to take it away.');
        }
        return store.setSessionTitle(input.sessionId, input.title);
      }),
  }),
);
