import type { Span } from './matcher.js';
import { isSpacedLetter, isUnspaced } from './scripts.js';

/** A match of one of the terms, by its number. */
export interface TermSpan extends Span {
  term: number;
}

/** A snippet shows so many words; two characters without blanks between words count as one. */
const SNIPPET_WORDS = 40;
/** However long its words are, it shows no more on each side of the matches, in UTF-16 units. */
const MAX_SIDE = 200;
/** Matches farther apart than this are not shown together for their own sake. */
const MAX_CLUSTER = 160;
const MAX_MATCH = 400;
const MAX_STARTS = 50;

/**
 * Which stretch of a text a snippet shows: all of a short one, else the one with most of the terms
 * and then with most matches, these in its middle. It starts and ends at words where it can, and
 * never inside a code point. Spans come in order.
 */
export function snippetWindow(text: string, spans: readonly TermSpan[]): Span {
  if (text.length < SNIPPET_WORDS) return { start: 0, end: text.length };
  const anchor = bestCluster(text, spans);
  const inside = walk(text, anchor.start, 1, SNIPPET_WORDS, anchor.end).words;
  const room = Math.max(0, SNIPPET_WORDS - inside);
  const before = walk(text, anchor.start, -1, room / 2, anchor.start - MAX_SIDE);
  const after = walk(text, anchor.end, 1, room - before.words, anchor.end + MAX_SIDE);
  const left = room - after.words;
  const start =
    left > before.words ? walk(text, anchor.start, -1, left, anchor.start - MAX_SIDE) : before;
  return { start: start.position, end: after.position };
}

/** From the first match to the last near it, for the best such first match. */
function bestCluster(text: string, spans: readonly TermSpan[]): Span {
  let best: Span = { start: 0, end: 0 };
  let most = 0;
  for (let index = 0; index < spans.length && index < MAX_STARTS; index += 1) {
    const first = spans[index];
    if (first === undefined) break;
    let terms = 0;
    let end = first.end;
    let score = 0;
    for (let next = index; next < spans.length; next += 1) {
      const span = spans[next];
      if (span === undefined || (next > index && span.end - first.start > MAX_CLUSTER)) break;
      const bit = 1 << (span.term % 31);
      score += (terms & bit) === 0 ? 100 : 1;
      terms |= bit;
      end = span.end;
    }
    if (score > most) {
      most = score;
      best = { start: first.start, end };
    }
  }
  return best.end - best.start > MAX_MATCH
    ? { start: best.start, end: whole(text, best.start + MAX_MATCH) }
    : best;
}

/** Walks over so many words from a position in one direction, to a limit at most. */
function walk(
  text: string,
  from: number,
  step: 1 | -1,
  most: number,
  limit: number,
): { position: number; words: number } {
  const last = Math.max(0, Math.min(text.length, limit));
  let position = from;
  let edge = from;
  let words = 0;
  let inWord = false;
  while (step > 0 ? position < last : position > last) {
    const code = codeAt(text, position, step);
    const unspaced = isUnspaced(code);
    const spaced = isSpacedLetter(code);
    const cost = unspaced ? 0.5 : spaced && !inWord ? 1 : 0;
    if (words + cost > most) return { position: edge, words };
    words += cost;
    inWord = spaced;
    position += step * (code > 0xffff ? 2 : 1);
    if (spaced || unspaced) edge = position;
  }
  return { position, words };
}

function codeAt(text: string, position: number, step: 1 | -1): number {
  if (step > 0) return text.codePointAt(position) ?? 0;
  const unit = text.charCodeAt(position - 1);
  return unit >= 0xdc00 && unit <= 0xdfff && position > 1
    ? (text.codePointAt(position - 2) ?? 0)
    : unit;
}

function whole(text: string, position: number): number {
  const unit = text.charCodeAt(position);
  return unit >= 0xdc00 && unit <= 0xdfff ? position + 1 : position;
}
