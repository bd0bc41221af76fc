import { ACTIVE_WINDOW_SECONDS } from '../../../domain/session.js';
import { EARLIEST_TIME, LATEST_TIME } from '../../../domain/time.js';
import type { Layout } from '../layout.js';
import { hasState } from '../messages/states.js';

/**
 * What a session is worth in SQL: each computed value has one expression, over the alias `s` unless
 * another is given, that lists, filters, orders and statistics share. A value that is garbage in the file is NULL.
 */

/** A time column, NULL where it holds no time. */
export function timeValue(column: string): string {
  return `CASE WHEN ${isTime(column)} THEN ${column} END`;
}

/** Whether a column holds a time. Text sorts above every number, so the range excludes it. */
export function isTime(column: string): string {
  return `${column} BETWEEN ${EARLIEST_TIME} AND ${LATEST_TIME}`;
}

/**
 * A counter as it is shown: whole and within ±(2^53 − 1), beyond which clients cannot count; NULL and
 * text read as 0.
 */
export function counterValue(layout: Layout, column: string, alias = 's'): string {
  return heldNumber(layout, `${alias}.${column}`, column, Number.MAX_SAFE_INTEGER, 'INTEGER');
}

/** A number within a range, 0 where the column holds none. */
function heldNumber(
  layout: Layout,
  stored: string,
  column: string,
  most: number,
  type: 'INTEGER' | 'REAL',
): string {
  if (!layout.sessions.has(column)) return '0';
  return `CASE WHEN ${stored} BETWEEN ${-most} AND ${most} THEN CAST(${stored} AS ${type})
    WHEN typeof(${stored}) NOT IN ('integer', 'real') THEN 0
    WHEN ${stored} > 0 THEN ${most} ELSE ${-most} END`;
}

/** How many messages a session has; counted, because the stored counter drifts. */
export function messageCountValue(layout: Layout, alias = 's'): string {
  return `(SELECT COUNT(*) FROM messages AS m WHERE m.session_id = ${alias}.id AND ${hasState(layout, 'm', ['ACTIVE'])})`;
}

/** Time of the newest message of a session, NULL when it has none. */
export function newestMessageValue(layout: Layout, alias = 's'): string {
  return `(SELECT MAX(m.timestamp) FROM messages AS m
    WHERE m.session_id = ${alias}.id AND ${isTime('m.timestamp')} AND ${hasState(layout, 'm', ['ACTIVE'])})`;
}

/** Newest message, else end, else start. Newer files also note activity on the session itself. */
export function lastActiveValue(layout: Layout, alias = 's'): string {
  const newest = newestMessageValue(layout, alias);
  const noted = layout.sessions.has('last_activity_at')
    ? timeValue(`${alias}.last_activity_at`)
    : null;
  const fallback = `${timeValue(`${alias}.ended_at`)}, ${timeValue(`${alias}.started_at`)}`;
  if (noted === null) return `COALESCE(${newest}, ${fallback})`;
  return `COALESCE(MAX(${newest}, ${noted}), ${newest}, ${noted}, ${fallback})`;
}

/**
 * Input, output, cache read and cache write together; reasoning is a part of output. Summed as floats,
 * which do not overflow.
 */
export function totalTokensValue(layout: Layout, alias = 's'): string {
  return ['input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens']
    .map((column) => heldNumber(layout, `${alias}.${column}`, column, MOST_STORED, 'REAL'))
    .join(' + ');
}

/** The largest whole number that SQLite stores, as a float. */
const MOST_STORED = 2 ** 63;

/** Seconds from start to end; of a session that nobody ended, to its last activity. */
export function durationValue(layout: Layout, alias = 's'): string {
  const end = `CASE WHEN ${alias}.ended_at IS NOT NULL THEN ${timeValue(`${alias}.ended_at`)}
    ELSE ${newestMessageValue(layout, alias)} END`;
  return `MAX(0, (${end}) - (${timeValue(`${alias}.started_at`)}))`;
}

/**
 * What a session's cost rests on. The reference store writes an estimate of 0 whenever it records
 * usage without a price, so a bare 0 without a status is no estimate.
 */
export function costBasisValue(layout: Layout, alias = 's'): string {
  const status = layout.sessions.has('cost_status') ? `${alias}.cost_status` : 'NULL';
  const estimated = dollars(layout, 'estimated_cost_usd', alias);
  return `CASE
    WHEN ${dollars(layout, 'actual_cost_usd', alias)} IS NOT NULL THEN 'ACTUAL'
    WHEN ${status} = 'included' THEN 'INCLUDED'
    WHEN ${status} = 'unknown' OR ${estimated} IS NULL THEN 'UNKNOWN'
    WHEN ${estimated} = 0 AND ${status} IS NULL THEN 'UNKNOWN'
    ELSE 'ESTIMATED' END`;
}

/** Known cost in US dollars: actual before estimated, also when it is zero. NULL is unknown. */
export function costValue(layout: Layout, alias = 's'): string {
  const estimated = dollars(layout, 'estimated_cost_usd', alias);
  return `CASE (${costBasisValue(layout, alias)})
    WHEN 'ACTUAL' THEN ${dollars(layout, 'actual_cost_usd', alias)}
    WHEN 'ESTIMATED' THEN ${estimated}
    WHEN 'INCLUDED' THEN COALESCE(${estimated}, 0) END`;
}

/** A column of dollars; NULL where it holds no amount: text, and infinity, which says nothing. */
function dollars(layout: Layout, column: string, alias: string): string {
  if (!layout.sessions.has(column)) return 'NULL';
  const stored = `${alias}.${column}`;
  return `CASE WHEN ${stored} BETWEEN ${-Number.MAX_VALUE} AND ${Number.MAX_VALUE} THEN ${stored} END`;
}

/** Whether a session counts as active, by the rule of `isRecent`; binds the present time once. */
export function isActive(layout: Layout, alias = 's'): string {
  return `(${alias}.ended_at IS NULL AND ABS(? - ${lastActiveValue(layout, alias)}) < ${ACTIVE_WINDOW_SECONDS})`;
}
