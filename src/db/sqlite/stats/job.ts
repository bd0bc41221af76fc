import type { SessionFilter } from '../../../domain/session.js';
import { calendarOf, type StatsPart, type StatsParts } from '../../../domain/stats.js';
import { startTimes } from '../../../domain/stats/starts.js';
import { summarize, type SessionSummary } from '../../../domain/stats/summary.js';
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

/** What it found, as plain data that travels between processes: null for what was not asked for. */
export type StatsScanResult = {
  [Part in StatsPart]: (Part extends 'sessions' ? SessionSummary : StatsParts[Part]) | null;
};

/**
 * Scans the file for statistics and sums up what it finds, so that little is left to do for who asked.
 * Sessions and messages are each read once, whatever is asked of them. This takes long on a large
 * file, so it belongs in a process of its own.
 */
export function scanStats(sql: Sql, { filter, now, timeZone, parts }: StatsScan): StatsScanResult {
  const wants = (...some: StatsPart[]) => some.some((part) => parts.includes(part));
  const calendar = calendarOf(timeZone);
  const facts = wants('sessions', 'starts') ? sessionFacts(sql, filter, now) : null;
  const messages = wants('times', 'tokens', 'roles', 'tools')
    ? scanMessages(sql, sessionWhere(sql.layout(), filter, now), {
        calendar,
        times: wants('times'),
        tokens: wants('tokens'),
        roles: wants('roles'),
        tools: wants('tools'),
      })
    : NO_MESSAGES;
  return {
    ...messages,
    sessions: facts !== null && wants('sessions') ? summarize(facts) : null,
    starts: facts !== null && wants('starts') ? startTimes(facts, calendar) : null,
  };
}

const NO_MESSAGES = { times: null, tokens: null, roles: null, tools: null };
