import { getNullableType, isListType, type GraphQLField } from 'graphql';
import { DEFAULT_PAGE_SIZE } from '../domain/paging.js';

/** What costs more than a field: a search of the whole store, all rows of a session, a count. */
const OWN_COSTS: ReadonlyMap<string, number> = new Map([
  ['search', 1_000],
  ['searchSessions', 1_000],
  ['stats', 1_000],
  ['replay', 100],
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

/** Where a list is not paged its size is a bound, seldom reached; this much is counted of a default. */
const USUAL_SIZE = 20;

/** As much as lists give, but for a series; where more is asked for, the list can say why not. */
const LARGEST_SIZE = 1_000;

type Arguments = Readonly<Record<string, unknown>>;
type Field = Pick<GraphQLField<unknown, unknown>, 'name' | 'type' | 'args'>;

/**
 * What a field costs before it is run: one of its own, or more for some, and what is selected below
 * it as many times as it will have items.
 */
export function fieldCost(args: Arguments, field: Field): { field: number; items: number } {
  return { field: OWN_COSTS.get(field.name) ?? 1, items: itemCount(args, field) };
}

function itemCount(args: Arguments, field: Field): number {
  const asked = askedSize(args, field);
  if (asked !== null) return Math.min(Math.max(asked, 1), LARGEST_SIZE);
  if (field.args.some(({ name }) => name === 'after')) return DEFAULT_PAGE_SIZE;
  if (!isListType(getNullableType(field.type))) return 1;
  if (field.args.length === 0 && PAGES.has(field.name)) return 1;
  return LENGTHS.get(field.name) ?? 10;
}

/** How many items the arguments ask for; null when they do not say. */
function askedSize({ first, last, ids, window, bin }: Arguments, field: Field): number | null {
  if (Array.isArray(ids)) return ids.length;
  if (typeof window === 'number') return 2 * window + 1;
  if (bin === 'HOUR') return LARGEST_SIZE;
  if (typeof last === 'number') return last;
  if (typeof first !== 'number') return null;
  const byDefault = field.args.some(
    ({ name, defaultValue }) => name === 'first' && defaultValue === first,
  );
  return byDefault ? Math.min(first, USUAL_SIZE) : first;
}
