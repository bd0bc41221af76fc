import {
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  type GraphQLField,
} from 'graphql';
import { DEFAULT_PAGE_SIZE } from '../domain/paging.js';

/** What costs more than a field: work over the whole store, a whole transcript, a count. */
const OWN_COSTS: ReadonlyMap<string, number> = new Map([
  ['search', 1_000],
  ['searchSessions', 1_000],
  ['stats', 1_000],
  ['replay', 1_000],
  ['totalCount', 10],
]);

/** How long lists are that are not 10 long. */
const LENGTHS: ReadonlyMap<string, number> = new Map([
  ['contentParts', 2],
  ['context', 3],
  ['toolCalls', 2],
  ['toolResults', 2],
  ['byWeekday', 7],
  ['byHour', 24],
  ['series', 100],
  ['heatmap', 168],
]);

/** Lists without arguments that hold what the field above them was asked for. */
const PAGES: ReadonlySet<string> = new Set(['edges', 'nodes', 'messages']);

/**
 * Where a list is not paged its size is a bound, seldom reached; this much is counted of a default,
 * written out or not.
 */
const USUAL_SIZE = 20;

/** What is usual where it is less: of each session, over all of a store. */
const USUAL_SIZES: ReadonlyMap<string, number> = new Map([
  ['children', 5],
  ['ancestors', 10],
  ['segments', 10],
]);

/** As much as lists give, but for a series; where more is asked for, the list can say why not. */
const LARGEST_SIZE = 1_000;

type Arguments = Readonly<Record<string, unknown>>;
type Field = Pick<GraphQLField<unknown, unknown>, 'name' | 'type' | 'args'>;

/** What a field costs before it is run. */
export interface FieldCost {
  /** Its own cost: one for most. */
  own: number;
  /** How many items it will have. */
  items: number;
  /**
   * What the items multiply: all that is selected below a list; of a page only what is selected of
   * its items, which stand in the lists inside it. Below these lists it is counted for one item.
   */
  kind: 'one' | 'list' | 'page' | 'items of a page';
}

/** What a field costs with these arguments. */
export function fieldCost(args: Arguments, field: Field): FieldCost {
  const own = OWN_COSTS.get(field.name) ?? 1;
  const asked = askedSize(args, field);
  const items = asked === null ? null : Math.min(Math.max(asked, 1), LARGEST_SIZE);
  if (isListType(getNullableType(field.type))) {
    if (field.args.length === 0 && PAGES.has(field.name)) {
      return { own, items: 1, kind: 'items of a page' };
    }
    return { own, items: items ?? LENGTHS.get(field.name) ?? 10, kind: 'list' };
  }
  if (!isCompositeType(getNamedType(field.type))) return { own, items: 1, kind: 'one' };
  if (items !== null) return { own, items, kind: 'page' };
  return field.args.some(({ name }) => name === 'after')
    ? { own, items: DEFAULT_PAGE_SIZE, kind: 'page' }
    : { own, items: 1, kind: 'one' };
}

/** How many items the arguments ask for; null when they do not say. */
function askedSize({ first, last, ids, window, bin }: Arguments, field: Field): number | null {
  if (Array.isArray(ids)) return ids.length;
  if (typeof window === 'number') return 2 * window + 1;
  if (bin === 'HOUR') return LARGEST_SIZE;
  if (typeof last === 'number') return last;
  const byDefault: unknown = field.args.find(({ name }) => name === 'first')?.defaultValue;
  const asked = first ?? byDefault;
  if (typeof asked !== 'number') return null;
  const isUsual = asked === byDefault;
  return isUsual ? Math.min(asked, USUAL_SIZES.get(field.name) ?? USUAL_SIZE) : asked;
}
