import type {
  MessageNeighbours,
  MessageRow,
  MessageState,
  ToolCallKey,
} from '../../../domain/message.js';
import { clause } from '../clause.js';
import { count, countOrNull, text } from '../decode.js';
import type { Sql } from '../sql.js';
import { decodeMessage, messageColumns } from './columns.js';
import { hasState } from './states.js';
import { walk } from './walk.js';

/**
 * The ids of the messages before and after each message in its session, in the order of ids. Only
 * messages in these states are neighbours; one that is not there has none.
 */
export function messageNeighbours(
  sql: Sql,
  ids: readonly number[],
  states: readonly MessageState[] = ['ACTIVE'],
): MessageNeighbours[] {
  const sessions = sql.all(
    'SELECT m.id, m.session_id FROM json_each(?) AS k JOIN messages AS m ON m.id = k.value',
    JSON.stringify([...new Set(ids)]),
  );
  const found = sessions.map((row) => ({ id: count(row['id']), session: text(row['session_id']) }));
  const next = (backwards: boolean) => {
    const stretches = found.map(({ id, session }) => ({
      sessions: [session],
      low: backwards ? null : id,
      high: backwards ? id : null,
    }));
    const where = clause(hasState(sql.layout(), 'f', states));
    return walk(sql, stretches, { columns: 'm.id', where, limit: 1, backwards });
  };
  const previous = next(true);
  const following = next(false);
  const neighbours = new Map(
    found.map(({ id }, slot) => [
      id,
      {
        previous: countOrNull(previous[slot]?.[0]?.['id']),
        next: countOrNull(following[slot]?.[0]?.['id']),
      },
    ]),
  );
  return ids.map((id) => neighbours.get(id) ?? { previous: null, next: null });
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
