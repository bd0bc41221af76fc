import type { SessionReads } from '../../db/store.js';
import type { StatsReads } from '../../db/store-stats.js';
import type { SessionRow } from '../../domain/session.js';
import {
  activeDays,
  calendarOf,
  type RoleCount,
  type SessionStatistics,
} from '../../domain/stats.js';
import type { Period } from '../../domain/stats/calendar.js';
import { activeClock, type HourFigures, type WeekdayFigures } from '../../domain/stats/clock.js';
import {
  activePeriods,
  cutPeriods,
  emptyFigures,
  type PeriodFigures,
} from '../../domain/stats/timeline.js';
import type { ToolCount } from '../../domain/stats/tools.js';
import { statsLoader } from '../../loaders/stats.js';
import { startOfDays, type Scope } from './scope.js';

/** Everything that the report shows. */
export interface ReportFigures {
  scope: Scope;
  sessions: SessionStatistics;
  activeSessionCount: number;
  activeDays: readonly Period[];
  roles: readonly RoleCount[];
  tools: readonly ToolCount[];
  /** Every day of the range, or the last ones of the file, by when messages were written. */
  days: readonly PeriodFigures[];
  hours: readonly HourFigures[];
  weekdays: readonly WeekdayFigures[];
  topSessions: readonly SessionRow[];
}

/** How many days the report shows at most. */
export const SHOWN_DAYS = 31;
const TOP_SESSIONS = 5;

/** Reads what the report shows. `now` is epoch seconds. */
export async function readFigures(
  store: StatsReads & Pick<SessionReads, 'sessionsByIds'>,
  scope: Scope,
  now: number,
): Promise<ReportFigures> {
  const stats = statsLoader(store, scope.filter, scope.timeZone);
  const [sessions, times, tokens, roles, tools] = await Promise.all([
    stats.part('sessions'),
    stats.part('times'),
    stats.part('tokens'),
    stats.part('roles'),
    stats.part('tools'),
  ]);
  const top = await store.sessionsByIds(sessions.top('TOKENS', TOP_SESSIONS));
  const { hours, weekdays } = activeClock(times, tokens);
  return {
    scope,
    sessions,
    activeSessionCount: sessions.activeCount(now),
    activeDays: activeDays(sessions, times, scope.timeZone),
    roles,
    tools,
    days: lastDays(activePeriods(times, tokens, 'DAY'), scope),
    hours,
    weekdays,
    topSessions: top.filter((session) => session !== null),
  };
}

/**
 * The last days of the range, at most `SHOWN_DAYS` up to the last that holds a message, with the
 * empty ones between. What has no time comes last.
 */
function lastDays(periods: readonly PeriodFigures[], scope: Scope): PeriodFigures[] {
  const calendar = calendarOf(scope.timeZone);
  const last = periods.findLast((period) => period.start !== null)?.start ?? null;
  if (last === null) return [...periods];
  const earliest = startOfDays(scope.timeZone, SHOWN_DAYS, last);
  const shown = periods.filter(({ start }) => start === null || start >= earliest);
  const from = scope.from !== null && scope.from >= earliest ? scope.from : null;
  return cutPeriods(shown, { from }, emptyFigures('ACTIVITY'), (time) =>
    calendar.periodAt('DAY', time),
  );
}
