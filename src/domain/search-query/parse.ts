import { BadUserInputError } from '../errors.js';
import { countCodePoints } from '../text.js';
import { tokenize, type Operator, type Token } from './lexer.js';
import { allOf, anyOf, identityOf, opposite, type Signed } from './signed.js';
import { termsOf, type SearchTerm, type SearchTree } from './tree.js';

export const MAX_QUERY_LENGTH = 512;
export const MAX_TERMS = 32;

/** What stands between two parentheses: terms, groups and the operators between them. */
type Item =
  SearchTerm | { kind: 'operator'; operator: Operator } | { kind: 'group'; items: Item[] };
type Operand = Exclude<Item, { kind: 'operator' }>;

/**
 * Reads a query as a person types it.
 *
 * Words beside each other must all occur; `AND`, `OR` and `NOT` (capitals only) combine, `a NOT b`
 * has the first without the second. Words side by side bind tightest, then NOT, AND and OR, as in
 * the store's own search; parentheses group. A NOT with nothing before it leaves out the one term or
 * group behind it: `NOT b a` and `a (NOT b)` are `a NOT b`. `"quoted words"` are a phrase, and so is
 * one term whose words are joined by punctuation (`chat-send`, `gateway/run.py`). `deploy*` finds
 * words that start so, from two characters on, or one behind other words of the term; with fewer the
 * asterisk means nothing.
 *
 * Nothing that is typed is a syntax error: lone quotes, unbalanced parentheses, and operators that
 * miss a side are dropped (of several in a row the last one counts; NOT goes with AND or OR), and so
 * is one `and`, `or` or `not` in small letters at either end, as in the store's own search.
 * Punctuation by itself counts only when the query has nothing else or when it is quoted.
 *
 * @throws BadUserInputError when nothing is left to look for, when a search only says what messages
 *   must not hold, or for more than 512 characters, 32 different terms or 16 alternatives of one OR.
 */
export function parseSearchQuery(query: string): SearchTree {
  checkLength(query);
  const tokens = withoutWeakTerms(withoutEndWords(tokenize(query)));
  const meant = combine(group(balanced(tokens)));
  if (meant === null) {
    throw new BadUserInputError(
      'The search has nothing to look for: give at least one word, or quote the characters to find.',
    );
  }
  const { tree, negative } = meant;
  if (negative) {
    throw new BadUserInputError(
      'NOT only leaves something out: give at least one word to look for beside it, in each alternative of an OR.',
    );
  }
  const terms = new Set(termsOf(tree).map(identityOf)).size;
  if (terms > MAX_TERMS) {
    throw new BadUserInputError(`The search has ${terms} terms; the most is ${MAX_TERMS}.`);
  }
  return tree;
}

function checkLength(query: string): void {
  const length = query.length > 2 * MAX_QUERY_LENGTH ? query.length : countCodePoints(query);
  if (length > MAX_QUERY_LENGTH) {
    throw new BadUserInputError(
      `The search has ${length} characters; the most is ${MAX_QUERY_LENGTH}.`,
    );
  }
}

function withoutEndWords(tokens: readonly Token[]): Token[] {
  const isEndWord = (token: Token | undefined) =>
    token?.kind === 'term' && /^(?:and|or|not)$/i.test(token.bare);
  const start = isEndWord(tokens[0]) ? 1 : 0;
  const end = tokens.length > start && isEndWord(tokens.at(-1)) ? -1 : tokens.length;
  return tokens.slice(start, end);
}

function withoutWeakTerms(tokens: readonly Token[]): Token[] {
  const isWeak = (token: Token) => token.kind === 'term' && token.weak;
  const isStrong = (token: Token) => token.kind === 'term' && !token.weak;
  return tokens.some(isStrong) ? tokens.filter((token) => !isWeak(token)) : [...tokens];
}

/** Without the parentheses that have no partner. */
function balanced(tokens: readonly Token[]): Token[] {
  const open: number[] = [];
  const paired = new Set<number>();
  tokens.forEach((token, index) => {
    if (token.kind === 'open') open.push(index);
    if (token.kind !== 'close') return;
    const partner = open.pop();
    if (partner !== undefined) paired.add(partner).add(index);
  });
  return tokens.filter(
    ({ kind }, index) => (kind !== 'open' && kind !== 'close') || paired.has(index),
  );
}

function group(tokens: readonly Token[]): Item[] {
  const levels: Item[][] = [[]];
  for (const token of tokens) {
    const level = levels.at(-1);
    switch (token.kind) {
      case 'open':
        levels.push([]);
        break;
      case 'close':
        levels.pop();
        levels.at(-1)?.push({ kind: 'group', items: level ?? [] });
        break;
      case 'term':
        level?.push(token.term);
        break;
      case 'operator':
        level?.push(token);
    }
  }
  return levels[0] ?? [];
}

/** The meaning of one level, null when it holds no term. */
function combine(items: readonly Item[]): Signed | null {
  const alternatives: Signed[][] = [];
  for (const { joiner, negated, operands } of runsOf(items)) {
    const before = joiner === 'OR' ? undefined : alternatives.at(-1);
    const parts = before ?? [];
    if (before === undefined) alternatives.push(parts);
    const last = negated ? parts.pop() : undefined;
    if (!negated) parts.push(allOf(operands));
    else if (last !== undefined) parts.push(allOf([last, opposite(allOf(operands))]));
    else parts.push(...operands.map((one, index) => (index === 0 ? opposite(one) : one)));
  }
  return alternatives.length === 0 ? null : anyOf(alternatives.map(allOf));
}

/** Operands side by side, and how they are joined to those before them. */
interface Run {
  joiner: 'AND' | 'OR';
  negated: boolean;
  operands: Signed[];
}

function runsOf(items: readonly Item[]): Run[] {
  const runs: Run[] = [];
  let next: Pick<Run, 'joiner' | 'negated'> | null = { joiner: 'AND', negated: false };
  for (const item of items) {
    if (item.kind === 'operator') {
      next =
        item.operator === 'NOT'
          ? { joiner: next?.joiner ?? 'AND', negated: true }
          : { joiner: item.operator, negated: false };
      continue;
    }
    const operand = meaning(item);
    if (operand === null) continue;
    if (next === null) runs.at(-1)?.operands.push(operand);
    else runs.push({ ...next, operands: [operand] });
    next = null;
  }
  return runs;
}

function meaning(item: Operand): Signed | null {
  return item.kind === 'group' ? combine(item.items) : { tree: item, negative: false };
}
