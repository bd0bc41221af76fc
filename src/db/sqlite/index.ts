import { ReadOnlyStoreError } from '../../domain/errors.js';
import { systemClock, type Clock } from '../../domain/time.js';
import type { SessionStore } from '../store.js';
import { assertWritable, FileWatch, readOnlyReason, type AccessMode } from './access.js';
import { openForReading } from './driver.js';
import { InlineHeavy } from './heavy/heavy.js';
import { HeavyPool } from './heavy/pool.js';
import { meta } from './meta.js';
import { findOrCreateStore, openStoreFile, openWritable } from './open.js';
import {
  conversationReads,
  lineageReads,
  messageReads,
  searchReads,
  sessionReads,
} from './reads.js';
import { searchStatus } from './search/status.js';
import { Statements, withExpectedFailures, type StatementObserver } from './sql.js';
import { statsReads } from './stats/reads.js';
import { storeStatus } from './status.js';
import { gatewayVerbs, storeWrites, transcriptReads, type Engine } from './verbs.js';
import { PATIENCE, Writer, type Patience } from './write.js';

export type { AccessMode } from './access.js';
export { isLegacyStore } from './open.js';

export interface SqliteStoreOptions {
  /** The store's file. A missing one is made, unless the mode is `read-only`. */
  path: string;
  mode?: AccessMode;
  clock?: Clock;
  patience?: Patience;
  /**
   * Where searches and statistics run: in processes of their own, which can be stopped at a
   * deadline, or in this one, for commands that do one thing.
   */
  heavy?: 'processes' | 'inline';
  /** Sees the text of every statement that the reader and the writer run. */
  observe?: StatementObserver;
}

/**
 * Opens the store in one SQLite file.
 *
 * A read-only connection is opened first and closed last: while it is there, closing the others
 * cannot delete a write-ahead log that another process still needs.
 *
 * @throws StoreUnusableError with one sentence that names the file and the cure
 */
export function openSqliteStore(options: SqliteStoreOptions): SessionStore {
  const mode = options.mode ?? 'default';
  const file = findOrCreateStore(options.path, mode);
  const { connection: sentinel, layout } = openStoreFile(file.path);
  const watch = new FileWatch(file);
  const statements = new Statements(openForReading(file.path), options.observe);
  const reader = withExpectedFailures(statements);
  // A first look, so that it reads the same write-ahead log as the others from now on.
  reader.layout();
  const { connection, reason } = openWritable(file.path, readOnlyReason(layout, mode));
  const writer =
    connection === null
      ? null
      : new Writer(
          connection,
          (tx) => assertWritable(tx, watch, mode),
          options.patience ?? PATIENCE,
          options.observe,
        );
  const heavy =
    options.heavy === 'inline' ? new InlineHeavy(file.path) : new HeavyPool({ path: file.path });
  // Statistics of a large file take longer than a search may, and must not hold searches up.
  const statistics =
    options.heavy === 'inline'
      ? heavy
      : new HeavyPool({ path: file.path, size: 1, deadlineMs: STATISTICS_DEADLINE_MS });
  const refuse = () =>
    Promise.reject(new ReadOnlyStoreError(reason ?? 'it was opened for reading.'));
  const engine: Engine = {
    path: file.path,
    reader,
    heavy,
    now: options.clock ?? systemClock,
    write: (change) => (writer === null ? refuse() : writer.write(change)),
    writeInSteps: (change) => (writer === null ? refuse() : writer.writeInSteps(change)),
  };
  const giveUp = async () => {
    await Promise.all([heavy.close(), statistics.close()]);
    await writer?.close();
    statements.connection.close();
    sentinel.close();
  };
  let closing: Promise<void> | null = null;

  return {
    ...sessionReads(engine),
    ...conversationReads(engine),
    ...lineageReads(engine),
    ...messageReads(engine),
    ...searchReads(engine),
    ...statsReads({ heavy: statistics, now: engine.now }, sentinel),
    ...transcriptReads(engine),
    ...storeWrites(engine),
    ...gatewayVerbs(engine),
    status: () => {
      const problem = watch.isReplaced() ? REPLACED : (writer?.damage ?? null);
      const refused = problem ?? reason ?? readOnlyReason(reader.layout(), mode);
      return storeStatus(reader, file.path, refused, problem, searchStatus(statements));
    },
    meta: (key) => meta(reader, key),
    close: () => (closing ??= giveUp()),
  };
}

const STATISTICS_DEADLINE_MS = 60_000;

const REPLACED =
  'the file or its write-ahead log was replaced while the server ran; restart the server to serve what is there now.';
