import { describe, expect, it } from 'vitest';
import { generateStore } from '../../../src/cli/demo/generate.js';

const now = 1_790_000_000;

describe('the generator', () => {
  it('gives a deeply equal store for equal options', () => {
    expect(generateStore({ seed: 1, now })).toEqual(generateStore({ seed: 1, now }));
  });

  it('does not depend on what was generated before', () => {
    const fresh = generateStore({ seed: 4, now, sessions: 40 });
    generateStore({ seed: 9, now, sessions: 25, days: 10 });
    expect(generateStore({ seed: 4, now, sessions: 40 })).toEqual(fresh);
  });

  it('gives another store for another seed', () => {
    const one = generateStore({ seed: 1, now, sessions: 20 });
    const two = generateStore({ seed: 2, now, sessions: 20 });
    expect(one.sessions.map(({ id }) => id)).not.toEqual(two.sessions.map(({ id }) => id));
    expect(one.messages.map(({ content }) => content)).not.toEqual(
      two.messages.map(({ content }) => content),
    );
  });

  it('moves with the clock: the same seed ends at another now', () => {
    const later = generateStore({ seed: 1, now: now + 86_400 * 30, sessions: 20 });
    const newest = later.messages.at(-1)?.timestamp ?? 0;
    expect(newest).toBeGreaterThan(now + 86_400 * 30 - 120);
  });
});
