import { unicodeJsonForms } from '../../../domain/search-query/escapes.js';
import { formsOf, writtenForms } from '../../../domain/search-query/forms.js';
import { bareWords } from '../../../domain/search-query/words.js';
import type { SearchTerm } from '../../../domain/search-query/tree.js';
import { countCodePoints } from '../../../domain/text.js';
import { clause, type Clause } from '../clause.js';
import { escapedRuns, escapedRunWords, wordsInJson } from './escaped.js';
import { anyOf, indexedForms, otherForms, quoted } from './expression.js';
import {
  fewByRun,
  fewOnce,
  fewOrNewest,
  isMuch,
  MAX_DOUBTS,
  newestFrom,
  newestMatches,
} from './few.js';
import { gluedBehind, shortWordMatches } from './glued.js';
import { matching, type Asking } from './matching.js';
import { isEmptyRange, isInside, overlap, type Range } from './ranges.js';
import { isAscii, leftOut, scan, scanAmong, scanWords, scanWordsAmong } from './scan.js';
import { RUN_LENGTH } from './term-parts.js';
import { unseenByRuns } from './unseen.js';
import { behindEscapes, isShortWord, runExpressions } from './word-runs.js';

/** A range of so few ids is read rather than looked up: the first page of a common word is one. */
const FEW_ROWS = 200;
/** So few messages are read rather than looked up. */
const FEW_MESSAGES = 300;

/**
 * Messages that the index of words may get wrong for a term: its words may be glued to Chinese or to
 * an emoji, so that they are part of a longer word of the index, or stand behind a `\\n` or as
 * `\\u00e9` in JSON. The index of three-character runs finds these, and also words of which the term
 * is a part: that is why they must be read.
 *
 * Which messages these are depends on the message and on the file, never on the range: all of the
 * newest ones, and of older ones those that an index finds, where it finds few. So pages of any size
 * and totals agree. Where only the messages `among` some matter, and these are few, the newest of
 * them are read at once.
 */
export function wordDoubts(
  asked: Asking,
  term: SearchTerm,
  range: Range,
  among: readonly number[] | null,
): number[] {
  const words = bareWords(formsOf(term).sure);
  const prefix = term.kind === 'words' && term.prefix;
  const others = otherForms(term);
  const ids = others === null ? [] : matching(asked, 'words', others, range, { among });
  const start = newestFrom(asked);
  const newest = overlap(range, { low: start, high: Infinity });
  const few = among !== null && among.length <= FEW_MESSAGES ? among : null;
  const isSmall = newest.high - newest.low < FEW_ROWS && words.every(isAscii);
  if (few === null && !isSmall) {
    return [...ids, ...lookUp(asked, words, prefix, range), ...readUnindexed(asked, words, newest)];
  }
  const older = overlap(range, { low: -Infinity, high: start - 1 });
  return [
    ...ids,
    ...lookUp(asked, words, prefix, older),
    ...(few?.filter((id) => isInside(newest, id)) ??
      scanWords(asked.sql, words, newest, clause('1'))),
  ];
}

/**
 * Messages that may hold a text in JSON or in another form, which must be read to be sure. In JSON
 * the index of words finds it: the one of runs may lack structured messages.
 */
export function textDoubts(asked: Asking, term: SearchTerm, range: Range): number[] {
  const { indexes } = asked;
  if (indexes.trigrams === null) return [];
  const forms = writtenForms(term);
  const inWords = indexes.words === null ? null : escapedRunWords(term);
  const inRuns = inWords === null ? escapedRuns(term) : null;
  const known = indexedForms(term);
  const unknown = [
    ...forms.filter((form) => !known.includes(form)),
    ...forms.flatMap(unicodeJsonForms),
  ];
  const long = unknown.filter((form) => countCodePoints(form) >= RUN_LENGTH);
  return [
    ...readUnseen(asked, term, range, inWords !== null),
    ...(inWords === null ? [] : matching(asked, 'words', inWords, range)),
    ...[inRuns, anyOf(long.map(quoted))].flatMap((expression) =>
      expression === null ? [] : matching(asked, 'trigrams', expression, range),
    ),
  ];
}

/**
 * Structured messages that the index of runs may lack, as far as they must be read: all without the
 * index of words. With it, of a text that JSON escapes the newest: one that stands in JSON as it is
 * was put there by no Hermes.
 */
function readUnseen(asked: Asking, term: SearchTerm, range: Range, isEscaped: boolean): number[] {
  const { indexes, sql } = asked;
  if (indexes.words === null) return scan(sql, term, range, clause('m.content < char(1)'));
  const low = isEscaped ? newestFrom(asked) : -Infinity;
  const part = overlap(range, { low, high: Infinity });
  return scanAmong(
    sql,
    term,
    unseenByRuns(asked).filter((id) => isInside(part, id)),
  );
}

/** What indexes tell of words in longer words and in JSON. */
function lookUp(asked: Asking, words: readonly string[], prefix: boolean, range: Range): number[] {
  if (isEmptyRange(range)) return [];
  const { indexes } = asked;
  const unindexed = unindexedBy(asked, words);
  const ids: number[] = [];
  if (indexes.trigrams !== null) {
    ids.push(...(fewByRun(asked, words, range) ?? inRuns(asked, words, range)));
  }
  const inJson =
    unindexed !== null || unseenByRuns(asked).length > 0 ? wordsInJson(words, prefix) : null;
  if (inJson !== null) ids.push(...matching(asked, 'words', inJson, range));
  const [word = ''] = words;
  if (unindexed === null || words.length > 1) return ids;
  ids.push(...gluedBehind(asked, 'words', word, range));
  if (indexes.trigrams === null || !isShortWord(word)) return ids;
  const few = fewOnce(asked, `short ${word}`, () => shortWordMatches(asked, word, MAX_DOUBTS));
  ids.push(...gluedBehind(asked, 'trigrams', word, range));
  return [...ids, ...(few?.filter((id) => isInside(range, id)) ?? [])];
}

/** What the index of runs finds of words; of common ones in older messages only what JSON escapes. */
function inRuns(asked: Asking, words: readonly string[], range: Range): number[] {
  const expressions = runExpressions(words);
  const ids = expressions.flatMap((expression) => fewOrNewest(asked, expression, range));
  const escaped = expressions.some((one) => isMuch(asked, one)) ? behindEscapes(words) : null;
  return escaped === null ? ids : [...ids, ...newestMatches(asked, escaped, range)];
}

/** Those of the newest messages that the index of runs cannot be asked about. */
function readUnindexed(asked: Asking, words: readonly string[], newest: Range): number[] {
  if (isEmptyRange(newest)) return [];
  const unindexed = unindexedBy(asked, words);
  return [
    ...(unindexed === null ? [] : scanWords(asked.sql, words, newest, unindexed)),
    ...scanWordsAmong(
      asked.sql,
      words,
      unseenByRuns(asked).filter((id) => isInside(newest, id)),
    ),
  ];
}

/** Which messages the index of runs knows nothing of, for these words; null when it knows all. */
function unindexedBy({ sql, indexes }: Asking, words: readonly string[]): Clause | null {
  if (indexes.trigrams === null || words.some(isShortWord)) return clause('1');
  return leftOut(sql.layout(), indexes.trigrams);
}
