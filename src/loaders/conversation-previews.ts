import type { SessionStore } from '../db/store.js';
import type { Loader } from './batch.js';

/**
 * The first preview that the sessions of each conversation have, in their order; null where none has
 * one. Nearly always the first session has: the others are asked only where it has not.
 */
export async function conversationPreviews(
  store: Pick<SessionStore, 'previews'>,
  segmentIds: Loader<string, readonly string[]>,
  heads: readonly string[],
): Promise<(string | null)[]> {
  const known = new Map<string, string | null>();
  const read = async (ids: readonly string[]) => {
    const previews = await store.previews(ids);
    ids.forEach((id, index) => known.set(id, previews[index] ?? null));
  };
  const first = (ids: readonly string[]) =>
    ids.map((id) => known.get(id) ?? null).find((preview) => preview !== null) ?? null;

  await read(heads);
  const others = heads.filter((head) => first([head]) === null);
  if (others.length === 0) return heads.map((head) => first([head]));
  const segments = await segmentIds.loadMany(others);
  const later = segments.flatMap((ids) => ids.slice(1));
  if (later.length > 0) await read(later);
  const lists = new Map(others.map((head, index) => [head, segments[index] ?? []]));
  return heads.map((head) => first(lists.get(head) ?? [head]));
}
