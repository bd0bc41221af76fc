import { StoreUnusableError } from '../../../domain/errors.js';
import type { Sql, Tx } from '../sql.js';
import type { FullTextTable } from '../tables.js';
import { indexRow, missingRows, orphanedIds, unindexedIds } from './index-rows.js';

/** What filling needs of its surroundings. */
export interface Filling {
  reader: Sql;
  write<Result>(change: (tx: Tx) => Result): Promise<Result>;
  /** Lets waiting writers have their turn. */
  pause(): Promise<void>;
  /** Called after each transaction with the rows done so far, of how many. */
  onRows(done: number, total: number): void;
}

/** The write lock is given up after this long, so that a live Hermes never waits for the whole. */
const BATCH_MS = 200;
const BATCH_ROWS = 500;
const BEFORE_ALL_IDS = Number.MIN_SAFE_INTEGER;

/**
 * Makes an index hold exactly the messages that there are, in many short transactions. The rows to
 * do are looked for without the lock; under it each is indexed as it is at that moment. So rows that
 * others add, change or delete meanwhile are neither lost nor doubled, and a filling that was
 * killed is taken up again by calling this.
 *
 * @returns how many rows were written or removed
 */
export async function fillIndex(table: FullTextTable, filling: Filling): Promise<number> {
  const total = missingRows(filling.reader, table);
  let done = 0;
  for (const find of [unindexedIds, orphanedIds]) {
    let after = BEFORE_ALL_IDS;
    for (;;) {
      const ids = find(filling.reader, table, after, BATCH_ROWS);
      if (ids.length === 0) break;
      const written = await filling.write((tx) => indexBatch(tx, table, ids));
      after = nextPosition(table, after, ids[written - 1]);
      done += written;
      filling.onRows(done, Math.max(done, total));
      await filling.pause();
    }
  }
  return done;
}

/** Indexes as many of the rows as fit into the time of one transaction, at least one. */
function indexBatch(tx: Tx, table: FullTextTable, ids: readonly number[]): number {
  const end = performance.now() + BATCH_MS;
  let written = 0;
  for (const id of ids) {
    indexRow(tx, table, id);
    written += 1;
    if (performance.now() >= end) break;
  }
  return written;
}

function nextPosition(table: FullTextTable, after: number, reached: number | undefined): number {
  if (reached !== undefined && reached > after) return reached;
  throw new StoreUnusableError(
    `The index ${table} cannot be filled: the file holds a message id above 2^53, which cannot be told from its neighbour.`,
  );
}
