import { InvalidArgumentError, Option, type Command } from 'commander';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isLegacyStore, openSqliteStore, type AccessMode } from '../db/sqlite/index.js';
import type { SessionStore } from '../db/store.js';
import { systemClock } from '../domain/time.js';
import { createContext, schema } from '../schema/index.js';
import { startServer, type RunningServer } from '../server/index.js';
import { loadOrCreateToken } from './access-token.js';
import { writeLog } from './log.js';
import { migrateAndTell } from './migrate.js';
import { storePath } from './store-path.js';

/** Where and for whom a server listens; shared by every command that serves. */
export interface ListenOptions {
  host: string;
  port: number;
  token?: string;
  /** False with `--no-auth`. */
  auth: boolean;
  allowOrigin: string[];
  allowHost: string[];
}

interface ServeOptions extends ListenOptions {
  db?: string;
  readOnly?: boolean;
  write?: boolean;
  migrate?: boolean;
}

/** `hermes-graphql serve`: the store over GraphQL. */
export function registerServe(program: Command): void {
  listenOptions(program.command('serve'))
    .description('Serve the store over GraphQL.')
    .option('--db <file>', 'the store; $HERMES_HOME/state.db or ~/.hermes/state.db by default')
    .addOption(new Option('--read-only', 'refuse all mutations').conflicts('write'))
    .option('--write', 'also write to files of a newer Hermes, schema 12 to 31')
    .addOption(
      new Option(
        '--migrate',
        'first bring a store of schema 1 to 10 to schema 11, after a backup',
      ).conflicts('readOnly'),
    )
    .action(async (options: ServeOptions) => {
      const path = storePath(options.db, process.env);
      const isNew = !existsSync(path);
      if (options.migrate === true && isLegacyStore(path)) {
        process.stderr.write(await migrateAndTell(path));
      }
      const store = openSqliteStore({
        path,
        mode: accessMode(options),
      });
      const server = await serve(store, options);
      endOnSignal(server, store);
      await announce(server, store, isNew);
    });
}

/** The options of every command that serves. */
export function listenOptions(command: Command): Command {
  const collect = (value: string, before: string[]) => [...before, value];
  return command
    .option('--host <address>', 'address to bind', '127.0.0.1')
    .addOption(
      new Option('--port <number>', 'port to bind; 0 picks a free one')
        .default(4000)
        .argParser(parsePort),
    )
    .option('--token <token>', 'the token to ask for; one is made and kept by default')
    .addOption(new Option('--no-auth', 'ask for no token; on loopback only').conflicts('token'))
    .option('--allow-origin <origin>', 'another site that may ask; repeatable', collect, [])
    .option('--allow-host <name>', 'another name this server answers to; repeatable', collect, []);
}

/** Serves a store; the store is closed when the server cannot start. */
export async function serve(store: SessionStore, options: ListenOptions): Promise<RunningServer> {
  try {
    return await startServer({
      schema,
      createContext: () => createContext(store, systemClock),
      auth: options.auth
        ? { token: options.token ?? loadOrCreateToken({ env: process.env, homedir: homedir() }) }
        : null,
      host: options.host,
      port: options.port,
      allowOrigins: options.allowOrigin,
      allowHosts: options.allowHost,
      ready: async () => {
        const { problem } = await store.status();
        return problem === null ? { ready: true } : { ready: false, reason: problem };
      },
      log: writeLog,
    });
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Ends the server and gives the store up on SIGTERM or SIGINT; a second one ends at once. */
export function endOnSignal(server: RunningServer, store: SessionStore): void {
  const end = () => {
    for (const signal of SIGNALS) process.off(signal, end);
    void server.close().then(() => store.close());
  };
  for (const signal of SIGNALS) process.on(signal, end);
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Says where the server is; the first line holds the link. */
async function announce(server: RunningServer, store: SessionStore, isNew: boolean): Promise<void> {
  const status = await store.status();
  const lines = [
    `Serving ${status.path} at ${server.link}`,
    isNew ? `There was no store at ${status.path}; a new one was made.` : null,
    status.readOnlyReason === null ? null : `Read-only: ${status.readOnlyReason}`,
    status.sessionCount > 0
      ? null
      : 'The store is empty. To look around in one that is not, run `npm run demo`.',
  ];
  process.stdout.write(`${lines.filter((line) => line !== null).join('\n')}\n`);
}

function accessMode(options: ServeOptions): AccessMode {
  if (options.readOnly === true) return 'read-only';
  return options.write === true ? 'write' : 'default';
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('A port is a number from 0 to 65535.');
}
