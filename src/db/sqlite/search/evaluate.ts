import { termsOf, type SearchTerm, type SearchTree } from '../../../domain/search-query/tree.js';
import { count } from '../decode.js';
import { textDoubts, wordDoubts } from './doubts.js';
import { matching, type Asking } from './matching.js';
import { treeExpression } from './expression.js';
import { asking, type Range } from './indexes.js';
import type { Plan } from './plan.js';
import { leftOut, scan } from './scan.js';
import { both, either, isEmpty, unsure, verdicts, without, type Verdicts } from './verdicts.js';
import { vocabularyOf } from './vocabulary.js';

/** So many of the newest messages are read for a short term before its index is asked. */
export const NEWEST_READ = 2000;
/** So few messages are read rather than looked up in another index. */
const FEW = 300;
/** So many places of a short term in the file are looked up at once. */
const FEW_RUNS = 2000;

/** What the JSON of tool calls may end with. */
const ENDS_JSON = /[\]}"]$/;

/** Judges the messages of one range; remembers what holds for the whole file. */
export class Evaluator {
  readonly #short = new Map<string, readonly number[] | null>();

  constructor(readonly asked: Asking) {}

  /**
   * What a plan says about the messages of a range, or at least about some of them where only these
   * matter. @throws IndexFailure
   */
  evaluate(plan: Plan, range: Range, among: readonly number[] | null = null): Verdicts {
    switch (plan.kind) {
      case 'index': {
        const sure = matching(this.asked, plan.index, treeExpression(plan.tree), range, {
          among,
        });
        return this.withDoubts(plan.tree, sure, range);
      }
      case 'short':
        return this.#evaluateShort(plan.term, range);
      case 'scan':
        return verdicts([], scan(this.asked.sql, plan.tree, range, null));
      case 'and':
        return this.#evaluateAnd(plan.parts, range);
      case 'or':
        return plan.parts.map((part) => this.evaluate(part, range)).reduce(either);
      case 'not': {
        const keep = this.evaluate(plan.keep, range);
        const byIndex = plan.drop.kind === 'index' && !isEmpty(keep);
        if (!byIndex) return unsure(keep);
        return without(keep, this.evaluate(plan.drop, range, [...keep.sure, ...keep.maybe]));
      }
    }
  }

  /** What an index found in a range, together with what it may have got wrong there. */
  withDoubts(tree: SearchTree, found: readonly number[], range: Range): Verdicts {
    const doubts = new Set(this.#doubts(tree, range));
    return verdicts(hasNot(tree) ? found.filter((id) => !doubts.has(id)) : found, doubts);
  }

  #doubts(tree: SearchTree, range: Range): number[] {
    const { sql, indexes } = this.asked;
    const pending = indexes.pending.flatMap(({ low, high }) => {
      const part = { low: Math.max(low, range.low), high: Math.min(high, range.high) };
      return part.low > part.high ? [] : scan(sql, tree, part, null);
    });
    const terms = termsOf(tree);
    const hole = terms.some((term) => term.kind === 'text')
      ? leftOut(sql.layout(), indexes.trigrams)
      : null;
    return [
      ...pending,
      ...(hole === null ? [] : scan(sql, tree, range, hole)),
      ...terms.flatMap((term) =>
        term.kind === 'words'
          ? wordDoubts(this.asked, term, range)
          : textDoubts(this.asked, term, range),
      ),
    ];
  }

  /**
   * Parts that an index answers narrow each other's range; when few messages are left these are
   * read, instead of asking for all that match a common word.
   */
  #evaluateAnd(parts: readonly Plan[], range: Range): Verdicts {
    const indexed = parts
      .filter((part) => part.kind !== 'scan')
      .sort((a, b) => order(a) - order(b));
    let result: Verdicts | null = null;
    let ids: number[] | null = null;
    let rest = range;
    for (const part of indexed) {
      const next = this.evaluate(part, rest, ids);
      result = result === null ? next : both(result, next);
      ids = [...result.sure, ...result.maybe];
      if (ids.length === 0) return result;
      if (ids.length <= FEW && part !== indexed.at(-1)) return unsure(result);
      rest = {
        low: ids.reduce((a, b) => Math.min(a, b)),
        high: ids.reduce((a, b) => Math.max(a, b)),
      };
    }
    const all = result ?? verdicts([], []);
    return indexed.length === parts.length ? all : unsure(all);
  }

  /**
   * One or two characters: by the vocabulary of runs, which tells at once what is rare or absent. For
   * what is in very many messages the newest are read first, since the vocabulary knows no order.
   */
  #evaluateShort(term: SearchTerm, range: Range): Verdicts {
    const { sql, whole } = this.asked;
    const few = this.#messagesWith(term, FEW_RUNS);
    const isNewest = range.low > whole.high - NEWEST_READ;
    const known = few ?? (isNewest ? null : this.#messagesWith(term, -1));
    if (known === null) return verdicts([], scan(sql, term, range, null));
    const inside = known.filter((id) => id >= range.low && id <= range.high);
    return verdicts(inside, this.#doubts(term, range));
  }

  /**
   * All messages that hold a short text, by the runs that start with it. An inline index keeps two
   * blanks behind the content, so every text of it starts a run; only what tool calls end with does
   * not. Null where that matters, and when there are `limit` runs or more.
   */
  #messagesWith(term: SearchTerm, limit: number): readonly number[] | null {
    if (ENDS_JSON.test(term.text)) return null;
    const key = `${limit} ${term.text}`;
    const known = this.#short.get(key);
    if (known !== undefined) return known;
    const { sql, indexes } = this.asked;
    const vocabulary = indexes.trigrams?.form === 'inline' ? vocabularyOf(sql, 'trigrams') : null;
    const rows =
      vocabulary === null
        ? null
        : asking('trigrams', () =>
            sql.all(
              `SELECT doc AS id FROM ${vocabulary} WHERE term >= ? AND term < ? LIMIT ?`,
              term.text.toLowerCase(),
              `${term.text.toLowerCase()}\u{10FFFF}`,
              limit,
            ),
          );
    const ids =
      rows === null || rows.length === limit
        ? null
        : [...new Set(rows.map((row) => count(row['id'])))];
    this.#short.set(key, ids);
    return ids;
  }
}

/** Runs of characters first: they are rarer than words, as a rule. */
function order(plan: Plan): number {
  if (plan.kind === 'index') return plan.index === 'trigrams' ? 0 : 2;
  return plan.kind === 'short' ? 1 : 3;
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
