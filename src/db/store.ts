import type { ContentPart } from '../domain/content-parts.js';
import type { ConversationRow } from '../domain/conversation.js';
import type { Origin } from '../domain/lineage.js';
import type {
  MessageFilter,
  MessageNeighbours,
  MessageRow,
  ToolCallKey,
} from '../domain/message.js';
import type { Page, PageRequest } from '../domain/paging.js';
import type { SearchTree } from '../domain/search-query/tree.js';
import type {
  SearchContextEntry,
  SearchFilter,
  SearchHit,
  SearchOrder,
  SearchPageRequest,
  SessionMatch,
} from '../domain/search.js';
import type { LineageKind, SessionFilter, SessionOrder, SessionRow } from '../domain/session.js';
import type { StatsReads } from './store-stats.js';
import type { GatewayVerbs, StoreWrites, TranscriptReads } from './store-writes.js';

/** An engine in the same process may answer at once; callers await. */
export type Awaitable<Value> = Value | Promise<Value>;

/**
 * What an engine offers: the seam between how history is stored and all that is built on it.
 *
 * Reads are nouns and take many keys at once; the answer has one value for each key, in the same
 * order. Writes are verbs, each atomic. Only the errors of `domain/errors` cross this line, and
 * nothing on this side of it knows which engine runs.
 */
export interface SessionStore
  extends
    SessionReads,
    ConversationReads,
    LineageReads,
    MessageReads,
    SearchReads,
    StatsReads,
    TranscriptReads,
    StoreWrites,
    GatewayVerbs {
  /** What the store is and whether it may be written, as it is now. */
  status(): Awaitable<StoreStatus>;
  /** A value of the file's key-value table, null when there is none. */
  meta(key: string): Awaitable<string | null>;
  /** Gives the file up. Statements under way end first; the store answers nothing afterwards. */
  close(): Promise<void>;
}

export interface SessionReads {
  sessionsByIds(ids: readonly string[]): Awaitable<(SessionRow | null)[]>;
  /** Sessions whose id starts with a prefix: an exact hit first, then the newest start. */
  sessionsByPrefix(prefix: string, limit: number): Awaitable<SessionRow[]>;
  sessionPage(
    filter: SessionFilter,
    order: SessionOrder,
    page: PageRequest,
  ): Awaitable<Page<SessionRow>>;
  sessionTotal(filter: SessionFilter): Awaitable<number>;
  /** Epoch seconds of the newest message, else of the end, else of the start. */
  lastActive(ids: readonly string[]): Awaitable<(number | null)[]>;
  /** Seconds from start to end; of a session that nobody ended, to its newest message. */
  durations(ids: readonly string[]): Awaitable<(number | null)[]>;
  messageCounts(ids: readonly string[]): Awaitable<number[]>;
  previews(ids: readonly string[]): Awaitable<(string | null)[]>;
  systemPrompts(ids: readonly string[]): Awaitable<(string | null)[]>;
  /** The stored text, which may be no JSON. */
  modelConfigs(ids: readonly string[]): Awaitable<(string | null)[]>;
  /** Among sessions titled exactly so or `title #N`, the one started last. */
  sessionByTitle(title: string): Awaitable<SessionRow | null>;
  /** The next free title of a lineage: the base itself, else one above the highest number. */
  nextTitle(title: string): Awaitable<string>;
}

export interface ConversationReads {
  conversationPage(
    filter: SessionFilter,
    order: SessionOrder,
    page: PageRequest,
  ): Awaitable<Page<ConversationRow>>;
  conversationTotal(filter: SessionFilter): Awaitable<number>;
  /** The first session of the conversation that each session belongs to. */
  conversationHeads(ids: readonly string[]): Awaitable<string[]>;
  /** The sessions of each conversation, named by its first one: that first, its tip last. */
  segmentIds(headIds: readonly string[]): Awaitable<string[][]>;
}

