import type { SessionStore } from '../db/store.js';
import type { Clock } from '../domain/time.js';
import { createLoaders, type Loaders } from '../loaders/index.js';

/** What the resolvers of one request see. Nothing in it outlives the request but the store. */
export interface Context {
  readonly store: SessionStore;
  readonly clock: Clock;
  /** Replaced by a fresh set after each mutation, so that no field shows what was before it. */
  loaders: Loaders;
}

/** The context of a new request. */
export function createContext(store: SessionStore, clock: Clock): Context {
  return { store, clock, loaders: createLoaders(store) };
}
