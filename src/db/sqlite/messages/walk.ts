import { MAX_CELL_BYTES } from '../cells.js';
import type { Clause } from '../clause.js';
import { count, type Row } from '../decode.js';
import type { Sql } from '../sql.js';

/** A transcript between two ids, both exclusive; null where it is open. */
export interface Stretch {
  sessions: readonly string[];
  low: number | null;
  high: number | null;
}

/** Which messages of a stretch are wanted, and what of them. */
interface Walk {
  /** The select list, of the alias `m`. */
  columns: string;
  /** Which messages count, of the alias `f`. */
  where: Clause;
  /** So many of each stretch. */
  limit: number;
  /** From the end of each stretch instead of its start. */
  backwards: boolean;
}

/** So many messages are tried, in the order of their times, to see how far a walk must reach. */
const TRIED = 1000;
/** So many ids are walked rather than looked for in an index, and so many more for each wanted. */
const NEAR = 200;
const NEAR_EACH = 4;

/**
 * The first messages of each stretch, or the last, in the order in which they are met: one statement
 * for any number of stretches.
 *
 * The order is that of ids, but older files know a session's messages by time alone. Clocks mostly go
 * forwards, so the messages next in time bound how far in ids a walk has to reach. Within the bound
 * the messages of all sessions are walked where these are few, else the session's entries in an
 * index; rows outside of it are not read, and nothing is sorted that is not wanted. Where times say
 * nothing the bound is open: slower, and as exact.
 */
export function walk(sql: Sql, stretches: readonly Stretch[], wanted: Walk): Row[][] {
  const { where, limit, backwards } = wanted;
  const isStarted = stretches.every(({ low, high }) => (backwards ? high : low) !== null);
  const near = NEAR + NEAR_EACH * limit;
  const [low, high] = backwards
    ? ['COALESCE(reach - 1, low)', 'high']
    : ['low', 'COALESCE(reach + 1, high)'];
  const rows = sql.all(
    `WITH k AS MATERIALIZED (SELECT key AS slot, json_extract(value, '$.sessions') AS sessions,
       COALESCE(json_extract(value, '$.low'), (SELECT MIN(id) FROM messages) - 1) AS low,
       COALESCE(json_extract(value, '$.high'), (SELECT MAX(id) FROM messages) + 1) AS high
       FROM json_each(?)),
     t AS MATERIALIZED (SELECT k.*, (SELECT ${timeOf('n')} FROM messages AS n
       WHERE n.id <= ${backwards ? 'k.high' : 'k.low'} ORDER BY n.id DESC LIMIT 1) AS time FROM k),
     b AS MATERIALIZED (SELECT t.*, ${reach(where.sql, backwards, isStarted)} AS reach FROM t),
     r AS MATERIALIZED (SELECT slot, sessions, ${low} AS low, ${high} AS high FROM b)
     SELECT r.slot, m.id AS walked, ${wanted.columns} FROM r CROSS JOIN messages AS m ON m.id IN (
       ${within(where.sql, backwards, 'all ids')} UNION ALL ${within(where.sql, backwards, 'index')})`,
    JSON.stringify(stretches),
    ...[limit, ...where.values, limit],
    ...[near, ...where.values, limit],
    ...[near, ...where.values, limit],
  );
  const walks = stretches.map((): Row[] => []);
  for (const row of rows) walks[count(row['slot'])]?.push(row);
  for (const found of walks) {
    found.sort((a, b) => count(a['walked']) - count(b['walked']));
    if (backwards) found.reverse();
  }
  return walks;
}

/** A message's time; what lies behind a cell too large to be touched is not worth reaching for. */
function timeOf(alias: string): string {
  return `CASE WHEN octet_length(${alias}.content) <= ${MAX_CELL_BYTES}
    OR ${alias}.content IS NULL THEN ${alias}.timestamp END`;
}

/**
 * The id beyond which no message of a stretch `t` is wanted: of as many as are wanted, those next in
 * time, the farthest. Null where there are not so many.
 */
function reach(where: string, backwards: boolean, isStarted: boolean): string {
  const direction = backwards ? 'DESC' : 'ASC';
  const beyondStart = backwards ? '< (t.time, t.high)' : '> (t.time, t.low)';
  // The plus keeps an index of ids from being chosen: it would have to be sorted by time.
  const tried = `SELECT x.id FROM messages AS x WHERE x.session_id = s.value
    ${isStarted ? `AND (x.timestamp, x.id) ${beyondStart}` : ''} AND +x.id > t.low AND +x.id < t.high
    ORDER BY x.timestamp ${direction}, x.id ${direction} LIMIT ${TRIED}`;
  const next = `SELECT f.id FROM (${tried}) AS x CROSS JOIN messages AS f ON f.id = x.id
    WHERE ${where} LIMIT ?`;
  return `(SELECT ${backwards ? 'MAX' : 'MIN'}(e.reach) FROM (
    SELECT (SELECT CASE WHEN COUNT(*) = ? THEN ${backwards ? 'MIN' : 'MAX'}(c.id) END
      FROM (${next}) AS c) AS reach FROM json_each(t.sessions) AS s) AS e)`;
}

/** The ids of the messages wanted of a stretch `r`, by one way; the other one finds none then. */
function within(where: string, backwards: boolean, way: 'all ids' | 'index'): string {
  const [is, session] = way === 'index' ? ['NOT', 'f.session_id'] : ['', '+f.session_id'];
  return `SELECT id FROM (SELECT f.id FROM messages AS f
    WHERE ${is} (r.high - r.low <= ?) AND f.id > r.low AND f.id < r.high
      AND ${session} IN (SELECT value FROM json_each(r.sessions)) AND ${where}
    ORDER BY f.id ${backwards ? 'DESC' : 'ASC'} LIMIT ?)`;
}
