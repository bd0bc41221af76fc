/**
 * A session as the store keeps it, less its two heavy columns (system prompt and model config),
 * which are read only where they are asked for. Names are the columns' own.
 *
 * Times are Unix epoch seconds; a value in the file that is no time is null. Counters are whole
 * numbers within ±(2^53 − 1); NULL and text count 0. A column that the file does not have is null.
 */
export interface SessionRow {
  id: string;
  source: string;
  user_id: string | null;
  model: string | null;
  parent_session_id: string | null;
  started_at: number | null;
  ended_at: number | null;
  /** Whether the file says the session was ended, also where `ended_at` holds garbage. */
  ended: boolean;
  end_reason: string | null;
  title: string | null;
  tool_call_count: number;
  api_call_count: number;
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens: number;
  cache_write_tokens: number;
  reasoning_tokens: number;
  billing_provider: string | null;
  billing_base_url: string | null;
  billing_mode: string | null;
  estimated_cost_usd: number | null;
  actual_cost_usd: number | null;
  /** Known cost in US dollars, computed by the engine: actual before estimated; null is unknown. */
  cost_usd: number | null;
  cost_basis: CostBasis;
  cost_status: string | null;
  cost_source: string | null;
  pricing_version: string | null;
  archived: boolean | null;
  pinned: boolean | null;
  cwd: string | null;
  git_branch: string | null;
  git_repo_root: string | null;
  display_name: string | null;
  chat_id: string | null;
  chat_type: string | null;
  thread_id: string | null;
  profile_name: string | null;
  title_source: string | null;
}

/** What a cost rests on: an invoice, a guess from a price list, a subscription, or nothing. */
export const COST_BASES = ['ACTUAL', 'ESTIMATED', 'INCLUDED', 'UNKNOWN'] as const;
export type CostBasis = (typeof COST_BASES)[number];

/** How a session came to be; the rule is the engine's `lineageKinds`. */
export const LINEAGE_KINDS = [
  'ROOT',
  'CONTINUATION',
  'BRANCH',
  'DELEGATE',
  'RESET',
  'OTHER',
] as const;
export type LineageKind = (typeof LINEAGE_KINDS)[number];

export const SESSION_STATUSES = ['ACTIVE', 'IDLE', 'ENDED'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** A session that was not ended counts as active for so long before and after its last activity. */
export const ACTIVE_WINDOW_SECONDS = 300;

/**
 * Whether an activity makes a session that was not ended active at `now` (both epoch seconds): it lies
 * less than five minutes back. Clocks differ, so it may lie as far ahead; farther ahead it is garbage,
 * which would make the session active for years.
 */
export function isRecent(lastActiveAt: number | null, now: number): boolean {
  return lastActiveAt !== null && Math.abs(now - lastActiveAt) < ACTIVE_WINDOW_SECONDS;
}

/**
 * The state of a session at `now` (epoch seconds): ENDED when it was ended, ACTIVE when its last
 * activity is recent, else IDLE. A missing end means "nobody ended it", not "live".
 */
export function sessionStatus(
  session: Pick<SessionRow, 'ended'>,
  lastActiveAt: number | null,
  now: number,
): SessionStatus {
  if (session.ended) return 'ENDED';
  return isRecent(lastActiveAt, now) ? 'ACTIVE' : 'IDLE';
}

/** Half-open range of epoch seconds: `from` belongs to it, `until` does not. */
export interface TimeRange {
  from?: number | null;
  until?: number | null;
}

/** Closed range: both ends belong to it. */
export interface NumberRange {
  min?: number | null;
  max?: number | null;
}

/** Which sessions a list or a statistic covers. All that is given must hold; lists are "any of". */
export interface SessionFilter {
  sessionIds?: readonly string[] | null;
  excludeSessionIds?: readonly string[] | null;
  sources?: readonly string[] | null;
  excludeSources?: readonly string[] | null;
  models?: readonly string[] | null;
  providers?: readonly string[] | null;
  userIds?: readonly string[] | null;
  endReasons?: readonly string[] | null;
  hasParent?: boolean | null;
  parentSessionId?: string | null;
  titleContains?: string | null;
  hasTitle?: boolean | null;
  status?: SessionStatus | null;
  startedAt?: TimeRange | null;
  lastActiveAt?: TimeRange | null;
  messageCount?: NumberRange | null;
  toolCallCount?: NumberRange | null;
  totalTokens?: NumberRange | null;
  costUsd?: NumberRange | null;
  archived?: boolean | null;
  pinned?: boolean | null;
}

export const SESSION_ORDER_FIELDS = [
  'STARTED_AT',
  'LAST_ACTIVE_AT',
  'ENDED_AT',
  'TITLE',
  'MESSAGE_COUNT',
  'TOOL_CALL_COUNT',
  'TOTAL_TOKENS',
  'COST',
  'DURATION',
] as const;
export type SessionOrderField = (typeof SESSION_ORDER_FIELDS)[number];

export interface SessionOrder {
  field: SessionOrderField;
  direction: 'ASC' | 'DESC';
}
