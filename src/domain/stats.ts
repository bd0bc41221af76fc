import { MAX_PAGE_SIZE } from './paging.js';
import { ACTIVE_WINDOW_SECONDS } from './session.js';
import type { MessageTimes, MessageTokens } from './stats/activity.js';
import {
  openCalendar,
  STATS_BINS,
  type Calendar,
  type Period,
  type StatsBin,
} from './stats/calendar.js';
import { startedClock, type ClockFigures } from './stats/clock.js';
import { distribution, type Distribution } from './stats/distribution.js';
import type { SessionFacts } from './stats/facts.js';
import type { Figures } from './stats/figures.js';
import { memo, once } from './stats/memo.js';
import {
  figuresBy,
  STATS_KEYS,
  totalFigures,
  type KeyedFigures,
  type StatsKey,
} from './stats/sessions.js';
import { unionOfDays } from './stats/streak.js';
import { openTimeZone } from './stats/time-zone.js';
import { startedPeriods, type PeriodFigures } from './stats/timeline.js';
import type { ToolCount } from './stats/tools.js';
import { TOP_SESSIONS_BY, topSessions, type TopSessionsBy } from './stats/top.js';

/** What statistics are made of. Each part is a scan of its own; parts asked for together share. */
export interface StatsParts {
  /** All that the sessions’ own rows tell, with the number of their messages. */
  sessions: SessionStatistics;
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

/** What the sessions that a filter admits come to. Each answer is computed once and kept. */
export interface SessionStatistics {
  /** How many sessions it is about. */
  readonly size: number;
  totals(): Figures;
  by(key: StatsKey): KeyedFigures[];
  /** Sessions that were not ended and were active within five minutes of `now` (epoch seconds). */
  activeCount(now: number): number;
  endedCount(): number;
  /** Seconds, over the sessions whose duration is known. */
  durations(): Distribution;
  /** Epoch seconds; null when no session has a start. */
  firstStartedAt(): number | null;
  /** Ids of the sessions that are first in something, 200 at most. */
  top(by: TopSessionsBy, limit: number): string[];
  /** By the starts of sessions, in the calendar of a zone. */
  periods(timeZone: string, bin: StatsBin): PeriodFigures[];
  clock(timeZone: string): ClockFigures;
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

/** Statistics from the facts of sessions. */
export function sessionStatistics(facts: SessionFacts): SessionStatistics {
  const zones = memo(KEPT_ZONES, (timeZone: string) => {
    const calendar = calendarOf(timeZone);
    return {
      periods: memo(STATS_BINS.length, (bin: StatsBin) => startedPeriods(facts, calendar, bin)),
      clock: once(() => startedClock(facts, calendar)),
    };
  });
  const top = memo(TOP_SESSIONS_BY.length, (by: TopSessionsBy) =>
    topSessions(facts, by, MAX_PAGE_SIZE),
  );
  return {
    size: facts.ids.length,
    totals: once(() => totalFigures(facts)),
    by: memo(STATS_KEYS.length, (key: StatsKey) => figuresBy(facts, key)),
    activeCount: (now) => activeCount(facts, now),
    endedCount: once(() => facts.isEnded.filter(Boolean).length),
    durations: once(() => distribution(facts.duration.filter((seconds) => seconds !== null))),
    firstStartedAt: once(() => earliest(facts.startedAt)),
    top: (by, limit) => top(by).slice(0, limit),
    periods: (timeZone, bin) => zones(timeZone).periods(bin),
    clock: (timeZone) => zones(timeZone).clock(),
  };
}

/** The days of a zone on which a session started or a message was written, in order. */
export function activeDays(
  sessions: SessionStatistics,
  times: MessageTimes,
  timeZone: string,
): Period[] {
  const started = sessions
    .periods(timeZone, 'DAY')
    .flatMap(({ start, end, sessionCount }) =>
      start === null || end === null || sessionCount === 0 ? [] : [{ start, end }],
    );
  const { starts, ends } = times.periods.DAY;
  const written = starts.map((start, place) => ({ start, end: ends[place] ?? start }));
  return unionOfDays(started, written);
}

function activeCount(facts: SessionFacts, now: number): number {
  return facts.lastActiveAt.filter(
    (time, place) =>
      time !== null && facts.isEnded[place] === false && now - time < ACTIVE_WINDOW_SECONDS,
  ).length;
}

function earliest(times: readonly (number | null)[]): number | null {
  return times.reduce(
    (first, time) => (time === null || (first !== null && first <= time) ? first : time),
    null,
  );
}
