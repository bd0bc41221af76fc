import { BadUserInputError } from '../../domain/errors.js';
import type { SessionFilter } from '../../domain/session.js';
import { calendarOf } from '../../domain/stats.js';
import { readInstant } from './instant.js';

/** What the command covers, as it was typed. */
export interface ScopeOptions {
  timeZone?: string;
  days?: number;
  from?: string;
  until?: string;
  source?: string[];
  excludeSource?: string[];
  model?: string[];
  provider?: string[];
}

/** What the statistics cover. Times are epoch seconds, null where that end is open. */
export interface Scope {
  timeZone: string;
  from: number | null;
  until: number | null;
  filter: SessionFilter;
}

/**
 * What to cover: the sessions that started in a range and that all other options admit. A bare date
 * is its first instant in the zone; `days` counts back from `now`, today included.
 *
 * @param localZone the zone when none is named
 * @throws BadUserInputError for an unknown zone, what is no date, or a range that ends before it begins
 */
export function scopeOf(options: ScopeOptions, now: number, localZone: string): Scope {
  const timeZone = options.timeZone ?? localZone;
  const from =
    options.days === undefined
      ? instantOf(timeZone, '--from', options.from)
      : startOfDays(timeZone, options.days, now);
  const until = instantOf(timeZone, '--until', options.until);
  if (options.from !== undefined && from !== null && until !== null && from > until) {
    throw new BadUserInputError(
      `--from ${JSON.stringify(options.from)} is later than --until ${JSON.stringify(options.until)}; exchange them.`,
    );
  }
  return {
    timeZone,
    from,
    until,
    filter: {
      startedAt: from === null && until === null ? null : { from, until },
      sources: options.source ?? null,
      excludeSources: options.excludeSource ?? null,
      models: options.model ?? null,
      providers: options.provider ?? null,
    },
  };
}

/** The first instant of the day that makes so many days with today. */
export function startOfDays(timeZone: string, days: number, now: number): number {
  const { periodAt } = calendarOf(timeZone);
  let start = periodAt('DAY', now).start;
  for (let day = 1; day < days; day += 1) start = periodAt('DAY', start - 1).start;
  return start;
}

function instantOf(timeZone: string, option: string, text: string | undefined): number | null {
  return text === undefined ? null : readInstant(option, text, timeZone);
}
