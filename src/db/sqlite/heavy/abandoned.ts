import { SearchTimeoutError } from '../../../domain/errors.js';

/** A job that nobody waits for any more may end by itself for so long; then its process is killed. */
export const ABANDONED_MS = 100;

/** What a job that nobody waits for any more is answered with. */
export function abandonedError(): SearchTimeoutError {
  return new SearchTimeoutError(
    'The search was stopped, for nobody waits for its answer any more.',
  );
}
