import type { RoleCount } from '../../../domain/stats.js';
import {
  messageTimes,
  messageTokens,
  type MessageTimes,
  type MessageTokens,
} from '../../../domain/stats/activity.js';
import type { Calendar } from '../../../domain/stats/calendar.js';
import type { Clause } from '../clause.js';
import { count, text } from '../decode.js';
import { hasState } from '../messages/states.js';
import { isTime } from '../sessions/values.js';
import type { Sql } from '../sql.js';

/** The whole second of a message’s time, NULL where it holds none; also before 1970. */
const SECOND = `CASE WHEN ${isTime('m.timestamp')} THEN CAST(floor(m.timestamp) AS INTEGER) END`;
const HAS_TOKENS = `typeof(m.token_count) IN ('integer', 'real')`;

/**
 * When the messages of some sessions were written. An index holds all that is needed; the times of a
 * session come as one text, which is several times faster than a row for each message.
 */
export function timesOf(sql: Sql, ids: readonly string[], calendar: Calendar): MessageTimes {
  const rows = sql.all(
    `SELECT (SELECT json_group_array(${SECOND}) FROM messages AS m
       WHERE m.session_id = k.value AND ${hasState(sql.layout(), 'm', ['ACTIVE'])}) AS times
     FROM json_each(?) AS k`,
    JSON.stringify(ids),
  );
  return messageTimes(
    rows.map((row) => numbers(row['times'])),
    calendar,
  );
}

/** What one scan of the messages themselves tells. */
export interface MessageSums {
  roles: RoleCount[];
  /** Null when they were not asked for. */
  tokens: MessageTokens | null;
}

/**
 * How many messages there are of each role, and with a calendar the tokens that they note of
 * themselves. `scope` says which messages: what stands after FROM, with the alias `m`.
 */
export function messageSums(sql: Sql, scope: Clause, calendar: Calendar | null): MessageSums {
  const layout = sql.layout();
  const hasTokens = layout.messages.has('token_count');
  const noted = (value: string) => `json_group_array(${value}) FILTER (WHERE ${HAS_TOKENS})`;
  const columns =
    calendar !== null && hasTokens
      ? [`${noted(SECOND)} AS times`, `${noted('m.token_count')} AS tokens`]
      : [];
  const rows = sql.all(
    `SELECT ${['m.role', 'COUNT(*) AS messages', ...columns].join(', ')} FROM ${scope.sql}
     WHERE ${hasState(layout, 'm', ['ACTIVE'])} GROUP BY m.role`,
    ...scope.values,
  );
  const groups = rows.map((row) => ({
    isOutput: row['role'] === 'assistant',
    times: numbers(row['times']),
    tokens: numbers(row['tokens']).map(count),
  }));
  return {
    roles: rows
      .map((row) => ({ role: text(row['role']), count: count(row['messages']) }))
      .sort((a, b) => b.count - a.count || (a.role < b.role ? -1 : 1)),
    tokens: calendar === null ? null : messageTokens(groups, calendar),
  };
}

/** A list of numbers and nulls that SQLite wrote as JSON. */
function numbers(json: unknown): (number | null)[] {
  const list: unknown = typeof json === 'string' ? JSON.parse(json) : [];
  if (!Array.isArray(list)) return [];
  return list.map((value: unknown) => (typeof value === 'number' ? value : null));
}
