import type { SessionFilter } from '../domain/session.js';
import type { StatsAnswer, StatsPart } from '../domain/stats.js';
import type { ToolCount } from '../domain/stats/tools.js';
import type { Awaitable } from './store.js';

/**
 * What many sessions come to. Answers are kept until the store changes. Work is stopped when the
 * signals of all who asked for it say that they have left.
 *
 * @throws StatsTimeoutError, OverloadedError, StoreReplacedError
 */
export interface StatsReads {
  /**
   * Parts of the statistics of the sessions that a filter admits, in an IANA time zone; the other
   * parts are null. Parts asked for together share their scans.
   *
   * @throws BadUserInputError when there is no such zone
   */
  stats(
    filter: SessionFilter,
    timeZone: string,
    parts: readonly StatsPart[],
    signal?: AbortSignal,
  ): Awaitable<StatsAnswer>;
  /** The tools that each session used, the most used first. */
  toolUsage(ids: readonly string[], signal?: AbortSignal): Awaitable<ToolCount[][]>;
}
