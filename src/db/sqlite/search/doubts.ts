import { escapedForms } from '../../../domain/search-query/escapes.js';
import { bareWords } from '../../../domain/search-query/words.js';
import type { SearchTerm } from '../../../domain/search-query/tree.js';
import { countCodePoints } from '../../../domain/text.js';
import { count } from '../decode.js';
import type { Sql } from '../sql.js';
import { anyOf, quoted } from './expression.js';
import { asking, type IndexName, type Indexes, type Range } from './indexes.js';
import { RUN_LENGTH } from './plan.js';
import { vocabularyOf } from './vocabulary.js';

/** What a part of a search works with. */
export interface Asking {
  sql: Sql;
  indexes: Indexes;
  /** Whether the newest messages of a range are wanted first, where not all can be had. */
  newestFirst: boolean;
}

/** Of the rows that an index is not sure of, so many are read in a search, the first in its order. */
export const MAX_DOUBTS = 2000;

const LINE_BREAKS = ['\\n', '\\t', '\\r'];
const AFTER_WORDS = Array.from(' ,.:;!?)(\'"/-_\n，。：；！？）、”');
const FIRST_UNSPACED = '\u0e00';
const BEHIND_ALL = '\u{10FFFF}';

/**
 * Messages that the index of words may get wrong for a term: its words may be glued to Chinese or to
 * an emoji, so that they are part of a longer word of the index, or stand behind a `\n` or as
 * `\u00e9` in JSON. The index of three-character runs finds these, and also words of which the term
 * is a part: that is why they must be read.
 */
export function wordDoubts(asked: Asking, term: SearchTerm, range: Range, known: number): number[] {
  const words = bareWords(term.text);
  const escaped = words.flatMap((word) => escapedForms(word).slice(0, 1));
  const ids: number[] = [];
  if (asked.indexes.trigrams !== null) {
    const expression = runExpression(words);
    if (expression !== null) ids.push(...matching(asked, 'trigrams', expression, range, known));
    if (words.some((word) => countCodePoints(word) < RUN_LENGTH)) {
      ids.push(...gluedBehind(asked, 'trigrams', words, range));
    }
  }
  if (asked.indexes.trigrams?.form !== 'inline') {
    const behindBreaks = ['n', 't', 'r'].map((letter) => quoted(`${letter}${words.join(' ')}`));
    const inJson = escaped.length === 0 ? [] : [escapedForms(term.text)[0] ?? ''].map(quoted);
    const expression = anyOf([...behindBreaks, ...inJson]);
    if (expression !== null) ids.push(...matching(asked, 'words', expression, range, known));
    ids.push(...gluedBehind(asked, 'words', words, range));
  }
  return ids;
}

/** Messages that hold a text as JSON writes it: what they say must be read to be sure. */
export function textDoubts(asked: Asking, term: SearchTerm, range: Range): number[] {
  const expression = anyOf(escapedForms(term.text).map(quoted));
  return expression === null || asked.indexes.trigrams === null
    ? []
    : matching(asked, 'trigrams', expression, range, 0);
}

/** The ids of a range that an expression of an index matches; without a limit for `known` null. */
export function matching(
  { sql, newestFirst }: Asking,
  index: IndexName,
  expression: string,
  range: Range,
  known: number | null,
): number[] {
  const table = index === 'words' ? 'messages_fts' : 'messages_fts_trigram';
  return asking(index, () =>
    sql
      .all(
        `SELECT rowid AS id FROM ${table} WHERE ${table} MATCH ? AND rowid BETWEEN ? AND ?
         ORDER BY rowid ${newestFirst ? 'DESC' : 'ASC'} LIMIT ?`,
        expression,
        range.low,
        range.high,
        known === null ? -1 : known + MAX_DOUBTS,
      )
      .map((row) => count(row['id'])),
  );
}

/** All of the words as runs of characters, each also as JSON writes it. */
function runExpression(words: readonly string[]): string | null {
  const long = words.filter((word) => countCodePoints(word) >= RUN_LENGTH);
  const runs = long.map((word) => anyOf([word, ...escapedForms(word)].map(quoted)) ?? '');
  const [short] = words;
  if (runs.length === 0 && short !== undefined) {
    const after = countCodePoints(short) === RUN_LENGTH - 1 ? AFTER_WORDS : [];
    const forms = [...LINE_BREAKS.map((mark) => mark + short), ...after.map((mark) => short + mark)];
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
         WHERE term >= ? AND term < ? AND doc BETWEEN ? AND ? LIMIT ?`,
        folded + FIRST_UNSPACED,
        folded + BEHIND_ALL,
        range.low,
        range.high,
        MAX_DOUBTS,
      )
      .map((row) => count(row['id'])),
  );
}
