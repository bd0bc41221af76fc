import type { StoredRow } from '../domain/export.js';
import type { Handoff, NewTopicBinding, TopicBinding, TopicMode } from '../domain/gateway.js';
import type { MessageKey, MessageRow } from '../domain/message.js';
import type { JsonValue } from '../domain/python-json.js';
import type {
  PrunedSessions,
  PruneSessions,
  Removal,
  RemovalAnswer,
  RemovalScope,
} from '../domain/removal.js';
import type { SessionRow } from '../domain/session.js';
import type { OptimizedStore, OptimizeStore, Upkeep, UpkeepReport } from '../domain/upkeep.js';
import type { AnchoredView, MessageWindow, ViewSize } from '../domain/window.js';
import type {
  AppendMessage,
  NewMessage,
  NewSession,
  SessionChanges,
  UsageRecord,
} from '../domain/writes.js';
import type { Awaitable } from './store.js';

/**
 * What changes sessions and messages. Each verb is one transaction.
 *
 * @throws ReadOnlyStoreError, StoreBusyError, StoreReplacedError, StoreFullError, StoreCorruptError,
 *   SearchIndexDamagedError, InvalidInputError, and where one session is named SessionNotFoundError. On newer files also
 *   SessionLockedError while Hermes holds the session, and for messages SessionClosedError once
 *   compression closed it.
 */
export interface StoreWrites {
  /** Makes a session; one that exists stays as it is and `created` is false. */
  createSession(session: NewSession): Promise<{ session: SessionRow; created: boolean }>;
  /** Ends a session; the first end wins and later ones change nothing. */
  endSession(
    sessionId: string,
    endReason: string | null,
  ): Promise<{ session: SessionRow; alreadyEnded: boolean }>;
  /** Takes an end back, with its reason. */
  reopenSession(sessionId: string): Promise<{ session: SessionRow }>;
  updateSession(changes: SessionChanges): Promise<{ session: SessionRow }>;
  /** Names a session; null takes the title away. Also throws TitleConflictError, InvalidTitleError. */
  setSessionTitle(sessionId: string, title: string | null): Promise<{ session: SessionRow }>;
  recordUsage(usage: UsageRecord): Promise<{ session: SessionRow }>;
  /** Puts sessions away or takes them back: null where there is none. For files that can mark them. */
  archiveSessions(
    sessionIds: readonly string[],
    archived: boolean,
  ): Promise<{ sessions: (SessionRow | null)[] }>;
  /** Pins a session or lets it go; for files that can mark it. */
  pinSession(sessionId: string, pinned: boolean): Promise<{ session: SessionRow }>;

  /** Appends a message; `duplicate` when its idempotency key was used before. */
  appendMessage(message: AppendMessage): Promise<{ message: MessageRow; duplicate: boolean }>;
  /** Appends messages, all or none, and answers for each. */
  appendMessages(
    messages: readonly AppendMessage[],
  ): Promise<{ message: MessageRow; duplicate: boolean }[]>;
  /** Puts messages in the place of the conversation; compacted and undone ones stay. */
  replaceMessages(
    sessionId: string,
    messages: readonly NewMessage[],
  ): Promise<{ session: SessionRow; removed: number; messageIds: number[] }>;
  /** Removes every message of a session. */
  clearMessages(sessionId: string): Promise<{ session: SessionRow; removed: number }>;

  /** Deletes a session or its conversation; other children stay and lose their parent. */
  deleteSession(sessionId: string, scope: RemovalScope): Promise<Removal>;
  /** Deletes many; ids that cannot be deleted are passed over and said so. */
  deleteSessions(
    sessionIds: readonly string[],
    scope: RemovalScope,
  ): Promise<Removal & { answers: RemovalAnswer[] }>;
  /** Removes old sessions. A dry run answers what a real one at the same moment removes. */
  pruneSessions(prune: PruneSessions): Promise<PrunedSessions>;
  /** Removes old sessions of the terminal interface without title and messages. */
  pruneEmptyGhosts(): Promise<{ sessionIds: string[] }>;
  /** Ends continuations that a failed compression left open. */
  finalizeOrphanedCompressions(): Promise<{ sessionIds: string[] }>;
  /** Stores a value of the file's key-value table. */
  setMeta(key: string, value: string | null): Promise<void>;
  /** Merges the full-text indexes, and rewrites the file when asked to. */
  optimizeStore(optimize: OptimizeStore): Promise<OptimizedStore>;
  /** The automatic upkeep. Never throws: what fails is in the report. */
  runUpkeep(upkeep: Upkeep): Promise<UpkeepReport>;
}

/** A transcript as models, people and other programs take it. */
export interface TranscriptReads {
  /** Messages with their neighbours; null where the session has no such message. */
  messagesAround(keys: readonly MessageKey[], window: number): Awaitable<(MessageWindow | null)[]>;
  /** The same of some roles only, with the session's start and end. */
  anchoredView(
    sessionId: string,
    messageId: number,
    view: ViewSize,
  ): Awaitable<AnchoredView | null>;
  /**
   * The messages of each session as Hermes sends them to a model again. It is stopped when its signal
   * says that nobody waits for it any more.
   *
   * @throws BadUserInputError when they are too many, SearchTimeoutError, OverloadedError
   */
  replays(
    sessionIds: readonly string[],
    includeAncestors: boolean,
    signal?: AbortSignal,
  ): Promise<JsonValue[][]>;
  /** The session to go on with: itself, or the first one below it that has messages. */
  resumableId(sessionId: string): Awaitable<string>;
  /** Sessions with all columns of the file. */
  exportedSessions(ids: readonly string[]): Awaitable<(StoredRow | null)[]>;
  /** Messages of a session in any state with all columns of the file, after an id. */
  exportedMessages(sessionId: string, afterId: number, limit: number): Awaitable<StoredRow[]>;
}

/** What the gateway to chat platforms keeps in the store. Throws as `StoreWrites`. */
export interface GatewayVerbs {
  /** Null when no session has this id. */
  handoff(sessionId: string): Awaitable<Handoff | null>;
  /** Sessions that wait to be handed over, oldest start first. */
  pendingHandoffs(): Awaitable<SessionRow[]>;
  /** False while an earlier request is open. */
  requestHandoff(sessionId: string, platform: string): Promise<boolean>;
  /** True for one of several that try. */
  claimHandoff(sessionId: string): Promise<boolean>;
  completeHandoff(sessionId: string): Promise<void>;
  failHandoff(sessionId: string, error: string): Promise<void>;

  isTopicModeEnabled(chatId: string, userId: string): Awaitable<boolean>;
  topicBinding(chatId: string, threadId: string): Awaitable<TopicBinding | null>;
  topicBindingOfSession(sessionId: string): Awaitable<TopicBinding | null>;
  /** The one that changed last first. */
  topicBindingsOfChat(chatId: string): Awaitable<TopicBinding[]>;
  /** The most recently active first. */
  unlinkedTelegramSessions(userId: string, limit: number): Awaitable<SessionRow[]>;
  enableTopicMode(mode: TopicMode): Promise<void>;
  disableTopicMode(chatId: string, options: { clearBindings: boolean }): Promise<void>;
  bindTopic(binding: NewTopicBinding): Promise<TopicBinding>;
}
