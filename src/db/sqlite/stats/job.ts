import type { SessionFilter } from '../../../domain/session.js';
import { calendarOf, type RoleCount, type StatsPart } from '../../../domain/stats.js';
import type { MessageTimes, MessageTokens } from '../../../domain/stats/activity.js';
import type { SessionFacts } from '../../../domain/stats/facts.js';
import type { ToolCount } from '../../../domain/stats/tools.js';
import { text } from '../decode.js';
import { sessionWhere } from '../sessions/filter.js';
import type { Sql } from '../sql.js';
import { sessionFacts } from './facts.js';
import { scanMessages } from './messages.js';

/** What a scan for statistics is to find. */
export interface StatsScan {
  filter: SessionFilter;
  /** Epoch seconds; decides what is active. */
  now: number;
  /** An IANA name that was checked. */
  timeZone: string;
  parts: readonly StatsPart[];
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
 * Scans the file for statistics. Sessions and messages are each read once, whatever is asked of them.
 * This takes long on a large file, so it belongs in a process of its own.
 */
export function scanStats(sql: Sql, { filter, now, timeZone, parts }: StatsScan): StatsScanResult {
  const wants = (part: StatsPart) => parts.includes(part);
  const sessions = wants('sessions') ? sessionFacts(sql, filter, now) : null;
  if (!MESSAGE_PARTS.some(wants)) return { ...NO_MESSAGES, sessions };
  const messages = scanMessages(sql, sessions?.ids ?? admittedIds(sql, filter, now), {
    calendar: calendarOf(timeZone),
    times: wants('times'),
    tokens: wants('tokens'),
    roles: wants('roles'),
    tools: wants('tools'),
  });
  return { ...messages, sessions, tools: messages.tools?.total() ?? null };
}

const MESSAGE_PARTS: readonly StatsPart[] = ['times', 'tokens', 'roles', 'tools'];
const NO_MESSAGES = { times: null, tokens: null, roles: null, tools: null };

function admittedIds(sql: Sql, filter: SessionFilter, now: number): string[] {
  const where = sessionWhere(sql.layout(), filter, now);
  return sql
    .all(`SELECT s.id FROM sessions AS s WHERE ${where.sql}`, ...where.values)
    .map((row) => text(row['id']));
}
