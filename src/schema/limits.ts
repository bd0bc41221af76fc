import type { FieldComplexityValue } from '@pothos/plugin-complexity';
import { getNullableType, isListType, type GraphQLField } from 'graphql';
import { DEFAULT_PAGE_SIZE } from '../domain/paging.js';

/**
 * What one request may ask for. GraphiQL, introspection and the fullest dashboard stay well below;
 * above it, one request would hold up all others for too long. The size of a page (200) is checked
 * where pages are made, the size of a body (9 MiB) where it is read.
 */
export const LIMITS = {
  /** Names, numbers, punctuation: all that is read of a document. A long text is one. */
  tokens: 2_000,
  /** Comments in a document. They are no tokens, and cost as much. */
  comments: 2_000,
  /** Length of a document in UTF-16 units. Longer texts go into variables. */
  length: 1_048_576,
  /** Fields that are given another name. */
  aliases: 30,
  /** Fields of one name side by side: each pair of them is checked for conflicts. */
  repeats: 10,
  /** Directives, such as `@include`. */
  directives: 50,
  /** Fields in one another. Introspection does not count: it goes deeper and has its own cost. */
  depth: 12,
  /** Fields in the answer, as `fieldCost` counts them beforehand. */
  cost: 40_000,
  /** The same for introspection; that of tools costs half of it. */
  introspectionCost: 100_000,
} as const;

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

/** More than any list gives; asking for more is refused by the list, which can say why. */
const LARGEST_SIZE = 1_000;

type Arguments = Readonly<Record<string, unknown>>;
type Field = Pick<GraphQLField<unknown, unknown>, 'name' | 'type' | 'args'>;

/**
 * What a field costs before it is run: one, or more for some, and so many times what is selected
 * below it as it will have items.
 */
export function fieldCost(args: Arguments, _context: object, field: Field): FieldComplexityValue {
  return { field: OWN_COSTS.get(field.name) ?? 1, multiplier: itemCount(args, field) };
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
function askedSize({ first, last, ids, window }: Arguments, field: Field): number | null {
  if (Array.isArray(ids)) return ids.length;
  if (typeof window === 'number') return 2 * window + 1;
  if (typeof last === 'number') return last;
  if (typeof first !== 'number') return null;
  const byDefault = field.args.some(
    ({ name, defaultValue }) => name === 'first' && defaultValue === first,
  );
  return byDefault ? Math.min(first, USUAL_SIZE) : first;
}
