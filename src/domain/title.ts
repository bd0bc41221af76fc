import { InvalidTitleError } from './errors.js';
import { PYTHON_WHITESPACE, countCodePoints, pythonStrip, replaceLoneSurrogates } from './text.js';

/** The most code points a title can have, counted after cleaning. */
export const MAX_TITLE_LENGTH = 100;

/** Control characters but TAB, LF and CR, which are whitespace, and those above U+007F. */
const CONTROLS = /(?![\t\n\r\u0080-\u009F])\p{Cc}/gu;
/** Zero-width characters, direction marks, line and paragraph separators, BOM, annotation marks. */
const INVISIBLES = /[\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFC]/g;
const WHITESPACE_RUNS = new RegExp(`${PYTHON_WHITESPACE}+`, 'g');

const NUMBER_SUFFIX = / #\p{Nd}+\n?$/u;
const NUMBERED = /^[^\n]* #(\p{Nd}+)\n?$/u;
const ASCII_NUMBER = /^[0-9]+$/;

/**
 * The title as it is stored: without control and invisible characters, each run of whitespace one
 * blank, none at the ends; null when nothing is left. Throws InvalidTitleError when that is longer
 * than MAX_TITLE_LENGTH code points.
 */
export function cleanTitle(title: string | null): string | null {
  const visible = replaceLoneSurrogates(title ?? '')
    .replace(CONTROLS, '')
    .replace(INVISIBLES, '');
  const cleaned = pythonStrip(visible.replace(WHITESPACE_RUNS, ' '));
  if (cleaned === '') return null;
  const length = countCodePoints(cleaned);
  if (length > MAX_TITLE_LENGTH) {
    throw new InvalidTitleError(`Title too long (${length} chars, max ${MAX_TITLE_LENGTH}).`);
  }
  return cleaned;
}

/** The title without one trailing ` #N`, N any decimal digits; a title of several lines stays whole. */
export function titleBase(title: string): string {
  const suffix = NUMBER_SUFFIX.exec(title);
  if (suffix === null) return title;
  const base = title.slice(0, suffix.index);
  return base.includes('\n') ? title : base;
}

/**
 * The next title for a base (see `titleBase`): the base itself while no title of its line is in use,
 * else ` #N` one above the highest N. Its line are the title equal to it and those that start with
 * it and ` #`, ASCII letters in either case; other titles may be among `takenTitles`. The result is
 * not checked for its length, as in Hermes.
 */
export function nextTitle(base: string, takenTitles: readonly string[]): string {
  const start = asciiLowerCase(`${base} #`);
  const line = takenTitles.filter(
    (title) => title === base || asciiLowerCase(title).startsWith(start),
  );
  if (line.length === 0) return base;
  const highest = line.map(titleNumber).reduce((most, each) => (each > most ? each : most), 1n);
  return `${base} #${highest + 1n}`;
}

/** Whether the title is exactly the base, ` #` and ASCII digits. */
export function isNumberedVariant(title: string, base: string): boolean {
  const start = `${base} #`;
  return title.startsWith(start) && ASCII_NUMBER.test(title.slice(start.length));
}

/** The N of a trailing ` #N`, 0 when there is none; digits of every script count. */
function titleNumber(title: string): bigint {
  const digits = NUMBERED.exec(title)?.[1] ?? '';
  return BigInt(Array.from(digits, digitValue).join(''));
}

/** Each script has its ten digits in a row, zero first, and rows only touch other such rows. */
function digitValue(digit: string): number {
  const codePoint = digit.codePointAt(0) ?? 0;
  let zero = codePoint;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (codePoint - zero) % 10;
}

function asciiLowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
