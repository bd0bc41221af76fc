import { SearchTimeoutError, StatsTimeoutError, type HermesError } from '../../../domain/errors.js';
import type { JobName } from './jobs.js';

/** A job that nobody waits for any more may end by itself for so long; then its process is killed. */
export const ABANDONED_MS = 100;

/** What a job that nobody waits for any more is answered with. */
export function abandonedError(job: JobName): HermesError {
  if (job === 'stats' || job === 'toolUsage') {
    return new StatsTimeoutError(
      'The statistics were stopped, for nobody waits for them any more.',
    );
  }
  const work = job === 'replays' ? 'replay' : 'search';
  return new SearchTimeoutError(
    `The ${work} was stopped, for nobody waits for its answer any more.`,
  );
}
