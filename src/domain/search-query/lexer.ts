import { countCodePoints } from '../text.js';
import { partedForms } from './borders.js';
import { containsUnspaced, hasWord } from './scripts.js';
import type { SearchTerm } from './tree.js';
import { bareWords } from './words.js';

export type Operator = 'AND' | 'OR' | 'NOT';

export type Token =
  | { kind: 'open' | 'close' }
  | { kind: 'operator'; operator: Operator }
  /** `weak` terms are punctuation that nobody quoted: they count only where they stand alone. */
  | { kind: 'term'; term: SearchTerm; weak: boolean; bare: string };

const BLANK = /[\s\p{Cc}\p{Surrogate}]/u;
const OPERATOR = /^(?:AND|OR|NOT)$/;
const PICTURE = /[\p{Extended_Pictographic}\p{So}]/u;
/** What makes a picture of the sign before it, or a plain sign, and is left out by many programs. */
const PICTURE_MARKS = /[\ufe0e\ufe0f]+(?= |$)/gu;
/** A last word of two characters or more. */
const LONG_END = /[\p{L}\p{N}\p{Co}]{2}[^\p{L}\p{N}\p{Co}]*$/u;
const EDGE_PUNCTUATION = /^[^\p{L}\p{N}\p{M}\p{Co}\p{So}]+|[^\p{L}\p{N}\p{M}\p{Co}\p{So}]+$/gu;

/**
 * Cuts a query into terms, operators and parentheses. Quotes without a partner, asterisks without a
 * word before them, control characters and lone surrogates are blanks.
 */
export function tokenize(query: string): Token[] {
  const tokens: Token[] = [];
  let bare = '';
  const end = (prefix: boolean) => {
    if (bare !== '') tokens.push(...bareToken(bare, prefix));
    bare = '';
  };
  const characters = Array.from(query);
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index] ?? '';
    if (character === '"') {
      end(false);
      const closing = characters.indexOf('"', index + 1);
      if (closing < 0) continue;
      const phrase = characters.slice(index + 1, closing).join('');
      index = closing;
      const prefix = characters[index + 1] === '*';
      tokens.push(...quotedToken(phrase, prefix));
    } else if (character === '(' || character === ')') {
      end(false);
      tokens.push({ kind: character === '(' ? 'open' : 'close' });
    } else if (character === '*') end(true);
    else if (BLANK.test(character)) end(false);
    else bare += character;
  }
  end(false);
  return tokens;
}

function bareToken(text: string, prefix: boolean): Token[] {
  if (!prefix && isOperator(text)) return [{ kind: 'operator', operator: text }];
  const weak = !hasWord(text) && !PICTURE.test(text);
  const trimmed = containsUnspaced(text) ? text.replace(EDGE_PUNCTUATION, '') || text : text;
  const term = loosened(termOf(trimmed, prefix));
  return [{ kind: 'term', term, weak, bare: prefix ? '' : text }];
}

function quotedToken(phrase: string, prefix: boolean): Token[] {
  const text = phrase
    .split(new RegExp(`${BLANK.source}+`, 'u'))
    .filter((word) => word !== '')
    .join(' ');
  if (text === '') return [];
  return [{ kind: 'term', term: termOf(text, prefix), weak: false, bare: '' }];
}

function termOf(text: string, prefix: boolean): SearchTerm {
  if (containsUnspaced(text) || !hasWord(text)) {
    return { kind: 'text', text: text.replace(PICTURE_MARKS, '').trim() || text };
  }
  return { kind: 'words', text, prefix: prefix && mayGoOn(text) };
}

/** What nobody quoted is found with a blank between its scripts too; two characters are too few. */
function loosened(term: SearchTerm): SearchTerm {
  const text = term.text.normalize('NFC');
  const isLoose = term.kind === 'text' && countCodePoints(text) > 2 && partedForms(text).length > 0;
  return isLoose ? { ...term, loose: true } : term;
}

/** Whether so few messages have words like it that an asterisk behind the last one can be answered. */
function mayGoOn(text: string): boolean {
  return LONG_END.test(text) || bareWords(text).length > 1;
}

function isOperator(text: string): text is Operator {
  return OPERATOR.test(text);
}
