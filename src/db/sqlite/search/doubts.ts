import { escapedForms } from '../../../domain/search-query/escapes.js';
import { bareWords } from '../../../domain/search-query/words.js';
import type { SearchTerm } from '../../../domain/search-query/tree.js';
import { countCodePoints } from '../../../domain/text.js';
import { clause } from '../clause.js';
import { count } from '../decode.js';
import { anyOf, quoted } from './expression.js';
import { asking, type IndexName, type Range } from './indexes.js';
import { matching, type Asking } from './matching.js';
import { RUN_LENGTH } from './plan.js';
import { rareRunMatches } from './rare-runs.js';
import { isAscii, leftOut, longestCaselessRun, scanWords } from './scan.js';
import { vocabularyOf } from './vocabulary.js';

/**
 * A word that is part of longer words in more messages than this is looked for inside such words
 * only among the newest messages: else a search for a rare word would read most of the file.
 */
export const MAX_DOUBTS = 2000;
/** So many of the newest messages, counted by id. */
export const NEWEST_DOUBTED = 5000;

/** A range of so few ids is read rather than looked up: the first page of a common word is one. */
const FEW_ROWS = 200;

const LINE_BREAKS = ['\\n', '\\t', '\\r'];
const AFTER_WORDS = Array.from(' ,.:;!?)(\'"/-_\n，。：；！？）、”');
const FIRST_UNSPACED = '\u0e00';
const BEHIND_ALL = '\u{10FFFF}';

/**
 * Messages that the index of words may get wrong for a term: its words may be glued to Chinese or to
 * an emoji, so that they are part of a longer word of the index, or stand behind a `\\n` or as
 * `\\u00e9` in JSON. The index of three-character runs finds these, and also words of which the term
 * is a part: that is why they must be read. Where it does not help, the newest messages are read.
 */
export function wordDoubts(asked: Asking, term: SearchTerm, range: Range): number[] {
  const { sql, indexes } = asked;
  const words = bareWords(term.text);
  if (range.high - range.low < FEW_ROWS && words.every(isAscii)) {
    return scanWords(sql, words, range, clause('1'));
  }
  const hasShort = words.some((word) => countCodePoints(word) < RUN_LENGTH);
  const unread =
    indexes.trigrams === null || hasShort ? clause('1') : leftOut(sql.layout(), indexes.trigrams);
  const ids: number[] = [];
  if (indexes.trigrams !== null) {
    ids.push(...fewOrNewest(asked, words, range));
    if (hasShort) ids.push(...gluedBehind(asked, 'trigrams', words, range));
  }
  if (unread !== null) {
    const expression = wordExpression(words);
    if (expression !== null) ids.push(...matching(asked, 'words', expression, range));
    ids.push(...gluedBehind(asked, 'words', words, range));
    ids.push(...scanWords(sql, words, { ...range, low: newestFrom(asked, range) }, unread));
  }
  return ids;
}

/**
 * Messages that may hold a text as JSON writes it: what they say must be read to be sure. Of a text
 * with several forms (capitals) its longest part without is looked for, if that is beyond ASCII.
 */
export function textDoubts(asked: Asking, term: SearchTerm, range: Range): number[] {
  const run = longestCaselessRun(term.text);
  const forms = escapedForms(run);
  const expression = anyOf((forms.length > 0 ? forms : escapedForms(term.text)).map(quoted));
  return expression === null || asked.indexes.trigrams === null
    ? []
    : matching(asked, 'trigrams', expression, range);
}

/**
 * All matches of a range where a run of the words is rare, or where the file has few matches; else
 * those among the newest messages.
 */
function fewOrNewest(asked: Asking, words: readonly string[], range: Range): number[] {
  const expression = runExpression(words);
  if (expression === null) return [];
  const low = newestFrom(asked, range);
  const few =
    once(asked.rare, expression, () => rareRunMatches(asked, words)) ??
    (low > range.low ? once(asked.few, expression, () => fewMatches(asked, expression)) : null);
  if (few !== null) return few.filter((id) => id >= range.low && id <= range.high);
  return matching(asked, 'trigrams', expression, { ...range, low });
}

function fewMatches(asked: Asking, expression: string): number[] | null {
  const found = matching(asked, 'trigrams', expression, asked.whole, { limit: MAX_DOUBTS + 1 });
  return found.length > MAX_DOUBTS ? null : found;
}

function once(known: Asking['few'], expression: string, find: () => number[] | null) {
  const before = known.get(expression);
  if (before !== undefined) return before;
  const found = find();
  known.set(expression, found);
  return found;
}

/** Where in a range the newest messages start. */
function newestFrom({ whole }: Asking, range: Range): number {
  return Math.max(range.low, whole.high - NEWEST_DOUBTED + 1);
}

/**
 * All of the words as the index of words has them in JSON: behind a break, or escaped. One word as it
 * is needs no doubt, the words of a phrase do.
 */
function wordExpression(words: readonly string[]): string | null {
  const forms = words.map((word) => {
    const inJson = [...['n', 't', 'r'].map((letter) => letter + word), ...escapedForms(word)];
    return anyOf((words.length === 1 ? inJson : [word, ...inJson]).map(quoted)) ?? '';
  });
  return forms.length === 0 ? null : forms.join(' AND ');
}

/** All of the words as runs of characters, each also as JSON writes it. */
function runExpression(words: readonly string[]): string | null {
  const long = words.filter((word) => countCodePoints(word) >= RUN_LENGTH);
  const runs = long.map((word) => anyOf([word, ...escapedForms(word)].map(quoted)) ?? '');
  const [short] = words;
  if (runs.length === 0 && short !== undefined) {
    const after = countCodePoints(short) === RUN_LENGTH - 1 ? AFTER_WORDS : [];
    const forms = [
      ...LINE_BREAKS.map((mark) => mark + short),
      ...after.map((mark) => short + mark),
    ];
    return anyOf([...forms, ...escapedForms(short)].map(quoted));
  }
  return runs.length === 0 ? null : runs.join(' AND ');
}

/** Messages with a word of the term and Chinese or the like right behind it. */
function gluedBehind(
  { sql }: Asking,
  index: IndexName,
  words: readonly string[],
  range: Range,
): number[] {
  const [word] = words;
  const vocabulary = vocabularyOf(sql, index);
  if (word === undefined || words.length > 1 || vocabulary === null) return [];
  const folded = word.toLowerCase();
  return asking(index, () =>
    sql
      .all(
        `SELECT DISTINCT doc AS id FROM ${vocabulary}
         WHERE term >= ? AND term < ? AND doc BETWEEN ? AND ?`,
        folded + FIRST_UNSPACED,
        folded + BEHIND_ALL,
        range.low,
        range.high,
      )
      .map((row) => count(row['id'])),
  );
}
