import type { Span } from './matcher.js';

/** A text with its letters composed (NFC), and where its places are in the text as it was. */
export interface Composed {
  text: string;
  /** Where a place of the original lies in the composed text. */
  into(position: number): number;
  /** Where a stretch of the composed text lies in the original. */
  back(span: Span): Span;
}

/**
 * What may get another length: a letter with all that is composed with it (marks, and the vowels and
 * finals of Hangul), or one beyond Latin by itself.
 */
const PIECE = /[\0-\u02ff][\p{M}\u1160-\u11ff]+|[^\0-\u02ff][\p{M}\u1160-\u11ff]*/gu;

let last: { original: string; composed: Composed | null } | null = null;

/** A text with its letters composed; null when they are already. The last one is remembered. */
export function composedText(original: string): Composed | null {
  if (last?.original !== original) last = { original, composed: compose(original) };
  return last.composed;
}

function compose(original: string): Composed | null {
  const text = original.normalize('NFC');
  if (text === original) return null;
  let shifts: Shift[] | null = null;
  const known = () => (shifts ??= shiftsOf(original));
  return {
    text,
    into: (position) => moved(known(), position, 'original', 'composed'),
    back: ({ start, end }) => ({
      start: moved(known(), start, 'composed', 'original'),
      end: moved(known(), end, 'composed', 'original'),
    }),
  };
}

/** Behind these places both texts go on alike, up to the next pair. */
interface Shift {
  original: number;
  composed: number;
}

function shiftsOf(original: string): Shift[] {
  const shifts: Shift[] = [{ original: 0, composed: 0 }];
  let shorter = 0;
  for (const { 0: piece, index } of original.matchAll(PIECE)) {
    const length = piece.normalize('NFC').length;
    if (length === piece.length) continue;
    shorter += piece.length - length;
    const end = index + piece.length;
    shifts.push({ original: end, composed: end - shorter });
  }
  return shifts;
}

function moved(
  shifts: readonly Shift[],
  position: number,
  from: keyof Shift,
  to: keyof Shift,
): number {
  let low = 0;
  let high = shifts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((shifts[middle]?.[from] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  const before = shifts[low] ?? { original: 0, composed: 0 };
  const place = before[to] + position - before[from];
  // A place inside of a piece that is longer on the other side.
  return Math.min(place, shifts[low + 1]?.[to] ?? place);
}
