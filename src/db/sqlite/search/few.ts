import type { IndexName } from './full-text.js';
import { matching, type Asking } from './matching.js';
import { isEmptyRange, isInside, overlap, type Range } from './ranges.js';
import { rareRunMatches } from './rare-runs.js';

/**
 * A word that is part of longer words in more messages than this is looked for inside such words
 * only among the newest messages: else a search for a rare word would read most of the file.
 */
export const MAX_DOUBTS = 2000;
/** So many of the newest messages, counted by id. */
export const NEWEST_DOUBTED = 5000;
/**
 * A word whose every run is common is looked for by its runs among so many of the newest messages,
 * counted by id: the index would go through these runs for as long as the file is large.
 */
export const NEWEST_BY_RUNS = 25_000;

/** The id that the newest messages of a search start at. */
export function newestFrom({ whole }: Asking): number {
  return whole.high - NEWEST_DOUBTED + 1;
}

/**
 * What an expression of the index of runs matches in a range: where it is much in the file, the
 * newest. With `inJson`, what an expression of the index of words finds too, older messages are asked
 * about by that one alone, unless the search is thorough.
 */
export function fewOrNewest(
  asked: Asking,
  runs: string,
  range: Range,
  inJson: string | null,
): number[] {
  const start = newestFrom(asked);
  const few =
    range.low < start ? fewOnce(asked, runs, () => lookThrough(asked, runs, inJson)) : null;
  if (few !== null) return few.filter((id) => isInside(range, id));
  const newest = overlap(range, { low: start, high: Infinity });
  return isEmptyRange(newest) ? [] : matching(asked, 'trigrams', runs, newest);
}

function lookThrough(asked: Asking, runs: string, inJson: string | null): number[] | null {
  const { whole } = asked;
  const low = asked.thorough || inJson === null ? whole.low : whole.high - NEWEST_BY_RUNS + 1;
  const found = atMostDoubted(asked, 'trigrams', runs, { low, high: whole.high });
  const older = { low: whole.low, high: low - 1 };
  if (found === null || inJson === null || isEmptyRange(older)) return found;
  asked.leftOlder = true;
  return [...found, ...(atMostDoubted(asked, 'words', inJson, older) ?? [])];
}

function atMostDoubted(
  asked: Asking,
  index: IndexName,
  expression: string,
  range: Range,
): number[] | null {
  const found = matching(asked, index, expression, range, { limit: MAX_DOUBTS + 1 });
  return found.length > MAX_DOUBTS ? null : found;
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
