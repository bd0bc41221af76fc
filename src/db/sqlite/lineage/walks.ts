import { LINEAGE_KINDS, type LineageKind, type SessionRow } from '../../../domain/session.js';
import { text, textOrNull } from '../decode.js';
import { decodeSession, sessionColumns } from '../sessions/columns.js';
import type { Sql } from '../sql.js';
import { isKind, lineageKindValue, nextSegment } from './kind.js';

/**
 * Walks over the tree of sessions. The statement gathers the edges of all walks at once (UNION drops
 * what it has seen, so cycles end), and the walks themselves happen here: the number of statements
 * depends neither on how many walks there are nor on how long they are.
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

/** The ids of each session's ancestors, nearest first, without the session itself. */
export function ancestorIds(sql: Sql, ids: readonly string[]): string[][] {
  const rows = sql.all(
    `WITH RECURSIVE up(id, parent) AS (
       SELECT s.id, p.id FROM json_each(?) AS k JOIN sessions AS s ON s.id = k.value
       LEFT JOIN sessions AS p ON p.id = s.parent_session_id
       UNION
       SELECT s.id, p.id FROM up JOIN sessions AS s ON s.id = up.parent
       LEFT JOIN sessions AS p ON p.id = s.parent_session_id)
     SELECT id, parent FROM up`,
    JSON.stringify(ids),
  );
  const parents = new Map(rows.map((row) => [text(row['id']), textOrNull(row['parent'])]));
  return ids.map((id) => walk(id, parents));
}

/**
 * The ids of each session's continuations, in order, without the session itself; the last one is its
 * tip. Of several continuations the newest start counts, then the greatest id. In a cycle no
 * session is a tip, and the walk is empty.
 */
export function continuationIds(sql: Sql, ids: readonly string[]): string[][] {
  const next = nextSegment(sql.layout(), 's');
  const rows = sql.all(
    `WITH RECURSIVE down(id, next) AS (
       SELECT s.id, ${next} FROM json_each(?) AS k JOIN sessions AS s ON s.id = k.value
       UNION
       SELECT s.id, ${next} FROM down JOIN sessions AS s ON s.id = down.next)
     SELECT id, next FROM down`,
    JSON.stringify(ids),
  );
  const following = new Map(rows.map((row) => [text(row['id']), textOrNull(row['next'])]));
  return ids.map((id) => {
    const chain = walk(id, following);
    const last = chain.at(-1) ?? id;
    return (following.get(last) ?? null) === null ? chain : [];
  });
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

function walk(start: string, next: ReadonlyMap<string, string | null>): string[] {
  const seen = new Set([start]);
  let current = next.get(start) ?? null;
  while (current !== null && !seen.has(current)) {
    seen.add(current);
    current = next.get(current) ?? null;
  }
  return [...seen].slice(1);
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
