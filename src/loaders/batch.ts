import DataLoader from 'dataloader';
import type { Awaitable } from '../db/store.js';

/** Loads one value for a key; the keys of one tick travel to the store together. */
export interface Loader<Key, Value> {
  load(key: Key): Promise<Value>;
  loadMany(keys: readonly Key[]): Promise<Value[]>;
}

/** A loader around one noun of the store, which answers one value for each key, in order. */
export function batched<Key, Value>(
  noun: (keys: readonly Key[]) => Awaitable<readonly Value[]>,
): Loader<Key, Value> {
  const loader = new DataLoader<Key, Value>(async (keys) => {
    const values = await noun(keys);
    if (values.length !== keys.length) {
      throw new Error(`The store answered ${values.length} values for ${keys.length} keys.`);
    }
    return values;
  });
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
