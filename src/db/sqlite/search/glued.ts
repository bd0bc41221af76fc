import { smallLetters, wordsOf } from '../../../domain/search-query/words.js';
import { count } from '../decode.js';
import { asking, type IndexName } from './full-text.js';
import type { Asking } from './matching.js';
import { isInside, type Range } from './ranges.js';
import { vocabularyOf } from './vocabulary.js';

/**
 * What behind a word ends it, from one character up to before another: signs and blanks, and on the
 * other side of Latin and its neighbours the scripts without blanks between words.
 */
const SIGNS = [
  ['\u0001', '0'],
  [':', 'a'],
  ['{', '\u00c0'],
  ['\u2000', '\u2c00'],
] as const;
const UNSPACED = ['\u0e00', '\u{10FFFF}'] as const;

/** Messages with a word and Chinese or the like right behind it, by the terms of an index. */
export function gluedBehind(asked: Asking, index: IndexName, word: string, range: Range): number[] {
  return starting(asked, index, folded(word, index), UNSPACED, -1).filter((id) =>
    isInside(range, id),
  );
}

/**
 * All messages of the file where the index of runs has a sign or a blank behind a short word,
 * whatever is before it; null when these are more than `most`, or when there is no telling.
 */
export function shortWordMatches(asked: Asking, word: string, most: number): number[] | null {
  if (vocabularyOf(asked.sql, 'trigrams') === null) return null;
  const found = new Set<number>();
  for (const signs of SIGNS) {
    for (const id of starting(asked, 'trigrams', folded(word, 'trigrams'), signs, most + 1)) {
      found.add(id);
    }
    if (found.size > most) return null;
  }
  return [...found];
}

function folded(word: string, index: IndexName): string {
  return index === 'words' ? (wordsOf(word)[0] ?? '') : smallLetters(word);
}

function starting(
  { sql }: Asking,
  index: IndexName,
  word: string,
  [from, before]: readonly [string, string],
  limit: number,
): number[] {
  const vocabulary = vocabularyOf(sql, index);
  if (vocabulary === null) return [];
  return asking(index, () =>
    sql
      .all(
        `SELECT DISTINCT doc AS id FROM ${vocabulary} WHERE term >= ? AND term < ? LIMIT ?`,
        word + from,
        word + before,
        limit,
      )
      .map((row) => count(row['id'])),
  );
}
