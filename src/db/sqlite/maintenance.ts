import { HermesError } from '../../domain/errors.js';
import { PythonFloat } from '../../domain/exact-json.js';
import { dumpPythonJson } from '../../domain/python-json.js';
import type { OptimizedStore, OptimizeStore, Upkeep, UpkeepReport } from '../../domain/upkeep.js';
import { count } from './decode.js';
import { meta, writeMeta } from './meta.js';
import { rebuildMarks } from './search/rebuild-marks.js';
import { pruneSessions } from './sessions/prune.js';
import type { Sql, Steps, Tx } from './sql.js';
import { vacuumStore } from './vacuum.js';

/** Index pages that one step merges: it holds the write lock for some ten milliseconds. */
const MERGE_PAGES = 200;
const MAX_MERGE_STEPS = 10_000;
const LAST_RUN_KEY = 'last_auto_prune';

/** What upkeep works with. */
export interface Maintained {
  path: string;
  reader: Sql;
  write: <Result>(change: (tx: Tx) => Result) => Promise<Result>;
  writeInSteps: <Result>(change: (tx: Tx) => Steps<Result>) => Promise<Result>;
}

/**
 * Merges the segments of the full-text indexes, a little in each of many transactions, and rewrites
 * the file without its free pages when asked to and no process but ours has it open.
 *
 * @throws ReadOnlyStoreError, StoreBusyError
 */
export async function optimizeStore(
  store: Maintained,
  { vacuum }: OptimizeStore,
): Promise<OptimizedStore> {
  const mergedIndexes: string[] = [];
  for (const table of await store.write(mergeableIndexes)) {
    await mergeSegments(store, table);
    mergedIndexes.push(table);
  }
  const vacuumRefused = vacuum ? await vacuumStore(store.path) : null;
  return { mergedIndexes, vacuumed: vacuum && vacuumRefused === null, vacuumRefused };
}

/**
 * The automatic upkeep at `now` (epoch seconds): removes sessions that are older than the retention
 * and, when some went, rewrites the file. Does nothing when the last run is less than the interval
 * ago. Never throws: what fails is in the report, and the run is then not noted.
 */
export async function runUpkeep(
  store: Maintained,
  upkeep: Upkeep,
  now: number,
): Promise<UpkeepReport> {
  const report: UpkeepReport = { skipped: false, pruned: 0, vacuumed: false, error: null };
  try {
    if (isRecent(meta(store.reader, LAST_RUN_KEY), upkeep, now))
      return { ...report, skipped: true };
    const { count } = await store.writeInSteps((tx) => pruneSessions(tx, retention(upkeep), now));
    report.pruned = count;
    if (upkeep.vacuum && count > 0) report.vacuumed = (await vacuumStore(store.path)) === null;
    await store.write((tx) => writeMeta(tx, LAST_RUN_KEY, pythonFloat(now)));
    return report;
  } catch (error) {
    if (!(error instanceof HermesError)) throw error;
    return { ...report, error: error.message };
  }
}

/** None while Hermes rebuilds an index, or has given it up. */
function mergeableIndexes(tx: Tx): string[] {
  const { words, trigrams } = tx.layout();
  const { stale, pending } = rebuildMarks(tx);
  if (stale || pending !== null) return [];
  return [words, trigrams].flatMap((index) => index?.table ?? []);
}

/** The first step with a negative size marks all segments for merging; a step of less than two changes was the last. */
async function mergeSegments(store: Maintained, table: string): Promise<void> {
  const step = (pages: number) =>
    store.write((tx) => {
      const before = changesOf(tx);
      tx.run(`INSERT INTO ${table}(${table}, rank) VALUES ('merge', ?)`, BigInt(pages));
      return changesOf(tx) - before;
    });
  let changes = await step(-MERGE_PAGES);
  for (let steps = 1; changes >= 2 && steps < MAX_MERGE_STEPS; steps += 1) {
    changes = await step(MERGE_PAGES);
  }
}

function changesOf(tx: Tx): number {
  return count(tx.get('SELECT total_changes() AS changes')?.['changes']);
}

function retention(upkeep: Upkeep) {
  return {
    olderThanDays: upkeep.retentionDays,
    basis: upkeep.basis,
    includeNeverEnded: false,
    dryRun: false,
  };
}

/** Whether the time that was noted lies within the interval; one in the future does too. */
function isRecent(noted: string | null, upkeep: Upkeep, now: number): boolean {
  if (noted === null || !/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(noted)) return false;
  return now - Number(noted) < upkeep.minIntervalHours * 3600;
}

function pythonFloat(value: number): string {
  return dumpPythonJson(Number.isInteger(value) ? new PythonFloat(value) : value);
}
