import { Option, type Command } from 'commander';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { findStore } from '../db/sqlite/file.js';
import { isLegacyStore, openSqliteStore, type AccessMode } from '../db/sqlite/index.js';
import type { StoreStatus } from '../db/store.js';
import { StoreUnusableError, type StoreCorruptError } from '../domain/errors.js';
import { runnable } from './advice.js';
import { describeReach, listenOptions, type ListenOptions } from './listening.js';
import { writeLog } from './log.js';
import { migrateAndTell } from './migrate.js';
import { endOnSignal, serve, type Served } from './serving.js';
import { storePath } from './store-path.js';

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
    .addOption(
      new Option(
        '--read-only',
        'refuse all mutations and make no store; SQLite may still put an empty -wal and -shm beside it',
      ).conflicts('write'),
    )
    .option('--write', 'also write to files of a newer Hermes, schema 12 to 31')
    .addOption(
      new Option(
        '--migrate',
        'first bring a store of schema 1 to 10 to schema 11, after a backup',
      ).conflicts('readOnly'),
    )
    .action(async (options: ServeOptions) => {
      const path = storePath(options.db, process.env);
      // Also refuses what can be seen to be no store, before anything is made or asked for.
      const isNew = findStore(path) === null;
      if (isNew && options.db !== undefined) assertFolder(path);
      let isMigrated = false;
      const served = await serve(options, async () => {
        if (options.migrate === true && isLegacyStore(path)) {
          process.stderr.write(await migrateAndTell(path, options.db));
          isMigrated = true;
        }
        return openSqliteStore({ path, mode: accessMode(options), onDamage: logDamage });
      });
      endOnSignal(served);
      announce(served, options, { isNew, isMigrated });
    });
}

/** Only the default store may have its folder made: another one may be on a disk that is missing. */
function assertFolder(path: string): void {
  const folder = dirname(path);
  if (existsSync(folder)) return;
  throw new StoreUnusableError(
    `No store at ${path}, and none is made there, because the folder ${folder} is missing. Make the folder, or name another store with --db.`,
  );
}

/** Says where the server is; the first line holds the link. */
function announce(
  { server, status }: Served,
  options: ServeOptions,
  { isNew, isMigrated }: { isNew: boolean; isMigrated: boolean },
): void {
  const lines = [
    `Serving ${status.path} at ${server.link}`,
    describeReach(options, server.port),
    isNew ? `There was no store at ${status.path}; a new one was made.` : null,
    options.migrate !== true || isNew || isMigrated ? null : nothingToMigrate(status),
    status.readOnlyReason === null ? null : `Read-only: ${status.readOnlyReason}`,
    status.sessionCount > 0
      ? null
      : 'The store is empty. To look around in one that is not, run `hermes-graphql demo`.',
  ];
  const text = lines.filter((line) => line !== null).join('\n');
  process.stdout.write(`${runnable(text, { db: options.db })}\n`);
}

/** A client is told of damage where it meets it; the log says it to who runs the server. */
function logDamage(error: StoreCorruptError): void {
  writeLog({ event: 'fault', errorClass: error.name, code: error.code, frames: [] });
}

function nothingToMigrate({ schemaVersion }: StoreStatus): string {
  return schemaVersion === null
    ? 'Nothing was migrated: the store has no schema version; run `hermes-graphql doctor` to see what it is.'
    : `Nothing was migrated: the store has schema ${schemaVersion}, and --migrate is for schema 1 to 10.`;
}

function accessMode(options: ServeOptions): AccessMode {
  if (options.readOnly === true) return 'read-only';
  return options.write === true ? 'write' : 'default';
}
