import { isRecent } from '../session.js';
import { distribution, type Distribution } from './distribution.js';
import type { SessionFacts } from './facts.js';
import type { Figures } from './figures.js';
import { figuresBy, totalFigures, type KeyedFigures, type StatsKey } from './sessions.js';
import type { TopSessions, TopSessionsBy } from './top.js';

/** What sessions come to, whatever the zone: small, and quick to hand from one process to another. */
export interface SessionSummary {
  totals: Figures;
  groups: Record<StatsKey, KeyedFigures[]>;
  endedCount: number;
  /** Epoch seconds of the last activity of each session that nobody ended. */
  openLastActiveAt: number[];
  durations: Distribution;
  firstStartedAt: number | null;
  top: TopSessions;
}

/** What the sessions that a filter admits come to. */
export interface SessionStatistics {
  /** How many sessions it is about. */
  readonly size: number;
  totals(): Figures;
  by(key: StatsKey): KeyedFigures[];
  /** Sessions that are active at `now` (epoch seconds). */
  activeCount(now: number): number;
  endedCount(): number;
  /** Seconds, over the sessions whose duration is known. */
  durations(): Distribution;
  /** Epoch seconds; null when no session has a start. */
  firstStartedAt(): number | null;
  /** Ids of the sessions that are first in something, in the order of a list ordered so. */
  top(by: TopSessionsBy, limit: number): string[];
}

/** Sums the facts of sessions up. */
export function summarize(facts: SessionFacts): SessionSummary {
  const lastActiveAt = facts.lastActiveAt.filter((_, place) => facts.isEnded[place] !== true);
  return {
    totals: totalFigures(facts),
    groups: {
      source: figuresBy(facts, 'source'),
      model: figuresBy(facts, 'model'),
      provider: figuresBy(facts, 'provider'),
      endReason: figuresBy(facts, 'endReason'),
    },
    endedCount: facts.isEnded.filter(Boolean).length,
    openLastActiveAt: lastActiveAt.filter((time) => time !== null),
    durations: distribution(facts.duration.filter((seconds) => seconds !== null)),
    firstStartedAt: earliest(facts.startedAt),
    top: facts.top,
  };
}

/** Statistics from a summary. */
export function sessionStatistics(summary: SessionSummary): SessionStatistics {
  return {
    size: summary.totals.sessionCount,
    totals: () => summary.totals,
    by: (key) => summary.groups[key],
    activeCount: (now) => summary.openLastActiveAt.filter((time) => isRecent(time, now)).length,
    endedCount: () => summary.endedCount,
    durations: () => summary.durations,
    firstStartedAt: () => summary.firstStartedAt,
    top: (by, limit) => summary.top[by].slice(0, limit),
  };
}

function earliest(times: readonly (number | null)[]): number | null {
  return times.reduce(
    (first, time) => (time === null || (first !== null && first <= time) ? first : time),
    null,
  );
}
