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
  days: DayFigures;
  hours: readonly HourFigures[];
  weekdays: readonly WeekdayFigures[];
  topSessions: readonly SessionRow[];
}

/** Messages by the day they were written on. */
export interface DayFigures {
  /** The last days up to now, at most `SHOWN_DAYS`; those that have no time come last. */
  shown: readonly PeriodFigures[];
  /** Days with messages before those that are shown; the first and the last with a message. */
  earlier: readonly PeriodFigures[];
  /** Days with messages that are still to come: the clock of a writer was wrong. */
  later: readonly PeriodFigures[];
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
  const [sessions, starts, times, tokens, roles, tools] = await Promise.all([
    stats.part('sessions'),
    stats.part('starts'),
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
    activeDays: activeDays(starts, times),
    roles,
    tools,
    days: dayFigures(activePeriods(times, tokens, 'DAY'), scope, now),
    hours,
    weekdays,
    topSessions: top.filter((session) => session !== null),
  };
}

/**
 * The last days of the range up to the last that holds a message and is not still to come, with the
 * empty ones between.
 */
function dayFigures(periods: readonly PeriodFigures[], scope: Scope, now: number): DayFigures {
  const calendar = calendarOf(scope.timeZone);
  const later = periods.filter(({ start }) => start !== null && start > now);
  const past = periods.filter(({ start }) => start === null || start <= now);
  const last = past.findLast(({ start }) => start !== null)?.start ?? null;
  if (last === null) return { shown: past, earlier: [], later };
  const earliest = startOfDays(scope.timeZone, SHOWN_DAYS, last);
  const isEarlier = ({ start }: PeriodFigures) => start !== null && start < earliest;
  const from =
    scope.from !== null && scope.from >= earliest && scope.from < last ? scope.from : null;
  const shown = cutPeriods(
    past.filter((period) => !isEarlier(period)),
    { from },
    emptyFigures('ACTIVITY'),
    (time) => calendar.periodAt('DAY', time),
  );
  return { shown, earlier: past.filter(isEarlier), later };
}
