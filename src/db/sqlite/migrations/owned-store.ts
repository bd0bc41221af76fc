import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { HermesError, StoreBusyError, StoreUnusableError } from '../../../domain/errors.js';
import { FileWatch } from '../access.js';
import { openForWriting, type Connection } from '../driver.js';
import { isBusy, translate } from '../failures.js';
import { readLayout, type Layout } from '../layout.js';
import { findStore } from '../file.js';
import { openStoreFile } from '../open.js';
import { Statements, type Sql, type StatementObserver, type Tx } from '../sql.js';
import { FULL_TEXT_TABLES, type FullTextTable } from '../tables.js';
import { PATIENCE, Writer, type Patience } from '../write.js';
import { vacuumStore } from '../vacuum.js';
import { assertHarmless, canBeDropped, emptyIndex } from './empty-index.js';
import { fillIndex } from './fill.js';
import { notOurs } from './ownership.js';
import { withRebuildLock } from './rebuild-lock.js';

/** How work on the file itself goes on, for a line on a terminal. */
export interface Progress {
  step: Step;
  done: number;
  total: number;
}

export type Step = 'backup' | 'tables' | 'columns' | 'titles' | 'words' | 'trigrams' | 'check';

export interface OwnedStoreOptions {
  onProgress?: (progress: Progress) => void;
  patience?: Patience;
  /** Sees the text of every statement. */
  observe?: StatementObserver;
}

/** A store of schema 1 to 11, open to be brought in order. */
export interface OwnedStore {
  path: string;
  layout: Layout;
  reader: Sql;
  /** One transaction, which does not run when the file is not ours any more. */
  write<Result>(change: (tx: Tx) => Result): Promise<Result>;
  /** Puts an empty index in the place of one, however damaged that is. */
  emptyIndex(table: FullTextTable): Promise<void>;
  /** Makes an index hold every message, in many short transactions; answers how many rows it wrote. */
  fill(table: FullTextTable): Promise<number>;
  progress(step: Step, done: number, total: number): void;
}

const PATIENCE_MS = 60_000;
const READ_PATIENCE_MS = 10_000;
const PAUSE_MS = 20;

/**
 * Opens a store that is to be migrated or repaired, and gives it up when the work on it has ended.
 *
 * @throws StoreUnusableError when there is none, it may not be written, a newer Hermes owns it, or
 *   another process rebuilds its indexes; StoreBusyError, StoreFullError, StoreCorruptError
 */
export function withOwnedStore<Result>(
  path: string,
  options: OwnedStoreOptions,
  work: (store: OwnedStore) => Promise<Result>,
): Promise<Result> {
  return withRebuildLock(path, async () => {
    const store = open(path, options);
    let mayVacuum = false;
    try {
      const result = await work(store);
      mayVacuum = store.mayVacuum();
      return result;
    } catch (error) {
      throw isBusy(error) ? new StoreBusyError(READ_PATIENCE_MS, 'read') : translate(error);
    } finally {
      await store.close();
      // Where another process has the store open, or more is wrong, the pages stay, and harm nothing.
      if (mayVacuum) await vacuumStore(store.path);
    }
  });
}

interface OpenStore extends OwnedStore {
  /** Whether pages of a damaged index belong to nothing now, and the file is still the one that was opened. */
  mayVacuum(): boolean;
  close(): Promise<void>;
}

function open(path: string, options: OwnedStoreOptions): OpenStore {
  const file = findStore(path);
  if (file === null) throw new StoreUnusableError(`No store at ${path}. Name one with --db.`);
  assertWritable(file.path);
  const { connection: sentinel, layout } = openStoreFile(file.path, { recover: true });
  const refusal = notOurs(layout, path);
  if (refusal !== null) {
    sentinel.close();
    throw new StoreUnusableError(refusal);
  }
  // In a rollback journal, reading waits while another process commits.
  sentinel.pragma(`busy_timeout = ${READ_PATIENCE_MS}`);
  const patience = options.patience ?? { ...PATIENCE, limitMs: PATIENCE_MS };
  const connection = openedBeside(sentinel, file.path);
  const watch = new FileWatch(file);
  const check = () => assertStillOurs(connection, watch);
  const writer = new Writer(connection, check, patience, options.observe);
  const reader = new Statements(sentinel, options.observe);
  const progress = (step: Step, done: number, total: number) =>
    options.onProgress?.({ step, done, total });
  let pagesLeft = false;
  return {
    path: file.path,
    layout,
    reader,
    mayVacuum: () => pagesLeft && isStillOurs(sentinel, watch),
    emptyIndex: async (table) => {
      assertHarmless(sentinel, file.path);
      const old = canBeDropped(sentinel, table) ? 'drop' : 'forget';
      // An index that is too damaged to be dropped is taken out of the schema by hand.
      connection.unsafeMode(old === 'forget');
      try {
        await writer.write((tx) => emptyIndex(tx, table, old));
      } finally {
        connection.unsafeMode(false);
      }
      pagesLeft ||= old === 'forget';
    },
    progress,
    write: (change) => writer.write(change),
    fill: (table) =>
      fillIndex(table, {
        reader,
        write: (change) => writer.write(change),
        pause: () => patience.sleep(PAUSE_MS),
        onRows: (done, total) => progress(stepOf(table), done, total),
      }),
    async close() {
      await writer.close();
      sentinel.close();
    },
  };
}

/** What a person calls the making of an index. */
export function stepOf(table: FullTextTable): Step {
  return table === FULL_TEXT_TABLES[0] ? 'words' : 'trigrams';
}

function assertWritable(path: string): void {
  for (const each of [path, dirname(path)]) {
    try {
      accessSync(each, constants.W_OK);
    } catch {
      throw new StoreUnusableError(
        `${each} may not be written by this user. Run as the owner of the store.`,
      );
    }
  }
}

function openedBeside(sentinel: Connection, path: string): Connection {
  try {
    return openForWriting(path, { create: false });
  } catch (error) {
    sentinel.close();
    throw error;
  }
}

/** Others may have replaced or upgraded the file since the last transaction. */
function assertStillOurs(connection: Connection, watch: FileWatch): void {
  watch.assertSame();
  const refusal = notOurs(readLayout(connection), watch.file.path);
  if (refusal !== null) throw new StoreUnusableError(refusal);
}

function isStillOurs(connection: Connection, watch: FileWatch): boolean {
  try {
    assertStillOurs(connection, watch);
    return true;
  } catch (error) {
    if (isBusy(error) || error instanceof HermesError) return false;
    throw error;
  }
}
