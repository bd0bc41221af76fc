import { escapedForms } from '../../../domain/search-query/escapes.js';
import { countCodePoints } from '../../../domain/text.js';
import { anyOf, quoted } from './expression.js';
import { isAscii } from './scan.js';
import { RUN_LENGTH } from './term-parts.js';

const LINE_BREAKS = ['\\n', '\\t', '\\r'];
/** Quotes, dashes, dots, an arrow, a bullet, blanks, a bracket, and what follows an emoji. */
const SIGNS = '“‘«—–…→•\u00a0\u3000（\ufe0f';
/** What JSON writes right before a word, so that the two are one word to an index. */
const ESCAPES = [
  ...LINE_BREAKS,
  ...Array.from(SIGNS).flatMap((sign) => escapedForms(sign).slice(0, 1)),
];

/** Whether a word is too short for the index of runs. */
export function isShortWord(word: string): boolean {
  return countCodePoints(word) < RUN_LENGTH;
}

/**
 * Expressions for the index of runs that together find words inside longer ones and in JSON: as they
 * are with letters composed or taken apart, as JSON writes them, and by what of them has no accent.
 * Where all are short, the first of them behind a break in JSON.
 */
export function runExpressions(words: readonly string[]): string[] {
  const long = words.filter((word) => !isShortWord(word));
  const [short] = words;
  if (long.length === 0) {
    if (short === undefined) return [];
    const forms = [...LINE_BREAKS.map((mark) => mark + short), ...escapedForms(short)];
    return [anyOf(forms.map(quoted))].filter((one) => one !== null);
  }
  const written = long.map((word) => anyOf(formsInText(word).map(quoted)) ?? '').join(' AND ');
  return long.some(hasAccent) ? [written, ...plainParts(long)] : [written];
}

/**
 * An expression for the index of runs that finds words behind what JSON usually escapes, or escaped
 * themselves; null where there are none.
 */
export function behindEscapes(words: readonly string[]): string | null {
  const behind = words.flatMap((word) => [
    ...ESCAPES.map((escape) => escape + word),
    ...escapedForms(word),
  ]);
  const all = words.length === 1 ? [] : words.filter((word) => isAscii(word) && !isShortWord(word));
  const parts = [anyOf(behind.map(quoted)), ...all.map(quoted)];
  return words.length === 0 ? null : parts.join(' AND ');
}

function formsInText(word: string): string[] {
  const apart = word.normalize('NFD');
  return [...new Set([word, apart, ...escapedForms(word), ...escapedForms(apart)])];
}

/** The words with an accent by their longest part without, which finds them with any. */
function plainParts(words: readonly string[]): string[] {
  const parts = words
    .map((word) => (hasAccent(word) ? longestPlain(word) : isAscii(word) ? word : ''))
    .filter((part) => !isShortWord(part));
  return parts.length === 0 ? [] : [parts.map(quoted).join(' AND ')];
}

function hasAccent(word: string): boolean {
  return word.normalize('NFD') !== word && /[a-z]/i.test(word);
}

function longestPlain(word: string): string {
  const parts = word.normalize('NFC').match(/[a-z0-9]+/gi) ?? [];
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}
