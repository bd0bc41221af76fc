import { escapedForms } from '../../../domain/search-query/escapes.js';
import { writtenForms } from '../../../domain/search-query/forms.js';
import type { SearchTerm } from '../../../domain/search-query/tree.js';
import { anyOf, quoted } from './expression.js';
import { longestCaselessRun } from './scan.js';

/** What stands before the first character beyond ASCII, and before the first escape. */
const BEFORE_BEYOND = /^[\0-\u007f]+/;
const BEFORE_ESCAPES = /^[^\\]+/;
const ESCAPED = /\\u[0-9a-f]{4}/;

/**
 * A run of characters as the index of words has it in JSON, where each character beyond ASCII is a
 * word of its own (`u6570`); the last one may go on with letters behind it. Letters before the first
 * escape are left out, for they may be part of another word: what is found must be read. Null for a
 * text of ASCII.
 */
export function escapedRunWords(term: SearchTerm): string | null {
  const runs = escapesOf(term)
    .map((run) => run.replace(BEFORE_ESCAPES, ''))
    .filter((run) => ESCAPED.test(run));
  return anyOf([...new Set(runs)].map((run) => `${quoted(run)} *`));
}

/** The same for the index of runs. */
export function escapedRuns(term: SearchTerm): string | null {
  return anyOf(escapesOf(term).map(quoted));
}

/** A term in each of its forms as JSON writes it; of one with capitals its longest part without. */
function escapesOf(term: SearchTerm): string[] {
  const escapes = writtenForms(term).flatMap((form) => {
    const run = longestCaselessRun(form).replace(BEFORE_BEYOND, '');
    return escapedForms(run === '' ? form : run);
  });
  return [...new Set(escapes)];
}

/**
 * Words as the index of words has them in JSON: behind a break, or escaped. One word as it is needs
 * no doubt, the words of a phrase do. With `prefix` the last word may go on. Null where there is none.
 */
export function wordsInJson(words: readonly string[], prefix: boolean): string | null {
  const forms = words.map((word, place) => {
    const inJson = [
      ...['n', 't', 'r'].map((letter) => letter + word),
      ...escapedForms(word),
      ...escapedForms(word.normalize('NFD')),
    ];
    const all = (words.length === 1 ? inJson : [word, ...inJson]).map(quoted);
    const goesOn = prefix && place === words.length - 1;
    return anyOf(goesOn ? all.map((form) => `${form} *`) : all) ?? '';
  });
  return forms.length === 0 ? null : forms.join(' AND ');
}
