import type { SessionRow } from './session.js';

/** Tokens of a session or of many. `reasoning` is a part of `output`, and the total counts it once. */
export interface Usage {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  reasoning: number;
  /** Whether it is from notes of messages: these know input and output, and the rest is 0. */
  ofMessages?: true;
}

/** A session's own tokens, as the store has them. */
export function sessionUsage(session: SessionRow): Usage {
  return {
    input: session.input_tokens,
    output: session.output_tokens,
    cacheRead: session.cache_read_tokens,
    cacheWrite: session.cache_write_tokens,
    reasoning: session.reasoning_tokens,
  };
}

/** Tokens of many added up, each sum held within ±(2^53 − 1). */
export function sumUsage(usages: readonly Usage[]): Usage {
  const sum = (pick: (usage: Usage) => number) => addCounts(usages.map(pick));
  return {
    input: sum((usage) => usage.input),
    output: sum((usage) => usage.output),
    cacheRead: sum((usage) => usage.cacheRead),
    cacheWrite: sum((usage) => usage.cacheWrite),
    reasoning: sum((usage) => usage.reasoning),
  };
}

/** Input, output, cache read and cache write together. */
export function totalTokens(usage: Usage): number {
  return addCounts([usage.input, usage.output, usage.cacheRead, usage.cacheWrite]);
}

/**
 * The share of what was sent that came out of the cache, 0 to 1; null when nothing was sent, or when
 * messages are all that is known.
 */
export function cacheHitRate(usage: Usage): number | null {
  if (usage.ofMessages === true) return null;
  const sent = usage.input + usage.cacheRead + usage.cacheWrite;
  return sent > 0 ? usage.cacheRead / sent : null;
}

/** A sum held within ±(2^53 − 1). */
export function addCounts(counts: readonly number[]): number {
  const sum = counts.reduce((total, count) => total + count, 0);
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, sum));
}
