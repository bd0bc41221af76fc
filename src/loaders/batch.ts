import { setImmediate as nextTurn } from 'node:timers/promises';
import DataLoader from 'dataloader';
import type { Awaitable } from '../db/store.js';

/** Loads one value for a key; the keys of one turn travel to the store together. */
export interface Loader<Key, Value> {
  load(key: Key): Promise<Value>;
  loadMany(keys: readonly Key[]): Promise<Value[]>;
}

/**
 * A loader around one noun of the store, which answers one value for each key, in order. Each batch
 * waits for the next turn of the event loop: stores may answer at once, and a request of many levels
 * would else let nothing come between, neither other requests nor its own deadline.
 */
export function batched<Key, Value>(
  noun: (keys: readonly Key[]) => Awaitable<readonly Value[]>,
): Loader<Key, Value> {
  const loader = new DataLoader<Key, Value>(
    async (keys) => {
      const values = await noun(keys);
      if (values.length !== keys.length) {
        throw new Error(`The store answered ${values.length} values for ${keys.length} keys.`);
      }
      return values;
    },
    { batchScheduleFn: (run) => void setImmediate(run) },
  );
  return {
    load: (key) => loader.load(key),
    loadMany: (keys) => Promise.all(keys.map((key) => loader.load(key))),
  };
}

/**
 * A loader for each set of arguments: the same field asked twice with other arguments never shares
 * an answer, and all keys with the same arguments travel together.
 */
export function batchedBy<Arguments, Key, Value>(
  noun: (keys: readonly Key[], args: Arguments) => Awaitable<readonly Value[]>,
): (args: Arguments) => Loader<Key, Value> {
  const loaders = new Map<string, Loader<Key, Value>>();
  return (args) => {
    const name = JSON.stringify(args);
    const known = loaders.get(name);
    if (known !== undefined) return known;
    const loader = batched<Key, Value>((keys) => noun(keys, args));
    loaders.set(name, loader);
    return loader;
  };
}

/** So many keys are asked for at once where there is no telling how many there are. */
const SLICE = 2_000;

/** Asks a noun for many keys, some at a time; between them other work gets its turn. */
export async function inSlices<Key, Value>(
  keys: readonly Key[],
  noun: (keys: readonly Key[]) => Awaitable<readonly Value[]>,
): Promise<Value[]> {
  const values: Value[] = [];
  for (let from = 0; from < keys.length; from += SLICE) {
    if (from > 0) await nextTurn();
    values.push(...(await noun(keys.slice(from, from + SLICE))));
  }
  return values;
}
