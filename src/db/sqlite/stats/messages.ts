import type { RoleCount } from '../../../domain/stats.js';
import {
  TimeTally,
  TokenTally,
  type MessageTimes,
  type MessageTokens,
} from '../../../domain/stats/activity.js';
import type { Calendar } from '../../../domain/stats/calendar.js';
import { ToolTally, type ToolCount } from '../../../domain/stats/tools.js';
import type { Clause } from '../clause.js';
import { count, text, type Row } from '../decode.js';
import type { Layout } from '../layout.js';
import { hasState } from '../messages/states.js';
import { isTime } from '../sessions/values.js';
import type { Sql } from '../sql.js';
import { jsonList } from './lists.js';
import { addToolUses, TOOL_USE } from './tool-uses.js';

/** What messages are read for. Times and tokens need a calendar. */
export interface MessageScan {
  calendar: Calendar | null;
  times: boolean;
  tokens: boolean;
  roles: boolean;
  tools: boolean;
}

export interface MessageScanResult {
  times: MessageTimes | null;
  tokens: MessageTokens | null;
  roles: RoleCount[] | null;
  tools: ToolCount[] | null;
}

/**
 * Reads the messages of the sessions (alias `s`) of a clause once, for all that is asked. What is
 * wanted of a session’s messages comes as one JSON text, by way of the index: several times faster
 * than a row for each message, and faster than grouping in SQL, which sorts them. Times alone are in
 * the index itself.
 */
export function scanMessages(sql: Sql, where: Clause, scan: MessageScan): MessageScanResult {
  const { calendar } = scan;
  const times = scan.times && calendar !== null ? new TimeTally(calendar) : null;
  const tokens = scan.tokens && calendar !== null ? new TokenTally(calendar) : null;
  const roles = scan.roles ? new Map<string, number>() : null;
  const tools = scan.tools ? new ToolTally() : null;

  const columns = {
    time: times !== null || tokens !== null ? TIME : null,
    tokens: tokens === null ? null : tokensValue(sql.layout()),
    role: roles !== null || tokens !== null ? ROLE : null,
    tool: tools === null ? null : TOOL_USE,
  };
  const lists = messageLists(sql.layout(), 's.id', Object.values(columns));
  const rows = sql.all(
    `SELECT ${lists} AS lists FROM sessions AS s WHERE ${where.sql}`,
    ...where.values,
  );
  for (const [place, row] of rows.entries()) {
    const [time = [], noted = [], role = [], tool = []] = decodedLists(row);
    times?.addSession(time);
    if (tokens !== null) addTokens(tokens, time, noted, role);
    if (roles !== null) for (const one of role.map(text)) roles.set(one, (roles.get(one) ?? 0) + 1);
    if (tools !== null) addToolUses(sql, tools, String(place), tool);
  }
  return {
    times: times?.result() ?? null,
    tokens: tokens?.result() ?? null,
    roles: roles === null ? null : mostFrequentFirst(roles),
    tools: tools?.total() ?? null,
  };
}

/** The tools that one session used, the most used first; none where there is no such session. */
export function toolsOfSession(sql: Sql, id: string): ToolCount[] {
  const row = sql.get(`SELECT ${messageLists(sql.layout(), '?', [TOOL_USE])} AS lists`, id);
  const tally = new ToolTally();
  const [uses = []] = row === undefined ? [] : decodedLists(row);
  addToolUses(sql, tally, id, uses);
  return tally.ofSession(id);
}

/** The whole second of a message’s time, NULL where it holds none; also before 1970. */
const TIME = `CASE WHEN ${isTime('m.timestamp')} THEN CAST(floor(m.timestamp) AS INTEGER) END`;
const ROLE = 'CAST(m.role AS TEXT)';

function tokensValue(layout: Layout): string {
  if (!layout.messages.has('token_count')) return 'NULL';
  return `CASE WHEN typeof(m.token_count) IN ('integer', 'real') THEN m.token_count END`;
}

/**
 * A session’s messages as JSON: a list for each column, with a place for each message; [] for a
 * column of null.
 *
 * @param sessionId the session's id in SQL
 */
function messageLists(
  layout: Layout,
  sessionId: string,
  columns: readonly (string | null)[],
): string {
  const lists = columns.map((column) => (column === null ? `'[]'` : `json_group_array(${column})`));
  return `(SELECT json_array(${lists.join(', ')}) FROM messages AS m
    WHERE m.session_id = ${sessionId} AND ${hasState(layout, 'm', ['ACTIVE'])})`;
}

function decodedLists(row: Row): unknown[][] {
  return jsonList(row['lists']).map((list): unknown[] => (Array.isArray(list) ? list : []));
}

function addTokens(
  tally: TokenTally,
  times: readonly unknown[],
  tokens: readonly unknown[],
  roles: readonly unknown[],
): void {
  tokens.forEach((noted, place) => {
    if (typeof noted !== 'number') return;
    const time = times[place];
    tally.add(typeof time === 'number' ? time : null, count(noted), roles[place] === 'assistant');
  });
}

function mostFrequentFirst(roles: ReadonlyMap<string, number>): RoleCount[] {
  return [...roles]
    .map(([role, messages]) => ({ role, count: messages }))
    .sort((a, b) => b.count - a.count || (a.role < b.role ? -1 : 1));
}
