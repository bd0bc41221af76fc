import { isCjk } from '../cjk.js';

/**
 * Scripts that put no blanks between words, beside the store's CJK blocks: a word of theirs can only
 * be found as a run of characters.
 */
const UNSPACED_BLOCKS = [
  [0x0e00, 0x0eff], // Thai, Lao
  [0x1000, 0x109f], // Myanmar
  [0x1100, 0x11ff], // Hangul letters
  [0x1780, 0x17ff], // Khmer
  [0x3100, 0x312f], // Bopomofo
  [0x3130, 0x318f], // Hangul compatibility letters
  [0xf900, 0xfaff], // compatibility ideographs
  [0xff66, 0xffdc], // half-width katakana and Hangul
  [0x20000, 0x3ffff], // further ideographs
] as const;

const TOKEN_CHARACTER = /[\p{L}\p{N}\p{Co}]/u;

const UNKNOWN = 0;
const OTHER = 1;
const SPACED = 2;
const UNSPACED = 3;
const classes = new Uint8Array(0x10000);

/** Whether the code point is a letter or digit of a script with blanks between words. */
export function isSpacedLetter(codePoint: number): boolean {
  return classOf(codePoint) === SPACED;
}

/** Whether the code point belongs to a script without blanks between words. */
export function isUnspaced(codePoint: number): boolean {
  return classOf(codePoint) === UNSPACED;
}

/** Remembered for the 65,536 common code points: texts of megabytes are read one by one. */
function classOf(codePoint: number): number {
  const known = codePoint < classes.length ? (classes[codePoint] ?? UNKNOWN) : UNKNOWN;
  if (known !== UNKNOWN) return known;
  const spaced = TOKEN_CHARACTER.test(String.fromCodePoint(codePoint));
  const found = inUnspacedBlock(codePoint) ? UNSPACED : spaced ? SPACED : OTHER;
  if (codePoint < classes.length) classes[codePoint] = found;
  return found;
}

function inUnspacedBlock(codePoint: number): boolean {
  return (
    isCjk(codePoint) ||
    UNSPACED_BLOCKS.some(([first, last]) => codePoint >= first && codePoint <= last)
  );
}

/** Whether any code point of the text belongs to a script without blanks between words. */
export function containsUnspaced(text: string): boolean {
  for (const character of text) if (isUnspaced(character.codePointAt(0) ?? 0)) return true;
  return false;
}

/** Whether the text has anything that an index of words keeps: a letter, digit or private character. */
export function hasWord(text: string): boolean {
  return TOKEN_CHARACTER.test(text);
}
