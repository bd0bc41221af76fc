import { builder } from '../builder.js';
import { SESSION_ERRORS } from '../errors.js';
import { mutate } from '../mutation.js';
import { sessionPayload } from './payload.js';

const UsageMode = builder.enumType('UsageMode', {
  description: 'What becomes of the numbers that are stored.',
  values: {
    ADD: {
      value: 'ADD',
      description:
        'The new numbers are added to them. Negative ones take away, even below 0, as in Hermes.',
    },
    SET: {
      value: 'SET',
      description:
        'The new numbers replace them; what is left out becomes 0, but for `actualCostUsd`. None may be negative.',
    },
  } as const,
});

const RecordUsageInput = builder.inputType('RecordUsageInput', {
  description: 'Tokens and money that a session used. A number that is left out is 0.',
  fields: (t) => {
    const tokens = (description: string) => t.field({ type: 'SafeInt', description });
    return {
      sessionId: t.string({ required: true, description: 'The session.' }),
      mode: t.field({
        type: UsageMode,
        defaultValue: 'ADD',
        description: 'Whether the numbers are added or replace what is stored.',
      }),
      inputTokens: tokens('Tokens sent and not served from the cache.'),
      outputTokens: tokens('Tokens that the model wrote, reasoning included.'),
      cacheReadTokens: tokens('Tokens sent and served from the cache.'),
      cacheWriteTokens: tokens('Tokens sent and put into the cache.'),
      reasoningTokens: tokens('Tokens of reasoning; a part of the output.'),
      apiCallCount: tokens('Calls of the model’s API.'),
      estimatedCostUsd: t.float({ description: 'US dollars by a price list.' }),
      actualCostUsd: t.float({
        description: 'US dollars that the provider charged. Left out, the stored value stays.',
      }),
      costStatus: t.string({ description: 'Such as `estimated` or `included`; the newest wins.' }),
      costSource: t.string({ description: 'Where the price is from; the newest wins.' }),
      pricingVersion: t.string({ description: 'Version of the price list; the newest wins.' }),
      billingProvider: t.string({ description: 'Fills an empty field only.' }),
      billingBaseUrl: t.string({ description: 'Fills an empty field only.' }),
      billingMode: t.string({ description: 'Fills an empty field only.' }),
      model: t.string({ description: 'Fills an empty field only.' }),
    };
  },
});

builder.mutationField('recordUsage', (t) =>
  t.field({
    type: sessionPayload('RecordUsagePayload', 'The session with its new numbers.'),
    description: 'Records what a session used.',
    errors: { types: SESSION_ERRORS },
    args: {
      input: t.arg({ type: RecordUsageInput, required: true, description: 'The usage.' }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, (store) => store.recordUsage({ ...input, mode: input.mode ?? 'ADD' })),
  }),
);
