import { isUnspaced } from './scripts.js';
import type { Span } from './matcher.js';

/** A snippet shows so many words; two characters without blanks between words count as one. */
const SNIPPET_WORDS = 40;
/** However long its words are, it is not longer than this, in UTF-16 units on each side. */
const MAX_SIDE = 200;

const WORD_CHARACTER = /[\p{L}\p{N}\p{Co}]/u;

/**
 * Which stretch of a text a snippet shows: all of a short one, else the one with most matches, these
 * in its middle. It starts and ends at words where it can, and never inside a code point.
 */
export function snippetWindow(text: string, spans: readonly Span[]): Span {
  const anchor = bestCluster(text, spans);
  const inside = wordsBetween(text, anchor.start, anchor.end, SNIPPET_WORDS);
  const room = Math.max(0, SNIPPET_WORDS - inside);
  const before = walk(text, anchor.start, -1, room / 2);
  const after = walk(text, anchor.end, 1, room - before.words);
  const start =
    after.words < room - before.words ? walk(text, anchor.start, -1, room - after.words) : before;
  return { start: start.position, end: after.position };
}

/** From the first match to the last that fits a snippet with it, for the best such first match. */
function bestCluster(text: string, spans: readonly Span[]): Span {
  let best: Span = { start: 0, end: 0 };
  let most = 0;
  spans.forEach((first, index) => {
    let [end, count, words] = [first.end, 0, 0];
    for (const span of spans.slice(index)) {
      words += wordsBetween(text, end, span.end, SNIPPET_WORDS);
      if (count > 0 && (words > SNIPPET_WORDS / 2 || span.end - first.start > MAX_SIDE)) break;
      end = span.end;
      count += 1;
    }
    if (count > most) [best, most] = [{ start: first.start, end }, count];
  });
  return best.end - best.start > 2 * MAX_SIDE
    ? { start: best.start, end: whole(text, best.start + 2 * MAX_SIDE) }
    : best;
}

function wordsBetween(text: string, start: number, end: number, most: number): number {
  return walk(text, start, 1, most, end).words;
}

/** Walks over so many words from a position in one direction. */
function walk(
  text: string,
  from: number,
  step: 1 | -1,
  most: number,
  limit = step > 0 ? Math.min(text.length, from + MAX_SIDE) : Math.max(0, from - MAX_SIDE),
): { position: number; words: number } {
  let [position, words, inWord] = [from, 0, false];
  let edge = from;
  while (step > 0 ? position < limit : position > limit) {
    const code = codeAt(text, position, step);
    const unspaced = isUnspaced(code);
    const isWord = WORD_CHARACTER.test(String.fromCodePoint(code));
    const cost = unspaced ? 0.5 : isWord && !inWord ? 1 : 0;
    if (words + cost > most) return { position: edge, words };
    words += cost;
    inWord = isWord && !unspaced;
    position += step * (code > 0xffff ? 2 : 1);
    if (isWord || unspaced) edge = position;
  }
  return { position: Math.max(0, Math.min(text.length, position)), words };
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
