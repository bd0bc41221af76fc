import { BadUserInputError } from '../errors.js';
import type { SearchTree } from './tree.js';

export const MAX_ALTERNATIVES = 16;

/** What a message must match, or with `negative` what it must not. */
export interface Signed {
  tree: SearchTree;
  negative: boolean;
}

/** The opposite. */
export function opposite({ tree, negative }: Signed): Signed {
  return { tree, negative: !negative };
}

/** All of some parts: those that must not match are left out of those that must. */
export function allOf(parts: readonly Signed[]): Signed {
  const { wanted, unwanted } = bySign(parts);
  if (wanted.length === 0) return { tree: join('or', unwanted), negative: true };
  const keep = join('and', wanted);
  const tree: SearchTree =
    unwanted.length === 0 ? keep : { kind: 'not', keep, drop: join('or', unwanted) };
  return { tree, negative: false };
}

/** Any of some parts. With one that must not match, all but a few messages do. */
export function anyOf(parts: readonly Signed[]): Signed {
  const { wanted, unwanted } = bySign(parts);
  if (unwanted.length === 0) return { tree: join('or', wanted), negative: false };
  const keep = join('and', unwanted);
  const tree: SearchTree =
    wanted.length === 0 ? keep : { kind: 'not', keep, drop: join('or', wanted) };
  return { tree, negative: true };
}

/** A text that is the same for trees that mean the same but for their capitals. */
export function identityOf(tree: SearchTree): string {
  return JSON.stringify(tree).toLowerCase();
}

function bySign(parts: readonly Signed[]): { wanted: SearchTree[]; unwanted: SearchTree[] } {
  return {
    wanted: parts.filter(({ negative }) => !negative).map(({ tree }) => tree),
    unwanted: parts.filter(({ negative }) => negative).map(({ tree }) => tree),
  };
}

/** Joins parts of one kind into one list, without repetitions. */
function join(kind: 'and' | 'or', parts: readonly SearchTree[]): SearchTree {
  const flat = parts.flatMap((part) => (part.kind === kind ? part.parts : [part]));
  const unique = [...new Map(flat.map((part) => [identityOf(part), part])).values()];
  if (kind === 'or' && unique.length > MAX_ALTERNATIVES) {
    throw new BadUserInputError(
      `The search has ${unique.length} alternatives of OR; the most is ${MAX_ALTERNATIVES}.`,
    );
  }
  const [first] = unique;
  return unique.length === 1 && first !== undefined ? first : { kind, parts: unique };
}
