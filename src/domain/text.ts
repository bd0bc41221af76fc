/**
 * One character that Python's `\s`, `strip` and `split` take for whitespace, as a class to build
 * patterns from. JavaScript's `\s` differs: it lacks U+001C–001F and U+0085, and adds U+FEFF.
 */
export const PYTHON_WHITESPACE =
  '[\\t-\\r\\x1C-\\x20\\x85\\xA0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000]';

const WHITESPACE = new RegExp(PYTHON_WHITESPACE);
const WHITESPACE_RUN = new RegExp(`${PYTHON_WHITESPACE}+`);
const LONE_SURROGATE = /\p{Surrogate}/u;
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** The length as Python counts it: a surrogate pair is one, a lone surrogate too. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index = nextIndex(text, index)) count += 1;
  return count;
}

/**
 * Python's `text[start:end]`, counted in code points, so that no pair is ever cut in two. Positions
 * are zero or more; without `end` the rest of the text. The cost is that of the part up to `end`.
 */
export function sliceCodePoints(text: string, start: number, end = Infinity): string {
  const from = indexOfCodePoint(text, 0, start);
  return text.slice(from, indexOfCodePoint(text, from, end - start));
}

/** Python's `strip()`: without the whitespace at both ends. */
export function pythonStrip(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && WHITESPACE.test(text.charAt(start))) start += 1;
  while (end > start && WHITESPACE.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Python's `split()`: the words between runs of whitespace; blank text has none. */
export function pythonSplit(text: string): string[] {
  return text.split(WHITESPACE_RUN).filter((word) => word !== '');
}

/** Whether no surrogate stands alone, so that the text has a UTF-8 form. */
export function isWellFormed(text: string): boolean {
  return !LONE_SURROGATE.test(text);
}

/**
 * The text with U+FFFD for each lone surrogate. Everything that is written goes through this: SQLite
 * would take the broken bytes, and Python could not read that row any more.
 */
export function replaceLoneSurrogates(text: string): string {
  return text.replace(LONE_SURROGATES, '\uFFFD');
}

/** The index in UTF-16 units, `count` code points after `from`; at most the text's length. */
function indexOfCodePoint(text: string, from: number, count: number): number {
  if (count >= text.length - from) return text.length;
  let index = from;
  for (let left = count; left > 0 && index < text.length; left -= 1) {
    index = nextIndex(text, index);
  }
  return index;
}

function nextIndex(text: string, index: number): number {
  return index + ((text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1);
}
