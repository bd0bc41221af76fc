/**
 * What Unicode calls wide or full-width, as blocks: CJK, Hangul, kana, Yi, Tangut, and the forms that
 * go with them. Emoji are told by their own property.
 */
const WIDE_BLOCKS = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x1b2ff],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
] as const;

const EMOJI = /\p{Emoji_Presentation}|\uFE0F|\p{RI}{2}/u;
/** Marks on the character before, joiners, and the vowels and finals that end a Hangul syllable. */
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}\u1160-\u11FF\uD7B0-\uD7FF]$/u;
/** The longest emoji has ten code points; marks may be heaped on a letter without end. */
const MOST_CODE_POINTS = 12;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Columns that a text takes on a terminal. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += segmentWidth(segment);
  return width;
}

/**
 * Text from the file as one line of so many columns at most that cannot steer the terminal: control
 * characters, and those that turn the direction of writing, become a blank. The joiners that emoji
 * and some scripts need stay.
 */
export function safeText(text: string, maxWidth: number, cut = cutTo): string {
  const line = text.replace(/(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, ' ').trim();
  return cut(line, maxWidth);
}

/** A line cut to so many columns, `…` where something is left out; no character is cut in two. */
export function cutTo(line: string, maxWidth: number): string {
  let whole = '';
  let cut = '';
  let width = 0;
  for (const { segment } of segmenter.segment(line)) {
    const columns = segmentWidth(segment);
    if (width + columns > maxWidth) return `${cut}…`;
    whole += Array.from(segment).slice(0, MOST_CODE_POINTS).join('');
    width += columns;
    if (width <= maxWidth - 1) cut = whole;
  }
  return whole;
}

/** The same with the middle left out: for names that differ at their ends. */
export function cutMiddle(line: string, maxWidth: number): string {
  if (displayWidth(line) <= maxWidth) return cutTo(line, maxWidth);
  const characters = Array.from(segmenter.segment(line), ({ segment }) => cutTo(segment, 2));
  let end = '';
  for (const character of characters.toReversed()) {
    if (displayWidth(character + end) > Math.floor((maxWidth - 1) / 2)) break;
    end = character + end;
  }
  return cutTo(line, maxWidth - displayWidth(end)) + end;
}

/** Lines of so many columns at most, broken at blanks, and within a word that is longer. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => pieces(each, columns))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (displayWidth(longer) <= columns) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** A word in pieces that fit. */
function pieces(word: string, columns: number): string[] {
  const all: string[] = [];
  let piece = '';
  for (const { segment } of segmenter.segment(word)) {
    if (piece !== '' && displayWidth(piece + segment) > columns) {
      all.push(piece);
      piece = '';
    }
    piece += segment;
  }
  return [...all, piece];
}

function segmentWidth(segment: string): number {
  if (EMOJI.test(segment)) return 2;
  let width = 0;
  for (const character of segment) {
    if (!NO_WIDTH.test(character)) width += isWide(character.codePointAt(0) ?? 0) ? 2 : 1;
  }
  return width;
}

function isWide(codePoint: number): boolean {
  return (
    codePoint >= 0x1100 &&
    WIDE_BLOCKS.some(([first, last]) => codePoint >= first && codePoint <= last)
  );
}
