import { GraphQLError } from 'graphql';
import type { SessionStore } from '../db/store.js';
import type { Clock } from '../domain/time.js';
import { createLoaders, type Loaders } from '../loaders/index.js';

/** What the resolvers of one request see. Nothing in it outlives the request but the store. */
export interface Context {
  readonly store: SessionStore;
  readonly clock: Clock;
  /** Replaced by a fresh set after each mutation, so that no field shows what was before it. */
  loaders: Loaders;
  /** How many sessions the request has got in lists of relatives so far. */
  relatives: number;
  /** Whether it changes the store: then it runs to its end. */
  isMutation: boolean;
  /** Why lists of relatives are not read any more; null as long as they are. */
  readonly refusal: { reason: GraphQLError | null };
  /** Which of its mutations were carried out so far, by their names in the answer. */
  readonly carriedOut: string[];
  /** Aborted with an error to end a query: from then on the store answers nothing. */
  readonly ending: AbortController;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** The context of a new request. `left` is aborted when its client leaves. */
export function createContext(store: SessionStore, clock: Clock, left?: AbortSignal): Context {
  const ending = new AbortController();
  const signal = left === undefined ? ending.signal : AbortSignal.any([left, ending.signal]);
  const wanted = untilAborted(store, ending.signal);
  return {
    store: wanted,
    clock,
    loaders: createLoaders(wanted, signal),
    relatives: 0,
    isMutation: false,
    refusal: { reason: null },
    carriedOut: [],
    ending,
    signal,
  };
}

/**
 * Thrown by what still runs once a request has ended; the request itself is answered with the error
 * that ended it. It has a place already, so that executors do not make a new error of it for each of
 * thousands of fields.
 */
export const ENDED = new GraphQLError('The request has ended.', {
  path: [],
  extensions: { code: 'REQUEST_ENDED' },
});

/** The same store; getting at any of its verbs and nouns throws once the signal is aborted. */
function untilAborted(store: SessionStore, signal: AbortSignal): SessionStore {
  return new Proxy(store, {
    get(target, name): unknown {
      if (signal.aborted) throw ENDED;
      return Reflect.get(target, name);
    },
  });
}
