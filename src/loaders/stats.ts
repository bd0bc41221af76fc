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
 * read before a part is asked for. The signal says that nobody waits for them any more.
 *
 * @throws BadUserInputError when there is no such zone
 */
export function statsLoader(
  store: Pick<StatsReads, 'stats'>,
  filter: SessionFilter,
  timeZone: string,
  signal?: AbortSignal,
): StatsLoader {
  calendarOf(timeZone);
  const answers = batched(async (parts: readonly StatsPart[]) => {
    const answer = await store.stats(filter, timeZone, parts, signal);
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

/**
 * Statistics by filter and zone: whoever asks for the same gets the same, so that all fields of a
 * request share what is read and show one state of the store.
 */
export function statsLoaders(
  store: Pick<StatsReads, 'stats'>,
  signal?: AbortSignal,
): (filter: SessionFilter, timeZone: string) => StatsLoader {
  const loaders = new Map<string, StatsLoader>();
  return (filter, timeZone) => {
    const name = JSON.stringify([filter, timeZone], (_, value: unknown) => value ?? undefined);
    const loader = loaders.get(name) ?? statsLoader(store, filter, timeZone, signal);
    loaders.set(name, loader);
    return loader;
  };
}
