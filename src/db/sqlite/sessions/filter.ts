import type { NumberRange, SessionFilter } from '../../../domain/session.js';
import { and, clause, isIn, isNotIn, type Clause } from '../clause.js';
import type { Layout } from '../layout.js';
import { timeRange } from '../time-range.js';
import { sessionFacets, type Facets } from './facets.js';

/**
 * The sessions (alias `s`) that a filter admits, as one WHERE clause. `now` (epoch seconds) decides
 * what is active.
 */
export function sessionWhere(layout: Layout, filter: SessionFilter, now: number): Clause {
  return facetWhere(sessionFacets(layout), filter, now);
}

/**
 * What a filter admits among rows that have these facets. Rows without an id cannot be named by any
 * client and belong to no list.
 */
export function facetWhere(facets: Facets, filter: SessionFilter, now: number): Clause {
  return and([
    clause(`${facets.id} IS NOT NULL`),
    ...list(facets.id, filter.sessionIds, filter.excludeSessionIds),
    ...list(facets.source, filter.sources, filter.excludeSources),
    ...list(facets.model, filter.models, null),
    ...list(facets.provider, filter.providers, null),
    ...list(facets.userId, filter.userIds, null),
    ...list(facets.endReason, filter.endReasons, null),
    ...parent(facets, filter),
    ...title(facets.title, filter),
    ...status(facets, filter, now),
    ...timeRange(facets.startedAt, filter.startedAt),
    ...timeRange(facets.lastActiveAt, filter.lastActiveAt),
    ...numberRange(facets.messageCount, filter.messageCount),
    ...numberRange(facets.toolCallCount, filter.toolCallCount),
    ...numberRange(facets.totalTokens, filter.totalTokens),
    ...numberRange(facets.cost, filter.costUsd),
    ...flag(filter.archived, facets.archived),
    ...flag(filter.pinned, facets.pinned),
  ]);
}

function list(
  expression: string,
  any: readonly string[] | null | undefined,
  none: readonly string[] | null | undefined,
): Clause[] {
  return [
    ...(any == null ? [] : [isIn(expression, any)]),
    ...(none == null || none.length === 0 ? [] : [isNotIn(expression, none)]),
  ];
}

function flag(wanted: boolean | null | undefined, holds: string): Clause[] {
  if (wanted == null) return [];
  return [clause(wanted ? holds : `NOT (${holds})`)];
}

/** A session that names itself as its parent has none. */
function parent(facets: Facets, { hasParent, parentSessionId }: SessionFilter): Clause[] {
  const isOther = `${facets.parentId} <> ${facets.id}`;
  return [
    ...flag(hasParent, `COALESCE(${isOther}, 0)`),
    ...(parentSessionId == null
      ? []
      : [clause(`${facets.parentId} = ? AND ${isOther}`, parentSessionId)]),
  ];
}

function title(expression: string, filter: SessionFilter): Clause[] {
  const contains = filter.titleContains;
  return [
    ...(contains == null || contains === ''
      ? []
      : [clause(`instr(lower(${expression}), lower(?)) > 0`, contains)]),
    ...flag(filter.hasTitle, `COALESCE(${expression}, '') <> ''`),
  ];
}

function status(facets: Facets, filter: SessionFilter, now: number): Clause[] {
  switch (filter.status) {
    case 'ENDED':
      return [clause(facets.isEnded)];
    case 'ACTIVE':
      return [clause(facets.isActive, now)];
    case 'IDLE':
      return [clause(`NOT (${facets.isEnded}) AND NOT COALESCE(${facets.isActive}, 0)`, now)];
    case null:
    case undefined:
      return [];
  }
}

function numberRange(expression: string, range: NumberRange | null | undefined): Clause[] {
  return [
    ...(range?.min == null ? [] : [clause(`(${expression}) >= ?`, range.min)]),
    ...(range?.max == null ? [] : [clause(`(${expression}) <= ?`, range.max)]),
  ];
}
