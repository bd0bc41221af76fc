import type { SearchTerm, SearchTree } from '../../../domain/search-query/tree.js';

/** Text as a string of the full-text query language: nothing in it is syntax. */
export function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** A term as a full-text expression. */
export function termExpression(term: SearchTerm): string {
  return term.kind === 'words' && term.prefix ? `${quoted(term.text)} *` : quoted(term.text);
}

/** Alternatives as one expression; none is null. */
export function anyOf(expressions: readonly string[]): string | null {
  return expressions.length === 0 ? null : `(${expressions.join(' OR ')})`;
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