export interface LineageReads {
  /** Children of each session, oldest first; of one kind, or of any when `kind` is null. */
  children(
    ids: readonly string[],
    kind: LineageKind | null,
    limit: number,
  ): Awaitable<SessionRow[][]>;
  childCounts(ids: readonly string[]): Awaitable<number[]>;
  lineageKinds(ids: readonly string[]): Awaitable<(LineageKind | null)[]>;
  /** Nearest first, without the session itself; at most `limit`, all when it is not given. */
  ancestorIds(ids: readonly string[], limit?: number): Awaitable<string[][]>;
  /** Where the parents of each session lead to; above `limit` ancestors, only that they are more. */
  origins(ids: readonly string[], limit?: number): Awaitable<Origin[]>;
  /** Breadth first, at most `limit`, without the session itself. */
  descendantIds(ids: readonly string[], limit: number): Awaitable<string[][]>;
  /** The last of each session's continuations; the session itself when there is none. */
  tipIds(ids: readonly string[]): Awaitable<string[]>;
}

export interface MessageReads {
  /** Rows of large messages, here and in pages, leave their content unread. */
  messagesByIds(ids: readonly number[]): Awaitable<(MessageRow | null)[]>;
  /**
   * What messages say, of any size: all of it, or its first code points. Null where there is no
   * content, and where no text could hold it.
   */
  contentTexts(ids: readonly number[], maxLength: number | null): Promise<(string | null)[]>;
  /** The code points of what messages say; of content that no text could hold its bytes. */
  contentLengths(ids: readonly number[]): Promise<number[]>;
  contentPartLists(ids: readonly number[]): Promise<ContentPart[][]>;
  /** The same page of each transcript: the messages of one or more sessions, by message id. */
  messagePages(
    transcripts: readonly (readonly string[])[],
    filter: MessageFilter,
    page: PageRequest,
  ): Awaitable<Page<MessageRow>[]>;
  messageNeighbours(ids: readonly number[]): Awaitable<MessageNeighbours[]>;
  /** The results of each message's tool calls, in the order of the calls. */
  toolResults(keys: readonly ToolCallKey[]): Awaitable<MessageRow[][]>;
  messageTotals(
    transcripts: readonly (readonly string[])[],
    filter: MessageFilter,
  ): Awaitable<number[]>;
}

/**
 * Searching messages. The tree is what `parseSearchQuery` makes of the user's text. A search is
 * stopped when its signal says that nobody waits for it any more.
 *
 * @throws SearchTimeoutError, OverloadedError, StoreReplacedError
 */
export interface SearchReads {
  search(
    tree: SearchTree,
    filter: SearchFilter,
    order: SearchOrder,
    page: SearchPageRequest,
    signal?: AbortSignal,
  ): Promise<Page<SearchHit>>;
  searchTotal(tree: SearchTree, filter: SearchFilter, signal?: AbortSignal): Promise<number>;
  /** The matches grouped by session, the session with the best hit first. */
  searchSessions(
    tree: SearchTree,
    filter: SearchFilter,
    page: SearchPageRequest,
    signal?: AbortSignal,
  ): Promise<Page<SessionMatch>>;
  searchSessionsTotal(
    tree: SearchTree,
    filter: SearchFilter,
    signal?: AbortSignal,
  ): Promise<number>;
  /** The message before each message, itself, and the one after it, cut for a list of hits. */
  searchContexts(
    messageIds: readonly number[],
    signal?: AbortSignal,
  ): Promise<SearchContextEntry[][]>;
}

/** What `store` shows of the file. */
export interface StoreStatus {
  path: string;
  schemaVersion: number | null;
  /** The engine's own version. */
  sqliteVersion: string;
  /** Which rules the file follows, in a few words. */
  layout: string;
  journalMode: string;
  writable: boolean;
  /** Why mutations are refused; null when they are not. */
  readOnlyReason: string | null;
  /** Why answers are not to be trusted: the file was replaced, or is damaged. Null when all is well. */
  problem: string | null;
  fileBytes: number;
  walBytes: number;
  sessionCount: number;
  messageCount: number;
  search: SearchStatus;
}

export interface SearchStatus {
  /** Whether words are found through an index. */
  words: boolean;
  /** Whether runs of three characters are found through an index. */
  trigrams: boolean;
  /** Rows that no index holds yet; they are scanned. */
  pendingRows: number;
  /** What is wrong with the indexes; null when nothing is. */
  problem: string | null;
}
