import { BadUserInputError } from '../errors.js';
import { countCodePoints } from '../text.js';
import { tokenize, type Operator, type Token } from './lexer.js';
import { termsOf, type SearchTerm, type SearchTree } from './tree.js';

export const MAX_QUERY_LENGTH = 512;
export const MAX_TERMS = 32;
export const MAX_ALTERNATIVES = 16;

/** What stands between two parentheses: terms, groups and the operators between them. */
type Item =
  SearchTerm | { kind: 'operator'; operator: Operator } | { kind: 'group'; items: Item[] };
type Operand = Exclude<Item, { kind: 'operator' }>;

/**
 * Reads a query as a person types it.
 *
 * Words beside each other must all occur; `AND`, `OR` and `NOT` (capitals only) combine, `a NOT b`
 * has the first without the second. Words side by side bind tightest, then NOT, AND and OR, as in
 * the store's own search; parentheses group. `"quoted words"` are a phrase, and so is one term whose
 * words are joined by punctuation (`chat-send`, `gateway/run.py`). `deploy*` finds words that start
 * so, from two characters on; with fewer the asterisk means nothing.
 *
 * Nothing that is typed is a syntax error: lone quotes, unbalanced parentheses, and operators that
 * miss a side are dropped (of several in a row the last one counts), and so is one `and`, `or` or
 * `not` in small letters at either end. Punctuation by itself counts only when the query has nothing
 * else or when it is quoted.
 *
 * @throws BadUserInputError when nothing is left to look for, or for more than 512 characters, 32
 *   different terms or 16 alternatives of one OR.
 */
export function parseSearchQuery(query: string): SearchTree {
  checkLength(query);
  const tokens = withoutWeakTerms(withoutEndWords(tokenize(query)));
  const tree = combine(group(balanced(tokens)));
  if (tree === null) {
    throw new BadUserInputError(
      'The search has nothing to look for: give at least one word, or quote the characters to find.',
    );
  }
  const terms = termsOf(tree).length;
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
function combine(items: readonly Item[]): SearchTree | null {
  const runs: { operator: Operator; operands: SearchTree[] }[] = [];
  let operator: Operator = 'AND';
  let fresh = true;
  for (const item of items) {
    if (item.kind === 'operator') {
      operator = item.operator;
      fresh = true;
      continue;
    }
    const operand = meaning(item);
    if (operand === null) continue;
    const run = runs.at(-1);
    if (fresh || run === undefined) runs.push({ operator, operands: [operand] });
    else run.operands.push(operand);
    fresh = false;
  }
  const alternatives: SearchTree[][] = [];
  for (const { operator: before, operands } of runs) {
    const part = join('and', operands);
    const conjuncts = alternatives.at(-1);
    const last = conjuncts?.pop();
    if (conjuncts === undefined || last === undefined) alternatives.push([part]);
    else if (before === 'NOT') conjuncts.push({ kind: 'not', keep: last, drop: part });
    else if (before === 'AND') conjuncts.push(last, part);
    else {
      conjuncts.push(last);
      alternatives.push([part]);
    }
  }
  return alternatives.length === 0
    ? null
    : join(
        'or',
        alternatives.map((conjuncts) => join('and', conjuncts)),
      );
}

function meaning(item: Operand): SearchTree | null {
  return item.kind === 'group' ? combine(item.items) : item;
}

/** Joins parts of one kind into one list, without repetitions. */
function join(kind: 'and' | 'or', parts: readonly SearchTree[]): SearchTree {
  const flat = parts.flatMap((part) => (part.kind === kind ? part.parts : [part]));
  const unique = [...new Map(flat.map((part) => [identity(part), part])).values()];
  if (kind === 'or' && unique.length > MAX_ALTERNATIVES) {
    throw new BadUserInputError(
      `The search has ${unique.length} alternatives of OR; the most is ${MAX_ALTERNATIVES}.`,
    );
  }
  const [first] = unique;
  return unique.length === 1 && first !== undefined ? first : { kind, parts: unique };
}

function identity(tree: SearchTree): string {
  return JSON.stringify(tree).toLowerCase();
}
