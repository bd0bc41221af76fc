import { matching, type Asking } from './matching.js';
import { isEmptyRange, isInside, overlap, type Range } from './ranges.js';
import { rareRunMatches } from './rare-runs.js';

/**
 * A word that stands in more messages than this, alone or within longer words, is looked for inside
 * Chinese only among the newest messages, and behind what JSON escapes in so many: else a search
 * would read most of the file.
 */
export const MAX_DOUBTS = 2000;
/** So many of the newest messages, counted by id. */
export const NEWEST_DOUBTED = 5000;

/** The id that the newest messages of a search start at. */
export function newestFrom({ whole }: Asking): number {
  return whole.high - NEWEST_DOUBTED + 1;
}

/** What an expression of the index of runs matches in a range: where it is much in the file, the newest. */
export function fewOrNewest(asked: Asking, expression: string, range: Range): number[] {
  const start = newestFrom(asked);
  const find = () => {
    const limit = MAX_DOUBTS + 1;
    const found = matching(asked, 'trigrams', expression, asked.whole, { limit });
    return found.length > MAX_DOUBTS ? null : found;
  };
  const few = range.low < start ? fewOnce(asked, expression, find) : null;
  if (few !== null) return few.filter((id) => isInside(range, id));
  const newest = overlap(range, { low: start, high: Infinity });
  return isEmptyRange(newest) ? [] : matching(asked, 'trigrams', expression, newest);
}

/**
 * Those of a range among the newest MAX_DOUBTS messages of the file that an expression of the index of
 * runs matches.
 */
export function newestMatches(asked: Asking, expression: string, range: Range): number[] {
  const found = fewOnce(asked, expression, () =>
    matching(asked, 'trigrams', expression, asked.whole, { limit: MAX_DOUBTS }),
  );
  return (found ?? []).filter((id) => isInside(range, id));
}

/** Whether `fewOrNewest` looked among the newest messages alone. */
export function isMuch({ few }: Asking, expression: string): boolean {
  return few.get(expression) === null;
}

/** Of words with a rare run, all messages of a range that hold it; null where each run is common. */
export function fewByRun(asked: Asking, words: readonly string[], range: Range): number[] | null {
  const key = `run of ${words.join(' ')}`;
  const found = fewOnce(asked, key, () => rareRunMatches(asked, words));
  return found?.filter((id) => isInside(range, id)) ?? null;
}

/** What was found in the whole file for a key, null where that is too much; looked for once. */
export function fewOnce(
  { few }: Asking,
  key: string,
  find: () => readonly number[] | null,
): readonly number[] | null {
  const known = few.get(key);
  if (known !== undefined) return known;
  const found = find();
  few.set(key, found);
  return found;
}
