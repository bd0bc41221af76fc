import { quoted } from './expression.js';
import { matching, type Asking } from './matching.js';
import { isAscii } from './scan.js';
import { RUN_LENGTH } from './term-parts.js';

/**
 * A run of three characters in no more messages than this is rare: these are read instead of asking
 * for the whole word, whose common runs the index would go through from end to end.
 */
export const RARE_RUN = 50;

/**
 * All messages of the file that hold the rarest run of some words, and so all that hold the words;
 * null when each run is common. Of words beyond ASCII, which have several forms, nothing is known.
 */
export function rareRunMatches(asked: Asking, words: readonly string[]): number[] | null {
  for (const run of new Set(words.filter(isAscii).flatMap(runsOf))) {
    const found = matching(asked, 'trigrams', quoted(run), asked.whole, { limit: RARE_RUN + 1 });
    if (found.length <= RARE_RUN) return found;
  }
  return null;
}

function runsOf(word: string): string[] {
  const last = word.length - RUN_LENGTH;
  return Array.from({ length: Math.max(0, last + 1) }, (_, start) =>
    word.slice(start, start + RUN_LENGTH).toLowerCase(),
  );
}
