import type { Awaitable, SessionStore } from '../db/store.js';
import { sumCosts, type CostSummary } from '../domain/cost.js';
import type { SessionRow } from '../domain/session.js';
import { addCounts, sessionUsage, sumUsage, type Usage } from '../domain/usage.js';
import { batched, inSlices, type Loader } from './batch.js';
import { conversationPreviews } from './conversation-previews.js';

/** What the sessions of a conversation come to together. */
export interface ConversationSums {
  /** The last title that was given to one of them; null when none has one. */
  title: string | null;
  toolCallCount: number;
  usage: Usage;
  cost: CostSummary;
}

/** Loaders by the first session of a conversation. */
interface ConversationLoaders {
  /** By any session: the first one of its conversation. */
  conversationHead: Loader<string, string>;
  /** The ids of all its sessions, first to last; the same list each time, so it can be a key itself. */
  segmentIds: Loader<string, readonly string[]>;
  /** Null when none of its sessions is there any more. */
  conversationSums: Loader<string, ConversationSums | null>;
  /** The first preview that one of its sessions has. */
  conversationPreview: Loader<string, string | null>;
  /** The messages of all its sessions. */
  conversationMessageCount: Loader<string, number>;
}

/**
 * The loaders of conversations. Whatever is known of a conversation is worked
 * out once in a request, however many of its sessions ask for it.
 */
export function conversationLoaders(store: SessionStore): ConversationLoaders {
  const segmentIds = batched(
    (heads: readonly string[]): Awaitable<readonly (readonly string[])[]> =>
      store.segmentIds(heads),
  );
  return {
    conversationHead: batched((ids: readonly string[]) => store.conversationHeads(ids)),
    segmentIds,
    conversationSums: batched(async (heads: readonly string[]) =>
      gathered(
        await segmentIds.loadMany(heads),
        (ids) => store.sessionsByIds(ids),
        (rows) => sumsOf(rows.filter((row) => row !== null)),
      ),
    ),
    conversationPreview: batched((heads: readonly string[]) =>
      conversationPreviews(store, segmentIds, heads),
    ),
    conversationMessageCount: batched(async (heads: readonly string[]) =>
      gathered(await segmentIds.loadMany(heads), (ids) => store.messageCounts(ids), addCounts),
    ),
  };
}

/** Asks for the ids of all lists at once, and makes one value of the answers to each list. */
async function gathered<Part, Value>(
  lists: readonly (readonly string[])[],
  noun: (ids: readonly string[]) => Awaitable<readonly Part[]>,
  combine: (parts: Part[]) => Value,
): Promise<Value[]> {
  const parts = await inSlices(lists.flat(), noun);
  let from = 0;
  return lists.map(({ length }) => {
    from += length;
    return combine(parts.slice(from - length, from));
  });
}

function sumsOf(sessions: readonly SessionRow[]): ConversationSums | null {
  if (sessions.length === 0) return null;
  const titles = sessions.map(({ title }) => title);
  return {
    title: titles.findLast((title) => title !== null && title !== '') ?? null,
    toolCallCount: addCounts(sessions.map((session) => session.tool_call_count)),
    usage: sumUsage(sessions.map(sessionUsage)),
    cost: sumCosts(sessions),
  };
}
