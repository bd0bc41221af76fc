import { partedForms } from '../../../domain/search-query/borders.js';
import { formsOf } from '../../../domain/search-query/forms.js';
import type { SearchTerm, SearchTree } from '../../../domain/search-query/tree.js';
import { countCodePoints } from '../../../domain/text.js';
import { headOf, piecesOf, RUN_LENGTH } from './term-parts.js';

/** Text as a string of the full-text query language: nothing in it is syntax. */
export function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Alternatives as one expression; none is null. */
export function anyOf(expressions: readonly string[]): string | null {
  return expressions.length === 0 ? null : `(${expressions.join(' OR ')})`;
}

/** A term as a full-text expression, by its most usual form. */
export function termExpression(term: SearchTerm): string {
  const [form = '', ...parted] = indexedForms(term);
  const expression = formExpression(term, form);
  return anyOf(parted.length === 0 ? [] : [expression, ...parted.map(quoted)]) ?? expression;
}

/** The other forms of a term as one expression of its index; null when there are none. */
export function otherForms(term: SearchTerm): string | null {
  return anyOf(formsOf(term).others.map((form) => formExpression(term, form)));
}

/** What ranks a term's matches: of one that no expression describes, those parts that one does. */
export function rankExpression(term: SearchTerm): string | null {
  if (term.kind === 'words') {
    const head = headOf(term);
    return termExpression(head ?? term);
  }
  const pieces = piecesOf(term).filter(({ text }) => countCodePoints(text) >= RUN_LENGTH);
  return pieces.length === 0 ? null : `(${pieces.map(termExpression).join(' AND ')})`;
}

/** A tree whose terms all live in one index as one full-text expression. */
export function treeExpression(tree: SearchTree): string {
  switch (tree.kind) {
    case 'words':
    case 'text':
      return termExpression(tree);
    case 'and':
      return `(${tree.parts.map(treeExpression).join(' AND ')})`;
    case 'or':
      return `(${tree.parts.map(treeExpression).join(' OR ')})`;
    case 'not':
      return `(${treeExpression(tree.keep)} NOT ${treeExpression(tree.drop)})`;
  }
}

/** The forms of a text that its expression finds. */
export function indexedForms(term: SearchTerm): string[] {
  const { sure } = formsOf(term);
  return term.kind === 'text' && term.loose === true ? [sure, ...partedForms(sure)] : [sure];
}

function formExpression(term: SearchTerm, form: string): string {
  return term.kind === 'words' && term.prefix ? `${quoted(form)} *` : quoted(form);
}
