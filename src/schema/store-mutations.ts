import { InvalidInputError } from '../domain/errors.js';
import { assertClientKey, META_KEY_RULE } from '../domain/meta-keys.js';
import { replaceLoneSurrogates } from '../domain/text.js';
import type { OptimizedStore } from '../domain/upkeep.js';
import { builder } from './builder.js';
import { WRITE_ERRORS } from './errors.js';
import { mutate } from './mutation.js';

const SetMetaInput = builder.inputType('SetMetaInput', {
  description: 'A value for the store’s key-value table.',
  fields: (t) => ({
    key: t.string({ required: true, description: `The key. ${META_KEY_RULE}` }),
    value: t.string({
      description:
        'The value; null takes it away. Left out, nothing is changed and InvalidInputError says so.',
    }),
  }),
});

const SetMetaPayload = builder
  .objectRef<{ key: string; value: string | null }>('SetMetaPayload')
  .implement({
    description: 'The value as stored.',
    fields: (t) => ({
      key: t.exposeString('key', { description: 'The key.' }),
      value: t.exposeString('value', { nullable: true, description: 'The value.' }),
    }),
  });

builder.mutationField('setMeta', (t) =>
  t.field({
    type: SetMetaPayload,
    description: 'Stores a value in the store’s key-value table.',
    errors: { types: WRITE_ERRORS },
    args: { input: t.arg({ type: SetMetaInput, required: true, description: 'The value.' }) },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, async (store) => {
        const key = replaceLoneSurrogates(input.key);
        assertClientKey(key);
        if (input.value === undefined) {
          throw new InvalidInputError('value', 'Give `value`: a text, or null to take it away.');
        }
        await store.setMeta(key, input.value);
        return { key, value: await store.meta(key) };
      }),
  }),
);

const OptimizeStoreInput = builder.inputType('OptimizeStoreInput', {
  description: 'What to do about the file’s size.',
  fields: (t) => ({
    vacuum: t.boolean({
      defaultValue: false,
      description:
        'Rewrite the file without its free pages. Needs as much free space again, and is refused while another process has the file open, and where SQLite finds it damaged.',
    }),
  }),
});

const OptimizeStorePayload = builder.objectRef<OptimizedStore>('OptimizeStorePayload').implement({
  description: 'What was done.',
  fields: (t) => ({
    mergedIndexes: t.exposeStringList('mergedIndexes', {
      description: 'The full-text tables whose pieces were merged.',
    }),
    vacuumed: t.exposeBoolean('vacuumed', { description: 'Whether the file was rewritten.' }),
    vacuumRefused: t.exposeString('vacuumRefused', {
      nullable: true,
      description: 'Why it was not, though asked for. Null otherwise.',
    }),
  }),
});

builder.mutationField('optimizeStore', (t) =>
  t.field({
    type: OptimizeStorePayload,
    description: 'Merges the search indexes, and rewrites the file where asked to.',
    errors: { types: WRITE_ERRORS },
    args: {
      input: t.arg({ type: OptimizeStoreInput, required: true, description: 'What to do.' }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, (store) => store.optimizeStore({ vacuum: input.vacuum ?? false })),
  }),
);
