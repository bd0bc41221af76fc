import { containsUnspaced } from '../../../domain/search-query/scripts.js';
import { countCodePoints } from '../../../domain/text.js';
import type { SearchTerm, SearchTree } from '../../../domain/search-query/tree.js';
import type { IndexName } from './full-text.js';
import type { Indexes } from './indexes.js';
import { headOf, piecesOf, RUN_LENGTH } from './term-parts.js';

/**
 * How a tree is answered: parts that live in one index by one expression of it, terms too short for
 * the index of three-character runs by its vocabulary, those that no expression describes by reading
 * what a wider one finds, the rest by reading messages.
 */
export type Plan =
  | { kind: 'index'; index: IndexName; tree: SearchTree }
  | { kind: 'short'; term: SearchTerm }
  | { kind: 'read'; wider: Plan }
  | { kind: 'scan'; tree: SearchTree }
  | { kind: 'and' | 'or'; parts: readonly Plan[] }
  | { kind: 'not'; keep: Plan; drop: Plan };

/** The plan of a tree for the indexes at hand; each way of answering gives the same messages. */
export function planSearch(tree: SearchTree, indexes: Indexes): Plan {
  switch (tree.kind) {
    case 'words': {
      if (indexes.words === null) return { kind: 'scan', tree };
      const head = headOf(tree);
      return head === null
        ? { kind: 'index', index: 'words', tree }
        : { kind: 'read', wider: { kind: 'index', index: 'words', tree: head } };
    }
    case 'text': {
      if (indexes.trigrams === null) return { kind: 'scan', tree };
      const pieces = piecesOf(tree);
      if (pieces.length > 1) return { kind: 'read', wider: planPieces(pieces, indexes) };
      return isShort(tree)
        ? { kind: 'short', term: tree }
        : { kind: 'index', index: 'trigrams', tree };
    }
    case 'not': {
      const keep = planSearch(tree.keep, indexes);
      const drop = planSearch(tree.drop, indexes);
      return sameWay(keep, drop, tree) ?? { kind: 'not', keep, drop };
    }
    case 'and':
    case 'or':
      return planParts(tree.kind, tree.parts, indexes);
  }
}

/** Short pieces of Latin say little beside longer ones, and cost more. */
function planPieces(pieces: readonly SearchTerm[], indexes: Indexes): Plan {
  const telling = pieces.filter((piece) => !isShort(piece) || containsUnspaced(piece.text));
  return planParts('and', telling.length > 0 ? telling : pieces, indexes);
}

function isShort({ text }: SearchTerm): boolean {
  return countCodePoints(text.normalize('NFC')) < RUN_LENGTH;
}

function planParts(kind: 'and' | 'or', trees: readonly SearchTree[], indexes: Indexes): Plan {
  const ways = new Map<string, { plan: Plan; trees: SearchTree[] }>();
  const parts: Plan[] = [];
  for (const tree of trees) {
    const plan = planSearch(tree, indexes);
    const way = wayOf(plan);
    const known = way === null ? undefined : ways.get(way);
    if (known !== undefined) known.trees.push(tree);
    else if (way !== null) ways.set(way, { plan, trees: [tree] });
    else parts.push(plan);
  }
  for (const { plan, trees: together } of ways.values()) {
    const tree: SearchTree = { kind, parts: together };
    parts.push(together.length === 1 ? plan : withTree(plan, tree));
  }
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { kind, parts };
}

/** What plans must share to be one. */
function wayOf(plan: Plan): string | null {
  if (plan.kind === 'index') return plan.index;
  return plan.kind === 'scan' ? 'scan' : null;
}

function sameWay(a: Plan, b: Plan, tree: SearchTree): Plan | null {
  const way = wayOf(a);
  if (way === null || way !== wayOf(b)) return null;
  return withTree(a, tree);
}

function withTree(plan: Plan, tree: SearchTree): Plan {
  return plan.kind === 'index' ? { ...plan, tree } : { kind: 'scan', tree };
}
