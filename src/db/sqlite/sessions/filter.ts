import type { NumberRange, SessionFilter, TimeRange } from '../../../domain/session.js';
import { and, clause, escapeLike, isIn, isNotIn, type Clause } from '../clause.js';
import type { Layout } from '../layout.js';
import {
  costValue,
  counterValue,
  isActive,
  lastActiveValue,
  messageCountValue,
  timeValue,
  totalTokensValue,
} from './values.js';

/**
 * The sessions (alias `s`) that a filter admits, as one WHERE clause. `now` (epoch seconds) decides
 * what is active. Rows without an id cannot be named by any client and belong to no list.
 */
export function sessionWhere(layout: Layout, filter: SessionFilter, now: number): Clause {
  const column = (name: string) => (layout.sessions.has(name) ? `s.${name}` : 'NULL');
  return and([
    clause('s.id IS NOT NULL'),
    ...list('s.id', filter.sessionIds, filter.excludeSessionIds),
    ...list('s.source', filter.sources, filter.excludeSources),
    ...list('s.model', filter.models, null),
    ...list(column('billing_provider'), filter.providers, null),
    ...list('s.user_id', filter.userIds, null),
    ...list('s.end_reason', filter.endReasons, null),
    ...flag(filter.hasParent, 's.parent_session_id IS NOT NULL'),
    ...(filter.parentSessionId == null
      ? []
      : [clause('s.parent_session_id = ?', filter.parentSessionId)]),
    ...title(column('title'), filter),
    ...status(layout, filter, now),
    ...timeRange(timeValue('s.started_at'), filter.startedAt),
    ...timeRange(lastActiveValue(layout), filter.lastActiveAt),
    ...numberRange(messageCountValue(layout), filter.messageCount),
    ...numberRange(counterValue(layout, 'tool_call_count'), filter.toolCallCount),
    ...numberRange(totalTokensValue(layout), filter.totalTokens),
    ...numberRange(costValue(layout), filter.costUsd),
    ...flag(filter.archived, `COALESCE(${column('archived')}, 0) <> 0`),
    ...flag(filter.pinned, `COALESCE(${column('pinned')}, 0) <> 0`),
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

function title(expression: string, filter: SessionFilter): Clause[] {
  const contains = filter.titleContains;
  return [
    ...(contains == null || contains === ''
      ? []
      : [clause(`${expression} LIKE ? ESCAPE '\\'`, `%${escapeLike(contains)}%`)]),
    ...flag(filter.hasTitle, `COALESCE(${expression}, '') <> ''`),
  ];
}

function status(layout: Layout, filter: SessionFilter, now: number): Clause[] {
  switch (filter.status) {
    case 'ENDED':
      return [clause('s.ended_at IS NOT NULL')];
    case 'ACTIVE':
      return [clause(isActive(layout), now)];
    case 'IDLE':
      return [clause(`s.ended_at IS NULL AND NOT COALESCE(${isActive(layout)}, 0)`, now)];
    case null:
    case undefined:
      return [];
  }
}

function timeRange(expression: string, range: TimeRange | null | undefined): Clause[] {
  return [
    ...(range?.from == null ? [] : [clause(`(${expression}) >= ?`, range.from)]),
    ...(range?.until == null ? [] : [clause(`(${expression}) < ?`, range.until)]),
  ];
}

function numberRange(expression: string, range: NumberRange | null | undefined): Clause[] {
  return [
    ...(range?.min == null ? [] : [clause(`(${expression}) >= ?`, range.min)]),
    ...(range?.max == null ? [] : [clause(`(${expression}) <= ?`, range.max)]),
  ];
}
