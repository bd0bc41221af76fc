import { cacheHitRate, totalTokens, type Usage } from '../domain/usage.js';
import { builder } from './builder.js';

/** Tokens, of whatever they are counted for. */
export const UsageType = builder.objectRef<Usage>('Usage').implement({
  description: 'Tokens used, by kind.',
  fields: (t) => ({
    input: t.expose('input', {
      type: 'SafeInt',
      description: 'Tokens sent to the model and not served from its cache.',
    }),
    output: t.expose('output', {
      type: 'SafeInt',
      description: 'Tokens that the model wrote, reasoning included.',
    }),
    cacheRead: t.expose('cacheRead', {
      type: 'SafeInt',
      description: 'Tokens sent and served from the cache.',
    }),
    cacheWrite: t.expose('cacheWrite', {
      type: 'SafeInt',
      description: 'Tokens sent and put into the cache.',
    }),
    reasoning: t.expose('reasoning', {
      type: 'SafeInt',
      description: 'Tokens of hidden reasoning. They are a part of `output`, not beside it.',
    }),
    total: t.field({
      type: 'SafeInt',
      description: 'input + output + cacheRead + cacheWrite.',
      resolve: totalTokens,
    }),
    cacheHitRate: t.float({
      nullable: true,
      description:
        'cacheRead / (input + cacheRead + cacheWrite), 0 to 1. Null when nothing was sent, and of messages, which note nothing of caches.',
      resolve: cacheHitRate,
    }),
  }),
});
