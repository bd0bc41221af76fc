import { StoreUnusableError } from '../../../domain/errors.js';
import { systemClock, type Clock } from '../../../domain/time.js';
import { backUp } from '../backup.js';
import type { SearchIndex } from '../../../domain/search.js';
import { searchIndexes } from '../search/indexes.js';
import type { Sql } from '../sql.js';
import { FULL_TEXT_TABLES, TITLE_INDEX_NAME, type FullTextTable } from '../tables.js';
import { isIndexDamage } from './empty-index.js';
import { missingRows, orphanedRows, staleRows } from './index-rows.js';
import { isComplete, readNeeds, type Needs } from './needs.js';
import { stepOf, withOwnedStore, type OwnedStore, type OwnedStoreOptions } from './owned-store.js';
import {
  addColumns,
  addTables,
  addTitleIndex,
  replaceTriggers,
  writeVersion,
} from './schema-steps.js';
import { assertSpace, freeBytesOf } from './space.js';
import { schemaByStructure } from './structure.js';
import { separateTitles, type TitleChange } from './titles.js';

export interface MigrateOptions extends OwnedStoreOptions {
  now?: Clock;
  /** Bytes free for this user in a folder. */
  freeBytes?: (folder: string) => number;
}

/** What a migration found and did. */
export interface MigrationReport {
  path: string;
  /** What the version row said; null where it was missing. */
  versionBefore: number | null;
  /** The schema that the file had by its tables and columns, 1 to 11. */
  structureBefore: number;
  /** Null when the file lacked nothing: then nothing was written at all. */
  backupPath: string | null;
  /** What the file lacked. */
  lacked: Needs;
  /** Rows written to or removed from each index. */
  indexedRows: Readonly<Record<FullTextTable, number>>;
  titles: readonly TitleChange[];
  /** Search indexes that hold every message and are damaged all the same. */
  damagedIndexes: readonly SearchIndex[];
}

/** Others can undo a step while the next one runs; an old Hermes that starts up does, once. */
const MOST_ROUNDS = 5;

/**
 * Brings a store of schema 1 to 10 to schema 11, and puts one of schema 11 in order: missing
 * columns, indexes, triggers and version row, titles that are not unique, and search indexes that
 * are of an old form or lack rows. A verified backup is made first. Each step is one transaction
 * and looks at what is there, so after a kill the next run goes on; a Hermes may write meanwhile.
 * The version is written last. Journal mode, application_id and user_version stay as they are.
 *
 * @throws StoreUnusableError when the file is not ours to migrate, or there is too little room
 * @throws StoreBusyError, StoreFullError, StoreReplacedError, StoreCorruptError from any step; what
 *   was done until then is kept
 */
export function migrate(path: string, options: MigrateOptions = {}): Promise<MigrationReport> {
  return withOwnedStore(path, options, (store) => migrateStore(store, options));
}

async function migrateStore(store: OwnedStore, options: MigrateOptions): Promise<MigrationReport> {
  const lacked = readNeeds(store.reader);
  const structureBefore = schemaByStructure(store.layout);
  const report: MigrationReport = {
    path: store.path,
    versionBefore: store.layout.schemaVersion,
    structureBefore,
    backupPath: null,
    lacked,
    indexedRows: { messages_fts: 0, messages_fts_trigram: 0 },
    titles: [],
    damagedIndexes: [],
  };
  const exact = lacked.rebuild.length === 0 && indexesAreExact(store.reader);
  if (exact && isComplete(lacked)) {
    return { ...report, damagedIndexes: searchIndexes(store.reader).damaged };
  }

  const plans = { backup: true, newIndexes: !exact };
  assertSpace(store.reader, store.path, plans, options.freeBytes ?? freeBytesOf);
  store.progress('backup', 0, 1);
  const label = `schema${store.layout.schemaVersion ?? structureBefore}`;
  const backup = await backUp(store.path, label, (options.now ?? systemClock)());
  store.progress('backup', 1, 1);

  const titles: TitleChange[] = [];
  const indexedRows = { ...report.indexedRows };
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    await completeSchema(store, titles);
    for (const table of FULL_TEXT_TABLES) indexedRows[table] += await completeIndex(store, table);
    if (await finish(store)) return { ...report, backupPath: backup.path, titles, indexedRows };
  }
  throw new StoreUnusableError(
    `${store.path} kept changing under the migration. What was done is kept; stop Hermes and run it again. The backup is ${backup.path}.`,
  );
}

async function completeSchema(store: OwnedStore, titles: TitleChange[]): Promise<void> {
  const needs = readNeeds(store.reader);
  store.progress('tables', 0, 1);
  if (needs.tables.length > 0 || needs.indexes.length > 0) await store.write(addTables);
  store.progress('columns', 0, 1);
  if (needs.columns.length > 0) await store.write(addColumns);
  store.progress('titles', 0, 1);
  if (!readNeeds(store.reader).indexes.includes(TITLE_INDEX_NAME)) return;
  titles.push(
    ...(await store.write((tx) => {
      const changes = separateTitles(tx);
      addTitleIndex(tx);
      return changes;
    })),
  );
}

async function completeIndex(store: OwnedStore, table: FullTextTable): Promise<number> {
  store.progress(stepOf(table), 0, 1);
  const needs = readNeeds(store.reader);
  if (needs.rebuild.includes(table)) await store.emptyIndex(table);
  else if (needs.triggers.includes(table)) {
    await store.write((tx) => {
      if (readNeeds(tx).triggers.includes(table)) replaceTriggers(tx, table);
    });
  }
  try {
    return await store.fill(table);
  } catch (error) {
    if (!isIndexDamage(error)) throw error;
    // A damaged index cannot be changed row by row. Nothing is in it that the messages do not hold.
    await store.emptyIndex(table);
    return store.fill(table);
  }
}

/** Writes the version if nothing is lacking at that moment. */
function finish(store: OwnedStore): Promise<boolean> {
  store.progress('check', 0, 1);
  return store.write((tx) => {
    const done =
      isComplete({ ...readNeeds(tx), version: false }) &&
      FULL_TEXT_TABLES.every((table) => missingRows(tx, table) + orphanedRows(tx, table) === 0);
    if (done) writeVersion(tx);
    return done;
  });
}

/** An index that cannot be read is not. */
function indexesAreExact(sql: Sql): boolean {
  try {
    return FULL_TEXT_TABLES.every(
      (table) => missingRows(sql, table) + orphanedRows(sql, table) + staleRows(sql, table) === 0,
    );
  } catch (error) {
    if (!isIndexDamage(error)) throw error;
    return false;
  }
}
