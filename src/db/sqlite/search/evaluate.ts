import { formsOf } from '../../../domain/search-query/forms.js';
import {
  hasNot,
  termsOf,
  type SearchTerm,
  type SearchTree,
} from '../../../domain/search-query/tree.js';
import { smallLetters } from '../../../domain/search-query/words.js';
import { countCodePoints } from '../../../domain/text.js';
import { count } from '../decode.js';
import { textDoubts, wordDoubts } from './doubts.js';
import { matching, type Asking } from './matching.js';
import { treeExpression } from './expression.js';
import { asking } from './full-text.js';
import type { Plan } from './plan.js';
import { isEmptyRange, isInside, overlap, rangeOf, type Range } from './ranges.js';
import { leftOut, scan } from './scan.js';
import { RUN_LENGTH } from './term-parts.js';
import { both, either, isEmpty, unsure, verdicts, without, type Verdicts } from './verdicts.js';
import { vocabularyOf } from './vocabulary.js';

/** So many of the newest messages are read for a short term before its index is asked. */
export const NEWEST_READ = 2000;
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
        return this.withDoubts(plan.tree, sure, range, among);
      }
      case 'short':
        return this.#evaluateShort(plan.term, range);
      case 'read':
        return unsure(this.evaluate(plan.wider, range, among));
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
  withDoubts(
    tree: SearchTree,
    found: readonly number[],
    range: Range,
    among: readonly number[] | null = null,
  ): Verdicts {
    const doubts = new Set(this.#doubts(tree, range, among));
    return verdicts(hasNot(tree) ? found.filter((id) => !doubts.has(id)) : found, doubts);
  }

  #doubts(tree: SearchTree, range: Range, among: readonly number[] | null = null): number[] {
    const { sql, indexes } = this.asked;
    const pending = indexes.pending.flatMap((unindexed) => {
      const part = overlap(unindexed, range);
      return isEmptyRange(part) ? [] : scan(sql, tree, part, null);
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
          ? wordDoubts(this.asked, term, range, among)
          : textDoubts(this.asked, term, range),
      ),
    ];
  }

  /** Parts that an index answers narrow what the next ones are asked about. */
  #evaluateAnd(parts: readonly Plan[], range: Range): Verdicts {
    const indexed = parts
      .filter((part) => part.kind !== 'scan')
      .sort((a, b) => this.#order(a) - this.#order(b));
    let result: Verdicts | null = null;
    let ids: number[] | null = null;
    let rest = range;
    for (const part of indexed) {
      const next = this.evaluate(part, rest, ids);
      result = result === null ? next : both(result, next);
      ids = [...result.sure, ...result.maybe];
      if (ids.length === 0) return result;
      rest = rangeOf(ids);
    }
    const all = result ?? verdicts([], []);
    return indexed.length === parts.length ? all : unsure(all);
  }

  /**
   * What is rare first: short terms in few places, then runs of characters, which are rarer than
   * words as a rule.
   */
  #order(plan: Plan): number {
    if (plan.kind === 'read') return this.#order(plan.wider);
    if (plan.kind === 'index') return plan.index === 'trigrams' ? 1 : 3;
    if (plan.kind !== 'short') return 4;
    return this.#messagesWith(formsOf(plan.term).sure, FEW_RUNS) === null ? 2 : 0;
  }

  /**
   * One or two characters: by the vocabulary of runs, which tells at once what is rare or absent. For
   * what is in very many messages the newest are read first, since the vocabulary knows no order.
   */
  #evaluateShort(term: SearchTerm, range: Range): Verdicts {
    const { sql, whole } = this.asked;
    const { sure, others } = formsOf(term);
    const short = [sure, ...others].filter((form) => countCodePoints(form) < RUN_LENGTH);
    const find = (limit: number) => {
      const found = short.map((form) => this.#messagesWith(form, limit));
      return found.some((ids) => ids === null) ? null : found.map((ids) => ids ?? []);
    };
    const isNewest = range.low > whole.high - NEWEST_READ;
    const known = find(FEW_RUNS) ?? (isNewest ? null : find(-1));
    if (known === null) return verdicts([], scan(sql, term, range, null));
    const [usual = [], ...rest] = known.map((ids) => ids.filter((id) => isInside(range, id)));
    return verdicts(usual, [...rest.flat(), ...this.#doubts(term, range)]);
  }

  /**
   * All messages that hold a short text, by the runs that start with it. An inline index keeps two
   * blanks behind the content, so every text of it starts a run; only what tool calls end with does
   * not. Null where that matters, and when there are `limit` runs or more.
   */
  #messagesWith(text: string, limit: number): readonly number[] | null {
    if (ENDS_JSON.test(text)) return null;
    const key = `${limit} ${text}`;
    const known = this.#short.get(key);
    if (known !== undefined) return known;
    const { sql, indexes } = this.asked;
    const small = smallLetters(text);
    const vocabulary = indexes.trigrams?.form === 'inline' ? vocabularyOf(sql, 'trigrams') : null;
    const rows =
      vocabulary === null
        ? null
        : asking('trigrams', () =>
            sql.all(
              `SELECT doc AS id FROM ${vocabulary} WHERE term >= ? AND term < ? LIMIT ?`,
              small,
              `${small}\u{10FFFF}`,
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
