import type { StatsReads } from '../db/store-stats.js';
import type { SessionFilter } from '../domain/session.js';
import { calendarOf, type StatsAnswer, type StatsPart } from '../domain/stats.js';
import { batched } from './batch.js';

/** The statistics of one filter in one zone, read part by part as fields ask for them. */
export interface StatsLoader {
  readonly timeZone: string;
  /** A part; those asked for in one tick are read together. */
  readonly part: <Part extends StatsPart>(part: Part) => Promise<NonNullable<StatsAnswer[Part]>>;
}

/**
 * Statistics of the sessions that a filter admits, by the calendar of an IANA time zone. Nothing is
 * read before a part is asked for.
 *
 * @throws BadUserInputError when there is no such zone
 */
export function statsLoader(
  store: Pick<StatsReads, 'stats'>,
  filter: SessionFilter,
  timeZone: string,
): StatsLoader {
  calendarOf(timeZone);
  const answers = batched(async (parts: readonly StatsPart[]) => {
    const answer = await store.stats(filter, timeZone, parts);
    return parts.map(() => answer);
  });
  return {
    timeZone,
    part: async (name) => {
      const { [name]: part } = await answers.load(name);
      if (part === null) throw new Error(`The store left out the part "${name}" of statistics.`);
      return part;
    },
  };
}
