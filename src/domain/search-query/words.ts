import { isSpacedLetter } from './scripts.js';

/**
 * Combining marks that belong to the word before them and count for nothing; all other marks end a
 * word. The same as in SQLite's unicode61 tokenizer.
 */
const MARKS =
  '[\\u0300-\\u0304\\u0306-\\u030C\\u030F\\u0311\\u031B\\u0323-\\u0328\\u032D\\u032E\\u0330\\u0331]';
const WORD = new RegExp(`[\\p{L}\\p{N}\\p{Co}](?:[\\p{L}\\p{N}\\p{Co}]|${MARKS})*`, 'gu');
const MARK = new RegExp(MARKS, 'u');

/** The words of a text as they are written. */
export function bareWords(text: string): string[] {
  return Array.from(text.matchAll(WORD), ([word]) => word);
}

/** The words of a text as the index of words keeps them: small letters, Latin ones without accent. */
export function wordsOf(text: string): string[] {
  return bareWords(text).map((word) => Array.from(word, foldLetter).join(''));
}

/**
 * A pattern that matches the words of a term one after the other, any non-words between them, in any
 * case and with or without accents. Null when the term has no word.
 */
export function wordsPattern(text: string): RegExp | null {
  const words = wordsOf(text);
  if (words.length === 0) return null;
  const patterns = words.map((word) => Array.from(word, letterPattern).join(''));
  return new RegExp(patterns.join('[^\\p{L}\\p{N}\\p{Co}]+'), 'giu');
}

/**
 * Whether a word that ends before this position of the text really ends there. Text without blanks
 * between words ends it, for every place of that may be a border.
 */
export function endsWord(text: string, position: number): boolean {
  const next = text.codePointAt(position);
  return next === undefined || !isSpacedLetter(next);
}

/** Whether a word that starts at this position of the text really starts there. */
export function startsWord(text: string, position: number): boolean {
  let before = position;
  while (before > 0 && MARK.test(text.charAt(before - 1))) before -= 1;
  if (before === 0) return true;
  const last = text.charCodeAt(before - 1);
  const isLow = last >= 0xdc00 && last <= 0xdfff;
  return !isSpacedLetter(text.codePointAt(before - (isLow && before > 1 ? 2 : 1)) ?? 0);
}

/** Where the word that goes on at this position ends. */
export function wordEnd(text: string, position: number): number {
  let end = position;
  for (;;) {
    const next = text.codePointAt(end);
    if (next === undefined) return end;
    if (!isSpacedLetter(next) && !MARK.test(String.fromCodePoint(next))) return end;
    end += next > 0xffff ? 2 : 1;
  }
}

function letterPattern(letter: string): string {
  const variants = accented().get(letter);
  return `${variants === undefined ? letter : `[${letter}${variants}]`}${MARKS}*`;
}

/** A text in small letters, one for each letter, as the index of runs keeps it. */
export function smallLetters(text: string): string {
  return Array.from(text, smallLetter).join('');
}

function foldLetter(letter: string): string {
  if (MARK.test(letter)) return '';
  const small = smallLetter(letter);
  return baseOf(small) ?? small;
}

/**
 * One small letter for each; by way of its capital, so that `ſ` is an `s` and `ς` a `σ`. The dotless
 * `ı` is no `i`.
 */
function smallLetter(letter: string): string {
  const capital = letter.toUpperCase();
  const one = capital.length <= letter.length && letter !== 'ı' ? capital : letter;
  return String.fromCodePoint(one.toLowerCase().codePointAt(0) ?? 0);
}

/** The ASCII letter under one accent; letters with two accents stay apart, as in the index. */
function baseOf(small: string): string | null {
  if (small.length !== 1 || small < '\u00c0') return null;
  const parts = small.normalize('NFD');
  return parts.length === 2 && /^[a-z]/.test(parts) ? parts.charAt(0) : null;
}

let accentedLetters: Map<string, string> | null = null;

/** For each ASCII letter its small forms with one accent. */
function accented(): ReadonlyMap<string, string> {
  if (accentedLetters !== null) return accentedLetters;
  accentedLetters = new Map();
  for (let code = 0xc0; code < 0x2000; code += 1) {
    const letter = String.fromCharCode(code);
    const base = letter.toLowerCase() === letter ? baseOf(letter) : null;
    if (base !== null) accentedLetters.set(base, (accentedLetters.get(base) ?? '') + letter);
  }
  // The one capital that no flag of a pattern takes for its small letter.
  accentedLetters.set('i', `${accentedLetters.get('i') ?? ''}İ`);
  return accentedLetters;
}
