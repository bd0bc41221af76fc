import { InvalidInputError } from '../../domain/errors.js';
import type { PrunedSessions } from '../../domain/removal.js';
import { builder } from '../builder.js';
import { WRITE_ERRORS } from '../errors.js';
import { mutate } from '../mutation.js';
import { SessionFilterInput } from './filter.js';

const PruneBasis = builder.enumType('PruneBasis', {
  description: 'From what the age of a session is counted.',
  values: {
    STARTED: {
      value: 'STARTED',
      description: 'From its start, as Hermes counts: recent messages do not protect it.',
    },
    LAST_ACTIVE: { value: 'LAST_ACTIVE', description: 'From its last activity.' },
  } as const,
});

const PruneSessionsInput = builder.inputType('PruneSessionsInput', {
  description: 'Which old sessions are to go.',
  fields: (t) => ({
    olderThanDays: t.float({
      defaultValue: 90,
      description: 'Older than so many days of 24 hours; fractions count, 0 is any age.',
    }),
    filter: t.field({ type: SessionFilterInput, description: 'Only sessions that it admits.' }),
    basis: t.field({
      type: PruneBasis,
      defaultValue: 'STARTED',
      description: 'From what the age is counted.',
    }),
    includeNeverEnded: t.boolean({
      defaultValue: false,
      description: 'Also sessions that nobody ended, once they were quiet for so long.',
    }),
    dryRun: t.boolean({
      defaultValue: false,
      description: 'Only say what would go. The same moment’s real run removes exactly that.',
    }),
  }),
});

const PruneSessionsPayload = builder.objectRef<PrunedSessions>('PruneSessionsPayload').implement({
  description: 'What went, or would go.',
  fields: (t) => ({
    sessionIds: t.exposeStringList('sessionIds', {
      description: 'The sessions, oldest start first.',
    }),
    count: t.expose('count', { type: 'SafeInt', description: 'How many they are.' }),
    oldestStartedAt: t.expose('oldestStartedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The earliest start among them. Null when there is none.',
    }),
    newestStartedAt: t.expose('newestStartedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The latest start among them. Null when there is none.',
    }),
    dryRun: t.exposeBoolean('dryRun', { description: 'Whether nothing was removed.' }),
  }),
});

builder.mutationField('pruneSessions', (t) =>
  t.field({
    type: PruneSessionsPayload,
    description:
      'Removes old sessions that were ended, with their messages, for good and in one transaction. Children of other ages stay and lose their parent. Run it with `dryRun` first.',
    errors: { types: WRITE_ERRORS },
    args: {
      input: t.arg({ type: PruneSessionsInput, required: true, description: 'Which sessions.' }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, async (store) =>
        store.pruneSessions({
          olderThanDays: age(input.olderThanDays ?? 90),
          filter: input.filter ?? null,
          basis: input.basis ?? 'STARTED',
          includeNeverEnded: input.includeNeverEnded ?? false,
          dryRun: input.dryRun ?? false,
        }),
      ),
  }),
);

/** Hermes takes a negative age, and then removes what is still to start as well: a slip of the sign. */
function age(days: number): number {
  if (!(days < 0)) return days;
  throw new InvalidInputError(
    'olderThanDays',
    `\`olderThanDays\` is ${days}; it must not be negative.`,
  );
}
