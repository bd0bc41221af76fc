/**
 * What a query means, whatever path answers it.
 *
 * `words` are one or more words that stand next to each other, in any case and with or without
 * accents; with `prefix` the last of them may go on. `text` is a run of characters wherever it
 * stands, in any case: what languages without blanks between words need, and what is left for terms
 * without a letter or digit. A blank in it stands for any blanks and line breaks. With `loose` there
 * may be one blank where a word meets a script without blanks.
 */
export type SearchTerm =
  { kind: 'words'; text: string; prefix: boolean } | { kind: 'text'; text: string; loose?: true };

export type SearchTree =
  | SearchTerm
  | { kind: 'and'; parts: readonly SearchTree[] }
  | { kind: 'or'; parts: readonly SearchTree[] }
  | { kind: 'not'; keep: SearchTree; drop: SearchTree };

/** The terms of a tree from left to right; with `wanted`, only those that a match should show. */
export function termsOf(tree: SearchTree, wanted = false): SearchTerm[] {
  switch (tree.kind) {
    case 'words':
    case 'text':
      return [tree];
    case 'and':
    case 'or':
      return tree.parts.flatMap((part) => termsOf(part, wanted));
    case 'not':
      return [...termsOf(tree.keep, wanted), ...(wanted ? [] : termsOf(tree.drop))];
  }
}

/** Whether a message may match for what it lacks. */
export function hasNot(tree: SearchTree): boolean {
  switch (tree.kind) {
    case 'not':
      return true;
    case 'and':
    case 'or':
      return tree.parts.some(hasNot);
    case 'words':
    case 'text':
      return false;
  }
}
