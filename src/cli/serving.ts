import { homedir } from 'node:os';
import type { SessionStore, StoreStatus } from '../db/store.js';
import { HermesError, OverloadedError } from '../domain/errors.js';
import { systemClock } from '../domain/time.js';
import { createContext, schema } from '../schema/index.js';
import { isLoopback } from '../server/hosts.js';
import {
  InvalidOptionError,
  startServer,
  type RunningServer,
  type ServerOptions,
} from '../server/index.js';
import { findToken, loadOrCreateToken, newToken, SHORTEST_TOKEN } from './access-token.js';
import type { ListenOptions } from './listening.js';
import { writeLog } from './log.js';

/** A store that is served. */
export interface Served {
  server: RunningServer;
  store: SessionStore;
  /** What it was when it was opened. */
  status: StoreStatus;
}

/** A server that listens already, and asks those who come to try again. */
interface Waiting {
  server: RunningServer;
  /**
   * From now on requests are answered from this store. The token, where one had to be made, is kept
   * now. Throws what the store's `status` throws, or AccessTokenError; then nothing is kept.
   */
  admit(store: SessionStore): Promise<StoreStatus>;
}

const NOT_READY = 'The store is still being made ready; try again in a moment.';
/** What ends a command that serves. */
export const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Opens a store and serves it. The options are checked and the port is taken before the store is
 * opened, so that a start which is refused leaves no store behind, nor a token.
 *
 * @throws ServerStartError, AccessTokenError, or what `open` throws
 */
export async function serve(
  options: ListenOptions,
  open: () => SessionStore | Promise<SessionStore>,
): Promise<Served> {
  const waiting = await listenFirst(options);
  let store: SessionStore | null = null;
  try {
    store = await open();
    return { server: waiting.server, store, status: await waiting.admit(store) };
  } catch (error) {
    await waiting.server.close();
    await store?.close();
    throw error;
  }
}

/**
 * Takes the port before there is a store: until it is admitted, queries and `/ready` are answered
 * with 503.
 *
 * @throws ServerStartError, AccessTokenError
 */
export async function listenFirst(options: ListenOptions): Promise<Waiting> {
  let opened: SessionStore | null = null;
  const token = options.auth ? tokenFor(options) : null;
  const server = await startServer({
    schema,
    createContext: (signal) => {
      if (opened === null) throw new OverloadedError(1, NOT_READY);
      return createContext(opened, systemClock, signal);
    },
    // Where no token is kept yet, nobody can have one before the store is open either.
    auth: options.auth ? { token: token ?? newToken() } : null,
    host: options.host,
    port: options.port,
    allowOrigins: options.allowOrigin ?? [],
    allowHosts: options.allowHost ?? [],
    ready: () => readinessOf(opened),
    log: writeLog,
  });
  return {
    server,
    async admit(store) {
      const status = await store.status();
      if (options.auth && token === null) server.changeToken(loadOrCreateToken(surroundings()));
      opened = store;
      return status;
    },
  };
}

async function readinessOf(store: SessionStore | null): ReturnType<ServerOptions<object>['ready']> {
  if (store === null) return { ready: false, reason: NOT_READY };
  try {
    const { problem } = await store.status();
    return problem === null ? { ready: true } : { ready: false, reason: problem };
  } catch (error) {
    if (!(error instanceof HermesError)) throw error;
    return { ready: false, reason: error.message };
  }
}

/** Ends the server and gives the store up on SIGTERM or SIGINT; a second one ends at once. */
export function endOnSignal({ server, store }: Served): void {
  const end = () => {
    for (const signal of SIGNALS) process.off(signal, end);
    void server.close().then(() => store.close());
  };
  for (const signal of SIGNALS) process.on(signal, end);
}

/**
 * The token of the command line, of the environment, or the one that is kept; null where none is yet.
 *
 * @throws InvalidOptionError for one that other machines could guess
 */
function tokenFor({ token, host }: ListenOptions): string | null {
  const variable = process.env['HERMES_GRAPHQL_TOKEN'] ?? '';
  const given = token ?? (variable === '' ? undefined : variable);
  if (given === undefined) return findToken(surroundings());
  if (!isLoopback(host) && given.length < SHORTEST_TOKEN) {
    throw new InvalidOptionError(
      `A token of ${given.length} characters can be guessed over the network. Give one of ${SHORTEST_TOKEN} or more, or none to have one made.`,
    );
  }
  return given;
}

function surroundings(): Parameters<typeof findToken>[0] {
  return { env: process.env, homedir: homedir() };
}
