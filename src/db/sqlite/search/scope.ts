import type { SearchFilter } from '../../../domain/search.js';
import { and, clause, isIn, isNotIn, type Clause } from '../clause.js';
import { count, text } from '../decode.js';
import { messageWhere } from '../messages/lists.js';
import { isVisible } from '../messages/states.js';
import type { Layout } from '../layout.js';
import type { Sql } from '../sql.js';
import type { Range } from './ranges.js';

/** Where a search looks: a range of message ids, and what holds for the rows in it. */
export interface Scope {
  range: Range;
  /** On `messages AS m` joined with `sessions AS s`: a message of no session is never found. */
  where: Clause;
  /** Whether that admits every message of a session. */
  all: boolean;
}

/** Of so many sessions at most the ids of their messages are looked up beforehand. */
const FEW_SESSIONS = 100;

/**
 * The scope of a filter. Rows that were taken back or are marked as hidden are out, rows compacted in
 * place are in. Null when no session passes the filter: then there is nothing to look for, and no
 * index need be read to its end to find that out.
 */
export function searchScope(sql: Sql, filter: SearchFilter): Scope | null {
  const sessions = [
    ...(filter.sessionIds == null ? [] : [isIn('s.id', filter.sessionIds)]),
    ...(filter.sources == null ? [] : [isIn('s.source', filter.sources)]),
    ...(filter.models == null ? [] : [isIn('s.model', filter.models)]),
    ...exclude('s.id', filter.excludeSessionIds),
    ...exclude('s.source', filter.excludeSources),
  ];
  const layout = sql.layout();
  const range = sessions.length === 0 ? wholeRange(sql) : rangeOfSessions(sql, and(sessions));
  if (range === null) return null;
  return {
    range,
    where: and([...sessions, clause(isVisible(layout, 'm')), ofMessages(layout, filter)]),
    all: sessions.length === 0 && admitsAllMessages(layout, filter),
  };
}

function ofMessages(layout: Layout, filter: SearchFilter): Clause {
  const { roles, excludeRoles, toolNames, timestamp } = filter;
  const given = {
    ...(roles == null ? {} : { roles }),
    ...(excludeRoles == null ? {} : { excludeRoles }),
    ...(toolNames == null ? {} : { toolNames }),
    ...(timestamp == null ? {} : { timestamp }),
  };
  return messageWhere(layout, { ...given, states: ['ACTIVE', 'COMPACTED'] }, 'm');
}

function admitsAllMessages(layout: Layout, filter: SearchFilter): boolean {
  const { roles, excludeRoles, toolNames, timestamp } = filter;
  const filtered =
    roles != null ||
    toolNames != null ||
    (excludeRoles != null && excludeRoles.length > 0) ||
    timestamp?.from != null ||
    timestamp?.until != null;
  return !filtered && !['active', 'display_kind'].some((column) => layout.messages.has(column));
}

function exclude(expression: string, values: readonly string[] | null | undefined): Clause[] {
  return values == null || values.length === 0 ? [] : [isNotIn(expression, values)];
}

function wholeRange(sql: Sql): Range | null {
  const row = sql.get(
    'SELECT (SELECT MIN(id) FROM messages) AS low, (SELECT MAX(id) FROM messages) AS high',
  );
  if (row?.['high'] == null) return null;
  return { low: count(row['low']), high: count(row['high']) };
}

/** From the first to the last message of the sessions, where these are few. */
function rangeOfSessions(sql: Sql, where: Clause): Range | null {
  const sessions = sql
    .all(
      `SELECT s.id FROM sessions AS s WHERE ${where.sql} LIMIT ?`,
      ...where.values,
      FEW_SESSIONS + 1,
    )
    .map((row) => text(row['id']));
  if (sessions.length === 0) return null;
  if (sessions.length > FEW_SESSIONS) return wholeRange(sql);
  const row = sql.get(
    `SELECT MIN(m.id) AS low, MAX(m.id) AS high
     FROM json_each(?) AS k JOIN messages AS m ON m.session_id = k.value`,
    JSON.stringify(sessions),
  );
  if (row?.['high'] == null) return null;
  return { low: count(row['low']), high: count(row['high']) };
}
