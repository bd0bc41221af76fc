import { partedForms } from './borders.js';
import { composedText } from './composed.js';
import { formsOf } from './forms.js';
import type { SearchTerm, SearchTree } from './tree.js';
import { endsWord, startsWord, wordEnd, wordsPattern } from './words.js';

/** Where something lies in a text, in UTF-16 units; `end` is behind it. */
export interface Span {
  start: number;
  end: number;
}

/** Finds a term in a text at or behind a position. */
export type Finder = (text: string, from: number) => Span | null;

const REMEMBERED = 200;
const finders = new Map<string, Finder>();

/** How a term is found in a text. It finds what the indexes find, without an index. */
export function finderOf(term: SearchTerm): Finder {
  const key = JSON.stringify(term);
  const known = finders.get(key);
  if (known !== undefined) return known;
  const finder = formsFinder(term);
  if (finders.size >= REMEMBERED) finders.clear();
  finders.set(key, finder);
  return finder;
}

/**
 * Whether a document matches a tree. A document is the texts that a term may stand in; each term may
 * stand in another one.
 */
export function treeMatcher(tree: SearchTree): (texts: readonly string[]) => boolean {
  switch (tree.kind) {
    case 'words':
    case 'text': {
      const find = finderOf(tree);
      return (texts) => texts.some((text) => find(text, 0) !== null);
    }
    case 'and': {
      const parts = tree.parts.map(treeMatcher);
      return (texts) => parts.every((matches) => matches(texts));
    }
    case 'or': {
      const parts = tree.parts.map(treeMatcher);
      return (texts) => parts.some((matches) => matches(texts));
    }
    case 'not': {
      const keep = treeMatcher(tree.keep);
      const drop = treeMatcher(tree.drop);
      return (texts) => keep(texts) && !drop(texts);
    }
  }
}

/** Of a term that may be stored in several forms, all are found by composing the text too. */
function formsFinder(term: SearchTerm): Finder {
  const { sure, others } = formsOf(term);
  const find = term.kind === 'text' ? textFinder(sure, term.loose) : wordsFinder(sure, term.prefix);
  if (others.length === 0) return find;
  const asTyped = term.kind === 'text' ? textFinder(term.text, term.loose) : find;
  return (text, from) => {
    const plain = find(text, from) ?? asTyped(text, from);
    if (plain !== null) return plain;
    const composed = composedText(text);
    const span = composed === null ? null : find(composed.text, composed.into(from));
    return composed === null || span === null ? null : composed.back(span);
  };
}

/** Any blanks, also behind a sign with the mark that makes a picture of it. */
const BLANKS = '[\\ufe0e\\ufe0f]?\\s+';

function textFinder(literal: string, loose = false): Finder {
  const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const pieces = literal.split(' ').map(escaped);
  const parted = loose ? partedForms(literal).map(escaped) : [];
  const pattern = new RegExp([pieces.join(BLANKS), ...parted].join('|'), 'giu');
  return (text, from) => {
    pattern.lastIndex = from;
    const match = pattern.exec(text);
    return match === null ? null : { start: match.index, end: pattern.lastIndex };
  };
}

function wordsFinder(words: string, prefix: boolean): Finder {
  const pattern = wordsPattern(words);
  if (pattern === null) return textFinder(words);
  return (text, from) => {
    pattern.lastIndex = from;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const end = pattern.lastIndex;
      if (startsWord(text, match.index) && (prefix || endsWord(text, end))) {
        return { start: match.index, end: prefix ? wordEnd(text, end) : end };
      }
      // By a whole letter: from within a pair of surrogates the pattern would go back.
      pattern.lastIndex = match.index + ((match[0].codePointAt(0) ?? 0) > 0xffff ? 2 : 1);
    }
    return null;
  };
}
