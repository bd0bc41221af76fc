import type { SessionFilter } from '../../../domain/session.js';
import { calendarOf, type RoleCount, type StatsPart } from '../../../domain/stats.js';
import type { MessageTimes, MessageTokens } from '../../../domain/stats/activity.js';
import type { SessionFacts } from '../../../domain/stats/facts.js';
import type { ToolCount } from '../../../domain/stats/tools.js';
import type { Sql } from '../sql.js';
import { sessionFacts } from './facts.js';
import { messageSums, timesOf } from './messages.js';
import { admittedIds, messagesOf } from './scope.js';
import { toolTotals } from './tools.js';

/** What a scan for statistics is to find. */
export interface StatsScan {
  filter: SessionFilter;
  /** Epoch seconds; decides what is active. */
  now: number;
  /** An IANA name that was checked. */
  timeZone: string;
  parts: StatsPart[];
}

/** What it found: null for each part that was not asked for. */
export interface StatsScanResult {
  sessions: SessionFacts | null;
  times: MessageTimes | null;
  tokens: MessageTokens | null;
  roles: RoleCount[] | null;
  tools: ToolCount[] | null;
}

/**
 * Scans the file for statistics. What parts have in common is read once: which sessions are meant,
 * and the messages. This takes long on a large file, so it belongs in a process of its own.
 */
export function scanStats(sql: Sql, scan: StatsScan): StatsScanResult {
  const { filter, now, parts } = scan;
  const wants = (...any: StatsPart[]) => any.some((part) => parts.includes(part));
  const sessions = wants('sessions') ? sessionFacts(sql, filter, now) : null;
  const calendar = wants('times', 'tokens') ? calendarOf(scan.timeZone) : null;
  const ids =
    sessions?.ids ??
    (wants('times', 'tokens', 'roles', 'tools') ? admittedIds(sql, filter, now) : []);
  const times = wants('times') && calendar !== null ? timesOf(sql, ids, calendar) : null;
  const scope = wants('tokens', 'roles', 'tools') ? messagesOf(sql, ids) : null;
  const sums =
    scope !== null && wants('tokens', 'roles')
      ? messageSums(sql, scope, wants('tokens') ? calendar : null)
      : null;
  return {
    sessions,
    times,
    tokens: sums?.tokens ?? null,
    roles: wants('roles') ? (sums?.roles ?? null) : null,
    tools: scope !== null && wants('tools') ? toolTotals(sql, scope) : null,
  };
}
