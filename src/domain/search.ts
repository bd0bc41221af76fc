import type { MessageKey } from './message.js';
import type { Page, PageRequest } from './paging.js';
import type { TimeRange } from './session.js';

/** Which messages a search covers. All that is given must hold; lists are "any of". */
export interface SearchFilter {
  sources?: readonly string[] | null;
  /** An empty list excludes nothing. */
  excludeSources?: readonly string[] | null;
  roles?: readonly string[] | null;
  excludeRoles?: readonly string[] | null;
  sessionIds?: readonly string[] | null;
  excludeSessionIds?: readonly string[] | null;
  models?: readonly string[] | null;
  toolNames?: readonly string[] | null;
  /** Of the message itself. */
  timestamp?: TimeRange | null;
}

/**
 * A filter in its plainest form, the same for all that admit the same: what is null, an exclusion of
 * nothing and a range without ends are undefined, and lists are in order, without repetitions.
 */
export function plainFilter(filter: SearchFilter | null | undefined): SearchFilter {
  const { timestamp, ...lists } = filter ?? {};
  const range = { from: timestamp?.from ?? undefined, until: timestamp?.until ?? undefined };
  return {
    sources: included(lists.sources),
    excludeSources: excluded(lists.excludeSources),
    roles: included(lists.roles),
    excludeRoles: excluded(lists.excludeRoles),
    sessionIds: included(lists.sessionIds),
    excludeSessionIds: excluded(lists.excludeSessionIds),
    models: included(lists.models),
    toolNames: included(lists.toolNames),
    timestamp: range.from === undefined && range.until === undefined ? undefined : range,
  };
}

function included(values: readonly string[] | null | undefined): readonly string[] | undefined {
  return values == null ? undefined : [...new Set(values)].sort();
}

function excluded(values: readonly string[] | null | undefined): readonly string[] | undefined {
  return values?.length === 0 ? undefined : included(values);
}

/**
 * RELEVANCE is best first among the newest RANKED_MATCHES matches; NEWEST and OLDEST follow message
 * ids, since clocks go backwards and ids do not.
 */
export const SEARCH_ORDERS = ['RELEVANCE', 'NEWEST', 'OLDEST'] as const;
export type SearchOrder = (typeof SEARCH_ORDERS)[number];

/**
 * How many matches RELEVANCE ranks: the newest ones. Ranking grows with the matches (seconds for
 * the commonest word of half a million messages); while all matches fit, the order is that of
 * ranking them all, and beyond it older matches follow unranked, newest first.
 */
export const RANKED_MATCHES = 5000;

/** A piece of a snippet: in their order the pieces are the snippet. */
export interface SearchFragment {
  text: string;
  matched: boolean;
}

export interface SearchHit {
  /** Which message it is; the rest of it is read when it is asked for. */
  message: MessageKey;
  /** The text around the first match, matches as `>>>match<<<`, `...` where it was cut. */
  snippet: string;
  fragments: SearchFragment[];
  /** The index's rank, smaller is better; null where the match was not found through one index. */
  rank: number | null;
}

/** The index of words, and that of three-character runs. */
export type SearchIndex = 'words' | 'trigrams';

/** Where a page of hits starts, and how long it is. */
export type SearchPageRequest = Pick<PageRequest, 'limit' | 'after'>;

/** Hits in their order; `hasPreviousPage` says whether the page continues another. */
export interface SearchPage extends Page<SearchHit> {
  /** Why an index was not used although the file has it; null when nothing is wrong. */
  problem: string | null;
  /** The indexes that were found damaged. */
  damaged: readonly SearchIndex[];
}

/** All matches of one session. */
export interface SessionMatch {
  session_id: string;
  /** How many of its messages match. */
  match_count: number;
  best_hit: SearchHit;
}

export interface SessionMatchPage extends Page<SessionMatch> {
  problem: string | null;
  damaged: readonly SearchIndex[];
}

/** A neighbour of a hit, or the hit itself; `content` is cut to 200 code points, and shows the tools called where nothing is said. */
export interface SearchContextEntry {
  messageId: number;
  role: string;
  content: string;
}
