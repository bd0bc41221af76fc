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

function identityOf({ kind }: SearchTerm, text: string): string {
  return kind === 'words' ? wordsOf(text).join(' ') : text;
}
