import type { MessageTimes, MessageTokens } from './stats/activity.js';
import { openCalendar, type Calendar, type Period } from './stats/calendar.js';
import { memo } from './stats/memo.js';
import type { PeriodColumns } from './stats/slots.js';
import type { StartTimes } from './stats/starts.js';
import { unionOfDays } from './stats/streak.js';
import type { SessionStatistics } from './stats/summary.js';
import { openTimeZone } from './stats/time-zone.js';
import type { ToolCount } from './stats/tools.js';

export type { SessionStatistics } from './stats/summary.js';

/** What statistics are made of. Each part is a scan of its own; parts asked for together share. */
export interface StatsParts {
  /** All that the sessions’ own rows tell, with the number of their messages. */
  sessions: SessionStatistics;
  /** The same by when sessions started. */
  starts: StartTimes;
  /** When messages were written. */
  times: MessageTimes;
  /** Tokens that messages note of themselves. */
  tokens: MessageTokens;
  /** The most frequent role first. */
  roles: RoleCount[];
  /** The most used tool first. */
  tools: ToolCount[];
}

export type StatsPart = keyof StatsParts;

/** Parts of the statistics; null is what was not asked for. */
export type StatsAnswer = { readonly [Part in StatsPart]: StatsParts[Part] | null };

/** How many messages have a role. */
export interface RoleCount {
  role: string;
  count: number;
}

const KEPT_ZONES = 8;

/**
 * The calendar of an IANA zone.
 *
 * @throws BadUserInputError when there is no such zone
 */
export const calendarOf: (timeZone: string) => Calendar = memo(KEPT_ZONES, (timeZone: string) =>
  openCalendar(openTimeZone(timeZone)),
);

/** The days of one zone on which a session started or a message was written, in order. */
export function activeDays(starts: StartTimes, times: MessageTimes): Period[] {
  return unionOfDays(daysOf(starts.periods.DAY), daysOf(times.periods.DAY));
}

function daysOf({ starts, ends, sessions }: PeriodColumns & { sessions: number[] }): Period[] {
  const days = starts.map((start, place) => ({ start, end: ends[place] ?? start }));
  return days.filter((_, place) => (sessions[place] ?? 0) > 0);
}
