import type { SessionFilter } from './session.js';

/** Whether a write covers the session alone, or its whole chain of compression continuations. */
export const REMOVAL_SCOPES = ['SESSION', 'CONVERSATION'] as const;
export type RemovalScope = (typeof REMOVAL_SCOPES)[number];

/** What a deletion did. */
export interface Removal {
  /** The sessions that went: those named, then what went with them. */
  deletedIds: string[];
  /** Sessions that stay and lost their parent. */
  detachedIds: string[];
}

/** What became of one id of many. */
export const REMOVAL_OUTCOMES = ['DELETED', 'NOT_FOUND', 'LOCKED'] as const;
export interface RemovalAnswer {
  sessionId: string;
  outcome: (typeof REMOVAL_OUTCOMES)[number];
}

/** From what a session's age is counted. */
export const PRUNE_BASES = ['STARTED', 'LAST_ACTIVE'] as const;
export type PruneBasis = (typeof PRUNE_BASES)[number];

/** Which sessions to prune: those that ended and are older than so many days. */
export interface PruneSessions {
  /** Days of 86,400 seconds; fractions, zero and negative numbers count too. */
  olderThanDays: number;
  filter?: SessionFilter | null;
  basis: PruneBasis;
  /** Also sessions that nobody ended, once their last activity is so old. */
  includeNeverEnded: boolean;
  /** Only says what would go. */
  dryRun: boolean;
}

/** What a prune removed, or would remove. */
export interface PrunedSessions {
  /** Oldest start first. */
  sessionIds: string[];
  count: number;
  /** Epoch seconds; null when nothing goes or no start is known. */
  oldestStartedAt: number | null;
  newestStartedAt: number | null;
  dryRun: boolean;
}
