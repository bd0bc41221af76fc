import { partedForms } from './borders.js';
import type { SearchTerm } from './tree.js';
import { wordsOf } from './words.js';

/** The ways in which one text may be stored, that indexes do not take for the same. */
export interface Forms {
  /** With its letters composed (NFC), as most programs write it. */
  sure: string;
  /** As it was typed and with its letters taken apart (NFD), where that is another text. */
  others: readonly string[];
}

/**
 * The forms of a term. Names of files on a Mac are stored with their letters taken apart: `が` as
 * `か` and a mark, `안` as three letters. Forms whose words an index takes for the same are one.
 */
export function formsOf(term: SearchTerm): Forms {
  const sure = term.text.normalize('NFC');
  const known = new Set([identityOf(term, sure)]);
  const others = [term.text, term.text.normalize('NFD')].filter((form) => {
    const identity = identityOf(term, form);
    return !known.has(identity) && known.add(identity);
  });
  return { sure, others };
}

/** Every form of a term, with a blank at its borders too where it is loose. */
export function writtenForms(term: SearchTerm): string[] {
  const { sure, others } = formsOf(term);
  const parted = term.kind === 'text' && term.loose === true ? partedForms(sure) : [];
  const apart = parted.map((form) => form.normalize('NFD'));
  return [...new Set([sure, ...others, ...parted, ...apart])];
}

function identityOf({ kind }: SearchTerm, text: string): string {
  return kind === 'words' ? wordsOf(text).join(' ') : text;
}
