import type { SessionStore } from '../db/store.js';
import type { MessageFilter, MessageKey, ToolCallKey } from '../domain/message.js';
import type { PageRequest } from '../domain/paging.js';
import type { LineageKind } from '../domain/session.js';
import { batched, batchedBy } from './batch.js';
import { conversationLoaders } from './conversations.js';
import { statsLoaders } from './stats.js';

/** The loaders of one request. A set is never shared between requests or kept over a write. */
export type Loaders = ReturnType<typeof createLoaders>;

/** The ids of the sessions whose messages make one transcript. */
type Transcript = readonly string[];

/** Makes a set. The signal ends what takes long, for nobody waits for it any more. */
export function createLoaders(store: SessionStore, signal?: AbortSignal) {
  return {
    session: batched((ids: readonly string[]) => store.sessionsByIds(ids)),
    lastActive: batched((ids: readonly string[]) => store.lastActive(ids)),
    duration: batched((ids: readonly string[]) => store.durations(ids)),
    messageCount: batched((ids: readonly string[]) => store.messageCounts(ids)),
    preview: batched((ids: readonly string[]) => store.previews(ids)),
    systemPrompt: batched((ids: readonly string[]) => store.systemPrompts(ids)),
    modelConfig: batched((ids: readonly string[]) => store.modelConfigs(ids)),
    childCount: batched((ids: readonly string[]) => store.childCounts(ids)),
    lineageKind: batched((ids: readonly string[]) => store.lineageKinds(ids)),
    ancestorIds: batchedBy((ids: readonly string[], args: { limit: number }) =>
      store.ancestorIds(ids, args.limit),
    ),
    origin: batched((ids: readonly string[]) => store.origins(ids)),
    originWithin: batchedBy((ids: readonly string[], args: { limit: number }) =>
      store.origins(ids, args.limit),
    ),
    tipId: batched((ids: readonly string[]) => store.tipIds(ids)),
    descendantIds: batchedBy((ids: readonly string[], args: { limit: number }) =>
      store.descendantIds(ids, args.limit),
    ),
    children: batchedBy(
      (ids: readonly string[], args: { kind: LineageKind | null; limit: number }) =>
        store.children(ids, args.kind, args.limit),
    ),
    message: batched((ids: readonly number[]) => store.messagesByIds(ids)),
    ...conversationLoaders(store),
    contentText: batchedBy((ids: readonly number[], args: { maxLength: number | null }) =>
      store.contentTexts(ids, args.maxLength),
    ),
    contentLength: batched((ids: readonly number[]) => store.contentLengths(ids)),
    contentParts: batched((ids: readonly number[]) => store.contentPartLists(ids)),
    messagesAround: batchedBy((keys: readonly MessageKey[], args: { window: number }) =>
      store.messagesAround(keys, args.window),
    ),
    replay: batchedBy((ids: readonly string[], args: { includeAncestors: boolean }) =>
      store.replays(ids, args.includeAncestors, signal),
    ),
    searchContext: batched((ids: readonly number[]) => store.searchContexts(ids, signal)),
    messageNeighbours: batched((ids: readonly number[]) => store.messageNeighbours(ids)),
    stats: statsLoaders(store, signal),
    toolUsage: batched((ids: readonly string[]) => store.toolUsage(ids, signal)),
    toolResults: batched((keys: readonly ToolCallKey[]) => store.toolResults(keys)),
    /** By the sessions of a transcript: one, or all of a conversation. */
    messagePage: batchedBy(
      (transcripts: readonly Transcript[], args: { filter: MessageFilter; page: PageRequest }) =>
        store.messagePages(transcripts, args.filter, args.page),
    ),
    messageTotal: batchedBy((transcripts: readonly Transcript[], args: { filter: MessageFilter }) =>
      store.messageTotals(transcripts, args.filter),
    ),
  };
}
