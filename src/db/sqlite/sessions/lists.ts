import type { Page, PageRequest } from '../../../domain/paging.js';
import type { SessionFilter, SessionOrder, SessionRow } from '../../../domain/session.js';
import { count } from '../decode.js';
import { keysetPage } from '../keyset.js';
import type { Sql } from '../sql.js';
import { decodeSession, sessionColumns } from './columns.js';
import { sessionFacets } from './facets.js';
import { sessionWhere } from './filter.js';
import { facetOrder } from './order.js';

/** One page of the sessions that a filter admits. `now` is epoch seconds. */
export function sessionPage(
  sql: Sql,
  filter: SessionFilter,
  order: SessionOrder,
  page: PageRequest,
  now: number,
): Page<SessionRow> {
  const layout = sql.layout();
  return keysetPage(
    sql,
    {
      columns: sessionColumns(layout),
      from: 'sessions AS s',
      where: sessionWhere(layout, filter, now),
    },
    facetOrder(sessionFacets(layout), order),
    page,
    decodeSession,
  );
}

/** How many sessions a filter admits: what paging to the end yields. */
export function sessionTotal(sql: Sql, filter: SessionFilter, now: number): number {
  const where = sessionWhere(sql.layout(), filter, now);
  return count(
    sql.get(`SELECT COUNT(*) AS total FROM sessions AS s WHERE ${where.sql}`, ...where.values)?.[
      'total'
    ],
  );
}

/** Sessions by id: one for each id asked for, in the same order, null where there is none. */
export function sessionsByIds(sql: Sql, ids: readonly string[]): (SessionRow | null)[] {
  const found = new Map<string, SessionRow>();
  const rows = sql.all(
    `SELECT ${sessionColumns(sql.layout())} FROM json_each(?) AS k JOIN sessions AS s ON s.id = k.value`,
    JSON.stringify(ids),
  );
  for (const row of rows) {
    const session = decodeSession(row);
    found.set(session.id, session);
  }
  return ids.map((id) => found.get(id) ?? null);
}

/**
 * Sessions whose id starts with a prefix (ASCII letters in any case), an exact hit first, then the
 * newest start. The empty prefix names nothing.
 */
export function sessionsByPrefix(sql: Sql, prefix: string, limit: number): SessionRow[] {
  if (prefix === '') return [];
  return sql
    .all(
      `SELECT ${sessionColumns(sql.layout())} FROM sessions AS s WHERE instr(lower(s.id), lower(?)) = 1
       ORDER BY s.id = ? DESC, s.started_at DESC, s.id LIMIT ?`,
      prefix,
      prefix,
      limit,
    )
    .map(decodeSession);
}
