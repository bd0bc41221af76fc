import { describe, expect, it } from 'vitest';
import { generateStore } from '../../../src/cli/demo/generate.js';

const now = 1_790_000_000;
const DAY = 86_400;

describe('the sizes of a generated store', () => {
  it.each([0, 1, 2, 3, 7, 31, 300, 1000])('holds exactly %i sessions', (sessions) => {
    expect(generateStore({ seed: 2, now, sessions }).sessions).toHaveLength(sessions);
  });

  it.each([
    [40, 8],
    [300, 20],
    [60, 120],
    [3, 2000],
  ])('of %i sessions holds about %i messages a session', (sessions, messagesPerSession) => {
    const { messages } = generateStore({ seed: 2, now, sessions, messagesPerSession });
    const mean = messages.length / sessions;
    expect(mean).toBeGreaterThan(messagesPerSession * 0.85);
    expect(mean).toBeLessThan(messagesPerSession * 1.25);
  });

  it.each([
    [1, 30],
    [7, 100],
    [365, 300],
  ])('covers no more than %i days', (days, sessions) => {
    const { sessions: rows, messages } = generateStore({ seed: 3, now, days, sessions });
    const times = [
      ...rows.flatMap((row) => [row.started_at, row.ended_at ?? row.started_at]),
      ...messages.map((row) => row.timestamp),
    ];
    expect(Math.min(...times)).toBeGreaterThanOrEqual(now - days * DAY);
    expect(Math.max(...times)).toBeLessThanOrEqual(now);
  });

  it('squeezes long chats into a short window and keeps their order', () => {
    const { sessions, messages } = generateStore({
      seed: 3,
      now,
      days: 1,
      sessions: 4,
      messagesPerSession: 1500,
    });
    for (const { id } of sessions) {
      const times = messages.filter((row) => row.session_id === id).map((row) => row.timestamp);
      expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0))).toBe(
        true,
      );
    }
    expect(messages[0]?.timestamp).toBeGreaterThanOrEqual(now - DAY);
  });

  it.each([1, 400, 3600, 40_000])('writes system prompts of about %i bytes', (bytes) => {
    const { sessions } = generateStore({ seed: 1, now, sessions: 30, systemPromptBytes: bytes });
    const sizes = sessions
      .filter((row) => row.message_count > 0 && row.source === 'cli' && !row.parent_session_id)
      .map((row) => Buffer.byteLength(row.system_prompt ?? ''));
    expect(sizes.length).toBeGreaterThan(2);
    for (const size of sizes) {
      expect(size).toBeGreaterThanOrEqual(bytes);
      expect(size).toBeLessThan(bytes + 100);
    }
  });

  it('writes no system prompt at zero bytes', () => {
    const { sessions } = generateStore({ seed: 1, now, sessions: 30, systemPromptBytes: 0 });
    expect(sessions.every((row) => row.system_prompt === null)).toBe(true);
  });

  it.each([
    [{ sessions: -1 }, 'Cannot generate a store: sessions is -1.'],
    [{ sessions: Number.NaN }, 'Cannot generate a store: sessions is NaN.'],
    [{ sessions: Infinity }, 'Cannot generate a store: sessions is Infinity.'],
    [{ messagesPerSession: -5 }, 'Cannot generate a store: messagesPerSession is -5.'],
    [{ days: 0.5 }, 'Cannot generate a store: days is 0.5.'],
    [{ systemPromptBytes: -1 }, 'Cannot generate a store: systemPromptBytes is -1.'],
    [{ now: Number.NaN }, 'Cannot generate a store: now is NaN.'],
    [{ seed: Number.NaN }, 'Cannot generate a store: seed is NaN.'],
  ])('refuses %o', (options, message) => {
    expect(() => generateStore({ seed: 1, now, ...options })).toThrow(new RangeError(message));
  });
});
