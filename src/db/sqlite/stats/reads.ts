import { calendarOf } from '../../../domain/stats.js';
import type { StatsReads } from '../../store-stats.js';
import type { Connection } from '../driver.js';
import type { Heavy } from '../heavy/heavy.js';
import { statsReader } from './cache.js';

/**
 * Statistics of the store. `sentinel` is a connection that never writes: its data version moves
 * with every commit, our own and those of other processes.
 */
export function statsReads(
  engine: { heavy: Heavy; now: () => number },
  sentinel: Connection,
): StatsReads {
  const { heavy, now } = engine;
  const dataVersion = sentinel.prepare('PRAGMA data_version').pluck();
  const read = statsReader({
    scan: (scan, signal) => heavy.run('stats', scan, signal),
    version: () => String(dataVersion.get()),
    now,
  });
  return {
    stats: (filter, timeZone, parts, signal) => {
      calendarOf(timeZone);
      return read(filter, timeZone, parts, signal);
    },
    toolUsage: (ids, signal) => heavy.run('toolUsage', { ids }, signal),
  };
}
