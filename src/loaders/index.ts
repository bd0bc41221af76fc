import type { SessionStore } from '../db/store.js';
import type { MessageFilter, ToolCallKey } from '../domain/message.js';
import type { PageRequest } from '../domain/paging.js';
import type { LineageKind } from '../domain/session.js';
import { batched, batchedBy } from './batch.js';

/** The loaders of one request. A set is never shared between requests or kept over a write. */
export type Loaders = ReturnType<typeof createLoaders>;

/** The ids of the sessions whose messages make one transcript. */
type Transcript = readonly string[];

export function createLoaders(store: SessionStore) {
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
    ancestorIds: batched((ids: readonly string[]) => store.ancestorIds(ids)),
    continuationIds: batched((ids: readonly string[]) => store.continuationIds(ids)),
    descendantIds: batchedBy((ids: readonly string[], args: { limit: number }) =>
      store.descendantIds(ids, args.limit),
    ),
    children: batchedBy(
      (ids: readonly string[], args: { kind: LineageKind | null; limit: number }) =>
        store.children(ids, args.kind, args.limit),
    ),
    message: batched((ids: readonly number[]) => store.messagesByIds(ids)),
    conversationHead: batched((ids: readonly string[]) => store.conversationHeads(ids)),
    searchContext: batched((ids: readonly number[]) => store.searchContexts(ids)),
    messageNeighbours: batched((ids: readonly number[]) => store.messageNeighbours(ids)),
    toolUsage: batched((ids: readonly string[]) => store.toolUsage(ids)),
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
