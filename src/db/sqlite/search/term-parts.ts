import type { SearchTerm } from '../../../domain/search-query/tree.js';
import { bareWords } from '../../../domain/search-query/words.js';

type Words = Extract<SearchTerm, { kind: 'words' }>;
type Text = Extract<SearchTerm, { kind: 'text' }>;

/** The shortest run that the index of runs holds, in code points. */
export const RUN_LENGTH = 3;

/**
 * The words before a last one of a single letter that may go on (`foo_b*`): the index would put
 * together all words with that letter. Null for other terms.
 */
export function headOf({ text, prefix }: Words): Words | null {
  const words = bareWords(text);
  const last = words.pop();
  if (!prefix || words.length === 0 || last === undefined || Array.from(last).length > 1) {
    return null;
  }
  return { kind: 'words', text: words.join(' '), prefix: false };
}

/** The parts of a text between its blanks, which stand for any blanks: no run can hold them. */
export function piecesOf(term: Text): Text[] {
  if (!term.text.includes(' ')) return [term];
  return term.text
    .split(' ')
    .filter((piece) => piece !== '')
    .map((piece) => ({ kind: 'text', text: piece }));
}
