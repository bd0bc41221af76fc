import type { MessageNeighbours, MessageRow, ToolCallKey } from '../../../domain/message.js';
import { countOrNull } from '../decode.js';
import type { Sql } from '../sql.js';
import { decodeMessage, messageColumns } from './columns.js';
import { hasState } from './states.js';

/** The ids of the messages before and after each message in its session, of those still active. */
export function messageNeighbours(sql: Sql, ids: readonly number[]): MessageNeighbours[] {
  const neighbour = (aggregate: 'MIN' | 'MAX', side: '<' | '>') =>
    `(SELECT ${aggregate}(n.id) FROM messages AS n WHERE n.session_id = m.session_id
      AND n.id ${side} m.id AND ${hasState(sql.layout(), 'n', ['ACTIVE'])})`;
  const rows = sql.all(
    `SELECT m.id, ${neighbour('MAX', '<')} AS previous, ${neighbour('MIN', '>')} AS next
     FROM json_each(?) AS k JOIN messages AS m ON m.id = k.value`,
    JSON.stringify(ids),
  );
  const found = new Map(
    rows.map((row) => [
      countOrNull(row['id']),
      { previous: countOrNull(row['previous']), next: countOrNull(row['next']) },
    ]),
  );
  return ids.map((id) => found.get(id) ?? { previous: null, next: null });
}

/**
 * The results of each message's tool calls, in the order of the calls. A result names its call; some
 * providers use the same names again and again, so the first one after the message counts.
 */
export function toolResults(sql: Sql, keys: readonly ToolCallKey[]): MessageRow[][] {
  const rows = sql.all(
    `SELECT ${messageColumns(sql.layout())} FROM messages AS m
     WHERE m.session_id IN (SELECT value FROM json_each(?))
       AND m.tool_call_id IN (SELECT value FROM json_each(?)) AND m.role = 'tool'
     ORDER BY m.id`,
    JSON.stringify([...new Set(keys.map((key) => key.sessionId))]),
    JSON.stringify([...new Set(keys.flatMap((key) => key.callIds))]),
  );
  const results = new Map<string, MessageRow[]>();
  for (const message of rows.map(decodeMessage)) {
    const name = JSON.stringify([message.session_id, message.tool_call_id]);
    const same = results.get(name);
    if (same === undefined) results.set(name, [message]);
    else same.push(message);
  }
  return keys.map(({ sessionId, messageId, callIds }) =>
    callIds.flatMap((callId) => {
      const named = results.get(JSON.stringify([sessionId, callId])) ?? [];
      return named.find((message) => message.id > messageId) ?? [];
    }),
  );
}
