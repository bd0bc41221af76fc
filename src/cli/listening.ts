import { InvalidArgumentError, Option, type Command } from 'commander';
import { homedir } from 'node:os';
import { HermesError, OverloadedError } from '../domain/errors.js';
import type { SessionStore, StoreStatus } from '../db/store.js';
import { systemClock } from '../domain/time.js';
import { createContext, schema } from '../schema/index.js';
import { isLoopback } from '../server/hosts.js';
import {
  InvalidOptionError,
  startServer,
  type RunningServer,
  type ServerOptions,
} from '../server/index.js';
import { loadOrCreateToken, SHORTEST_TOKEN } from './access-token.js';
import { writeLog } from './log.js';

/** Where and for whom a server listens; shared by every command that serves. */
export interface ListenOptions {
  host: string;
  port: number;
  token?: string;
  /** False with `--no-auth`. */
  auth: boolean;
  allowOrigin?: string[];
  allowHost?: string[];
}

/** A store that is served. */
export interface Served {
  server: RunningServer;
  store: SessionStore;
  /** What it was when it was opened. */
  status: StoreStatus;
}

const NOT_READY = 'The store is still being made ready; try again in a moment.';
/** What ends a command that serves. */
export const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** The options of every command that serves. */
export function listenOptions(command: Command): Command {
  const collect = (value: string, before: string[] = []) => [...before, value];
  return command
    .option('--host <address>', 'address to bind', '127.0.0.1')
    .addOption(
      new Option('--port <number>', 'port to bind; 0 picks a free one')
        .default(4000)
        .argParser(parsePort),
    )
    .option(
      '--token <token>',
      'the token to ask for; one is made and kept by default. HERMES_GRAPHQL_TOKEN sets it too, and is not seen in the list of processes',
    )
    .addOption(new Option('--no-auth', 'ask for no token; on loopback only').conflicts('token'))
    .option('--allow-origin <origin>', 'another site that may ask; repeatable', collect)
    .option('--allow-host <name>', 'another name this server answers to; repeatable', collect);
}

/**
 * Opens a store and serves it. The options are checked and the port is taken before the store is
 * opened, so that a start which is refused leaves no store behind.
 *
 * @throws ServerStartError, AccessTokenError, or what `open` throws
 */
export async function serve(
  options: ListenOptions,
  open: () => SessionStore | Promise<SessionStore>,
): Promise<Served> {
  let opened: SessionStore | null = null;
  const server = await startServer({
    schema,
    createContext: (signal) => {
      if (opened === null) throw new OverloadedError(1, NOT_READY);
      return createContext(opened, systemClock, signal);
    },
    auth: options.auth ? { token: tokenFor(options) } : null,
    host: options.host,
    port: options.port,
    allowOrigins: options.allowOrigin ?? [],
    allowHosts: options.allowHost ?? [],
    ready: () => readinessOf(opened),
    log: writeLog,
  });
  try {
    const store = await open();
    opened = store;
    return { server, store, status: await store.status() };
  } catch (error) {
    await server.close();
    await opened?.close();
    throw error;
  }
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

/** What to say of a server that other machines reach; null where none does. */
export function describeReach(
  { host, allowHost = [] }: ListenOptions,
  port: number,
): string | null {
  if (isLoopback(host)) return null;
  const names = allowHost.map((name) => `http://${name.includes(':') ? name : `${name}:${port}`}`);
  return names.length > 0
    ? `The network reaches it too, at ${names.join(', ')}.`
    : `The network reaches it too, on port ${port}; for it to answer to another name or address of this machine, add --allow-host NAME.`;
}

/**
 * The token of the command line, of the environment, or the one that is kept.
 *
 * @throws InvalidOptionError for one that other machines could guess
 */
function tokenFor({ token, host }: ListenOptions): string {
  const variable = process.env['HERMES_GRAPHQL_TOKEN'] ?? '';
  const given = token ?? (variable === '' ? undefined : variable);
  if (given === undefined) return loadOrCreateToken({ env: process.env, homedir: homedir() });
  if (!isLoopback(host) && given.length < SHORTEST_TOKEN) {
    throw new InvalidOptionError(
      `A token of ${given.length} characters can be guessed over the network. Give one of ${SHORTEST_TOKEN} or more, or none to have one made.`,
    );
  }
  return given;
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('A port is a number from 0 to 65535.');
}
