import type { SearchFragment } from '../search.js';
import { displayTexts, documentTexts, type Searchable } from './document.js';
import { finderOf, type Finder, type Span } from './matcher.js';
import { snippetWindow, type TermSpan } from './snippet-window.js';
import { termsOf, type SearchTree } from './tree.js';

/** So many matches of a term are looked at to choose what a snippet shows. */
const MAX_SPANS = 50;

/**
 * Cuts the snippet of a message: the stretch of about forty words with the most of what was looked
 * for, out of the content as a person reads it. Tool name and calls follow the content only when the
 * content has no match. Where something else of the calls matches (an id, a key of their JSON), the
 * calls are shown as they are stored; structured content never is.
 */
export function snippetBuilder(tree: SearchTree): (message: Searchable) => SearchFragment[] {
  const finders = termsOf(tree, true).map(finderOf);
  return (message) => {
    const { content, tools } = displayTexts(message);
    const inContent = spansIn(content, finders);
    const text =
      inContent.length > 0 || tools === ''
        ? content
        : content === ''
          ? tools
          : `${content} ${tools}`;
    const spans = text === content ? inContent : spansIn(text, finders);
    const shown = spans.length > 0 ? null : hiddenMatch(message, finders);
    return shown === null ? excerpt({ text, spans }) : excerpt(shown);
  };
}

/** A text and what was found in it. */
interface Found {
  text: string;
  spans: TermSpan[];
}

function hiddenMatch(message: Searchable, finders: readonly Finder[]): Found | null {
  for (const text of documentTexts({ ...message, content: null, tool_name: null }, false)) {
    const spans = spansIn(text, finders);
    if (spans.length > 0) return { text, spans };
  }
  return null;
}

function excerpt({ text, spans }: Found): SearchFragment[] {
  return fragments(text, spans, snippetWindow(text, spans));
}

/** The snippet as one text, matches between `>>>` and `<<<`. */
export function snippetText(fragments: readonly SearchFragment[]): string {
  return fragments.map(({ text, matched }) => (matched ? `>>>${text}<<<` : text)).join('');
}

/** The first matches in a text, in order; matches that overlap are one. */
function spansIn(text: string, finders: readonly Finder[]): TermSpan[] {
  const found = finders
    .flatMap((find, term) => {
      const spans: TermSpan[] = [];
      let span = find(text, 0);
      while (span !== null && spans.length < MAX_SPANS) {
        const end = withMarks(text, span.end);
        spans.push({ start: span.start, end, term });
        span = find(text, end);
      }
      return spans;
    })
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: TermSpan[] = [];
  for (const span of found) {
    const last = merged.at(-1);
    if (last !== undefined && span.start < last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}

/** Marks belong to the letter before them, and so do what makes a picture and its colour. */
const MARKS = /[\p{M}\u{1f3fb}-\u{1f3ff}]*/uy;

function withMarks(text: string, position: number): number {
  MARKS.lastIndex = position;
  return MARKS.test(text) ? MARKS.lastIndex : position;
}

function fragments(text: string, spans: readonly Span[], window: Span): SearchFragment[] {
  const pieces: SearchFragment[] = [];
  const push = (piece: string, matched: boolean) => {
    if (piece !== '') pieces.push({ text: piece, matched });
  };
  let position = window.start;
  push(window.start > 0 ? '...' : '', false);
  for (const span of spans) {
    const [start, end] = [Math.max(span.start, position), Math.min(span.end, window.end)];
    if (start >= end) continue;
    push(text.slice(position, start), false);
    push(text.slice(start, end), true);
    position = end;
  }
  push(text.slice(position, window.end), false);
  push(window.end < text.length ? '...' : '', false);
  return pieces;
}
