import type { JsonValue } from '../../domain/python-json.js';
import { toConversation } from '../../domain/replay.js';
import { ancestorIds } from './lineage/walks.js';
import { decodeMessage, messageColumns } from './messages/columns.js';
import { isLive } from './messages/states.js';
import type { Sql } from './sql.js';

/**
 * A session's messages as Hermes sends them to a model again, in the order of their ids. With its
 * ancestors, of whatever kind, their messages come along and what was said twice is left out. On
 * newer files only messages that are still part of the conversation count.
 */
export function replay(sql: Sql, sessionId: string, includeAncestors: boolean): JsonValue[] {
  const layout = sql.layout();
  const ancestors = includeAncestors ? (ancestorIds(sql, [sessionId])[0] ?? []) : [];
  const rows = sql.all(
    `SELECT ${messageColumns(layout)} FROM messages AS m
     WHERE m.session_id IN (SELECT value FROM json_each(?)) AND ${isLive(layout, 'm')}
     ORDER BY m.id`,
    JSON.stringify([...ancestors, sessionId]),
  );
  return toConversation(rows.map(decodeMessage), { dedupe: includeAncestors });
}
