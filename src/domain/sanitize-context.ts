import { PYTHON_WHITESPACE } from './text.js';

const OPENING_TAG = new RegExp(`<${PYTHON_WHITESPACE}*memory-context${PYTHON_WHITESPACE}*>`, 'giu');
const CLOSING_TAG = new RegExp(
  `</${PYTHON_WHITESPACE}*memory-context${PYTHON_WHITESPACE}*>`,
  'giu',
);
const TAG = new RegExp(`</?${PYTHON_WHITESPACE}*memory-context${PYTHON_WHITESPACE}*>`, 'giu');
const WHITESPACE = new RegExp(`${PYTHON_WHITESPACE}*`, 'y');

/** The fixed words of the note; its first wording ends there, the second goes on up to `.]`. */
const NOTE_START = new RegExp(
  [
    '\\[System note:',
    'The following is recalled memory context,',
    'NOT new user input\\.',
    'Treat as (?:(informational background data)|authoritative reference data)',
  ].join(`${PYTHON_WHITESPACE}*`),
  'giu',
);

/**
 * The text without the memory that Hermes put into it: each span from a `memory-context` tag to the
 * next closing one, the system note that introduces recalled memory, and tags left over, in any case
 * of letters. Each pass reads the text once, however many tags and notes stay open.
 */
export function sanitizeContext(text: string): string {
  return removeNotes(removeBlocks(text)).replace(TAG, '');
}

function removeBlocks(text: string): string {
  let kept = '';
  let from = 0;
  for (;;) {
    const opening = findFrom(OPENING_TAG, text, from);
    const closing = opening && findFrom(CLOSING_TAG, text, opening.end);
    if (!closing) return kept + text.slice(from);
    kept += text.slice(from, opening.start);
    from = closing.end;
  }
}

function removeNotes(text: string): string {
  let kept = '';
  let from = 0;
  let bracket = -1;
  for (const note of text.matchAll(NOTE_START)) {
    const wordsEnd = note.index + note[0].length;
    if (note.index < from) continue;
    if (bracket < wordsEnd) bracket = text.indexOf(']', wordsEnd);
    if (bracket === -1) break;
    const endsHere = note[1] === undefined || bracket === wordsEnd + 1;
    if (!endsHere || text[bracket - 1] !== '.') continue;
    kept += text.slice(from, note.index);
    from = findFrom(WHITESPACE, text, bracket + 1)?.end ?? text.length;
  }
  return kept + text.slice(from);
}

function findFrom(
  pattern: RegExp,
  text: string,
  from: number,
): { start: number; end: number } | null {
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  return match && { start: match.index, end: match.index + match[0].length };
}
