import { ReadOnlyStoreError, type StoreCorruptError } from '../../domain/errors.js';
import { systemClock, type Clock } from '../../domain/time.js';
import type { SessionStore } from '../store.js';
import { readOnlyReason, type AccessMode, type FileWatch } from './access.js';
import { openConnections } from './connections.js';
import { Damage } from './damage.js';
import { translate } from './failures.js';
import { InlineHeavy, type Heavy } from './heavy/heavy.js';
import { HeavyPool } from './heavy/pool.js';
import { meta } from './meta.js';
import { findOrCreateStore, recoverIfLeft } from './open.js';
import { PatientReads } from './patient-reads.js';
import {
  conversationReads,
  lineageReads,
  messageReads,
  searchReads,
  sessionReads,
} from './reads.js';
import { searchStatus } from './search/status.js';
import { distrust } from './search/trust.js';
import type { StatementObserver } from './sql.js';
import { statsReads } from './stats/reads.js';
import { storeStatus } from './status.js';
import { gatewayVerbs, storeWrites, transcriptReads, type Engine } from './verbs.js';
import { PATIENCE, type Patience } from './write.js';

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
  /** Is told of damage that SQLite finds in the file, once a minute at most. */
  onDamage?: (error: StoreCorruptError) => void;
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
  const patience = options.patience ?? PATIENCE;
  const damage = new Damage(options.onDamage);
  const file = findOrCreateStore(options.path, mode);
  const { sentinel, statements, reader, watch, writer, refusedAtStart, reason } = openConnections(
    file,
    { mode, patience, damage, observe: options.observe },
  );
  const { heavy, statistics } = heavyWork(options, file.path, watch);
  const problem = () => (watch.isReplaced() ? REPLACED : damage.reason);
  /** Why nothing is written as things stand now: the file may have changed since it was opened. */
  const refusal = () => {
    const now = problem() ?? readOnlyReason(statements.freshLayout(), mode);
    if (now !== null || writer !== null) return now;
    return refusedAtStart === null ? reason : OUTDATED;
  };
  const refuse = async () => {
    throw new ReadOnlyStoreError((await reads.run(refusal)) ?? OUTDATED);
  };
  const reads = new PatientReads({
    patience,
    failure: (error) => damage.noted(translate(error)),
    recover: () => {
      if (mode !== 'read-only' && !watch.isReplaced()) recoverIfLeft(file.path);
    },
  });
  const engine: Engine = {
    path: file.path,
    reader,
    reads,
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
    ...reads.all({
      ...sessionReads(engine),
      ...conversationReads(engine),
      ...lineageReads(engine),
      ...messageReads(engine),
      ...searchReads(engine, (index) => distrust(statements, index)),
      ...statsReads({ heavy: statistics, now: engine.now }, sentinel),
      ...transcriptReads(engine),
      status: () => storeStatus(reader, file.path, refusal(), problem(), searchStatus(statements)),
      meta: (key: string) => meta(reader, key),
      ...gatewayVerbs(engine),
    }),
    ...storeWrites(engine),
    close: () => (closing ??= giveUp()),
  };
}

/** Statistics of a large file take longer than a search may, and must not hold searches up. */
function heavyWork(
  options: SqliteStoreOptions,
  path: string,
  watch: FileWatch,
): { heavy: Heavy; statistics: Heavy } {
  if (options.heavy === 'inline') {
    const heavy = new InlineHeavy(path, watch);
    return { heavy, statistics: heavy };
  }
  return {
    heavy: new HeavyPool({ path, watch }),
    statistics: new HeavyPool({ path, watch, size: 1, deadlineMs: STATISTICS_DEADLINE_MS }),
  };
}

const STATISTICS_DEADLINE_MS = 60_000;

const REPLACED =
  'the file or its write-ahead log was replaced while the server ran; restart the server to serve what is there now.';
const OUTDATED = 'it was opened before it was migrated; restart the server to write to it.';
