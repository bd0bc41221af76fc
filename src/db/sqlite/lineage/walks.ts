import { chainEnds, chainOf, chainTips, type Origin } from '../../../domain/lineage.js';
import { LINEAGE_KINDS, type LineageKind, type SessionRow } from '../../../domain/session.js';
import { text, textOrNull } from '../decode.js';
import { decodeSession, sessionColumns } from '../sessions/columns.js';
import type { Sql } from '../sql.js';
import { isKind, lineageKindValue, nextSegment } from './kind.js';

/**
 * Walks over the tree of sessions. The statement gathers the edges of all walks at once (UNION drops
 * what it has seen, so cycles end), and the walks themselves happen here: the number of statements
 * depends neither on how many walks there are nor on how long they are, and what walks share is
 * gathered and gone over once.
 */

/** The kind of each session; null for an id that no session has. */
export function lineageKinds(sql: Sql, ids: readonly string[]): (LineageKind | null)[] {
  const rows = sql.all(
    `SELECT c.id, ${lineageKindValue(sql.layout(), 'c', 'p')} AS kind
     FROM json_each(?) AS k JOIN sessions AS c ON c.id = k.value
     LEFT JOIN sessions AS p ON p.id = c.parent_session_id`,
    JSON.stringify(ids),
  );
  const kinds = new Map(rows.map((row) => [text(row['id']), text(row['kind'])]));
  return ids.map((id) => asKind(kinds.get(id)));
}

/** The ids of each session's ancestors, nearest first, at most `limit`, without the session itself. */
export function ancestorIds(sql: Sql, ids: readonly string[], limit = Infinity): string[][] {
  const parents = existing(namedParents(sql, ids, limit));
  return ids.map((id) => chainOf(id, parents, limit));
}

/**
 * Where the parents of each session lead to; nowhere for an id that no session has. With a limit no
 * walk need go farther: the depth is exact up to it, and above it where there are more ancestors.
 */
export function origins(sql: Sql, ids: readonly string[], limit = Infinity): Origin[] {
  const named = namedParents(sql, ids, limit + 1);
  return chainEnds(ids, existing(named)).map(({ end, steps, isCircular }) => ({
    root_id: end,
    depth: steps,
    is_circular: isCircular,
    is_orphan: !isCircular && (named.get(end) ?? null) !== null,
  }));
}

/**
 * The last of each session's continuations; the session itself when there is none, and in a cycle,
 * where no session is the last. Of several continuations the newest start counts, then the greatest id.
 */
export function tipIds(sql: Sql, ids: readonly string[]): string[] {
  return chainTips(ids, continuations(sql, ids));
}

/** The ids of each session's descendants, breadth first, at most `limit`, without itself. */
export function descendantIds(sql: Sql, ids: readonly string[], limit: number): string[][] {
  const rows = sql.all(
    `WITH RECURSIVE down(parent, id, started) AS (
       SELECT c.parent_session_id, c.id, c.started_at FROM json_each(?) AS k
       JOIN sessions AS c ON c.parent_session_id = k.value WHERE c.id IS NOT NULL
       UNION
       SELECT c.parent_session_id, c.id, c.started_at FROM down
       JOIN sessions AS c ON c.parent_session_id = down.id WHERE c.id IS NOT NULL)
     SELECT parent, id FROM down ORDER BY started, id`,
    JSON.stringify(ids),
  );
  const children = new Map<string, string[]>();
  for (const row of rows) {
    const siblings = children.get(text(row['parent']));
    if (siblings === undefined) children.set(text(row['parent']), [text(row['id'])]);
    else siblings.push(text(row['id']));
  }
  return ids.map((id) => breadthFirst(id, children, limit));
}

/** The children of each session, oldest first, at most `limit`, of one kind or of any. */
export function children(
  sql: Sql,
  ids: readonly string[],
  kind: LineageKind | null,
  limit: number,
): SessionRow[][] {
  const layout = sql.layout();
  const ofKind = kind === null ? '1' : isKind(layout, 'c', 'p', kind);
  const rows = sql.all(
    `SELECT k.key AS slot, ${sessionColumns(layout)}
     FROM json_each(?) AS k JOIN sessions AS s ON s.id IN (
       SELECT c.id FROM sessions AS c LEFT JOIN sessions AS p ON p.id = c.parent_session_id
       WHERE c.parent_session_id = k.value AND c.id IS NOT NULL AND c.id <> k.value AND ${ofKind}
       ORDER BY c.started_at, c.id LIMIT ?)
     ORDER BY k.key, s.started_at, s.id`,
    JSON.stringify(ids),
    limit,
  );
  const slots = ids.map((): SessionRow[] => []);
  for (const row of rows) slots[Number(row['slot'])]?.push(decodeSession(row));
  return slots;
}

/**
 * What each session and each of its ancestors names as its parent, whether or not that exists. All
 * walks go up one step at a time, so with a limit the rows that they need come first.
 */
function namedParents(
  sql: Sql,
  ids: readonly string[],
  limit: number,
): ReadonlyMap<string, string | null> {
  const rows = sql.all(
    `WITH RECURSIVE up(id, parent) AS (
       SELECT s.id, s.parent_session_id FROM json_each(?) AS k JOIN sessions AS s ON s.id = k.value
       UNION
       SELECT s.id, s.parent_session_id FROM up JOIN sessions AS s ON s.id = up.parent
       LIMIT ?)
     SELECT id, parent FROM up`,
    JSON.stringify(ids),
    Number.isFinite(limit) ? ids.length * (limit + 1) : -1,
  );
  return new Map(rows.map((row) => [text(row['id']), textOrNull(row['parent'])]));
}

/** The named parents that there are; of a walk that was cut, the last one is left out with the rest. */
function existing(named: ReadonlyMap<string, string | null>): ReadonlyMap<string, string | null> {
  return new Map(
    [...named].map(([id, parent]) => [id, parent !== null && named.has(parent) ? parent : null]),
  );
}

/** The continuation of each session and of each one that follows; null at a tip. */
function continuations(sql: Sql, ids: readonly string[]): ReadonlyMap<string, string | null> {
  const next = nextSegment(sql.layout(), 's');
  const rows = sql.all(
    `WITH RECURSIVE down(id, next) AS (
       SELECT s.id, ${next} FROM json_each(?) AS k JOIN sessions AS s ON s.id = k.value
       UNION
       SELECT s.id, ${next} FROM down JOIN sessions AS s ON s.id = down.next)
     SELECT id, next FROM down`,
    JSON.stringify(ids),
  );
  return new Map(rows.map((row) => [text(row['id']), textOrNull(row['next'])]));
}

function breadthFirst(
  start: string,
  children: ReadonlyMap<string, readonly string[]>,
  limit: number,
): string[] {
  const seen = new Set([start]);
  for (const id of seen) {
    for (const child of children.get(id) ?? []) {
      if (seen.size > limit) return [...seen].slice(1);
      seen.add(child);
    }
  }
  return [...seen].slice(1, limit + 1);
}

function asKind(kind: string | undefined): LineageKind | null {
  return LINEAGE_KINDS.find((known) => known === kind) ?? null;
}
