import type { Period } from './calendar.js';

/** Every day of both lists once, in order. Days of one calendar that begin together are the same. */
export function unionOfDays(one: readonly Period[], other: readonly Period[]): Period[] {
  const days = new Map([...one, ...other].map((day) => [day.start, day]));
  return [...days.values()].sort((a, b) => a.start - b.start);
}

/** The most days in a row, where each begins as the one before ends. Days are in order. */
export function longestStreak(days: readonly Period[]): number {
  let longest = 0;
  let current = 0;
  let end: number | null = null;
  for (const day of days) {
    current = day.start === end ? current + 1 : 1;
    end = day.end;
    longest = Math.max(longest, current);
  }
  return longest;
}
