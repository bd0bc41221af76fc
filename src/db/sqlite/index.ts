import { ReadOnlyStoreError, StoreReplacedError, StoreUnusableError } from '../../domain/errors.js';
import { systemClock, type Clock } from '../../domain/time.js';
import type { SessionStore } from '../store.js';
import { readOnlyReason, type AccessMode } from './access.js';
import * as conversations from './conversations/lists.js';
import { createStore } from './create.js';
import { openForReading, openForWriting } from './driver.js';
import * as lineage from './lineage/walks.js';
import * as messages from './messages/lists.js';
import * as relations from './messages/relations.js';
import { meta } from './meta.js';
import { currentIdentity, findStore, openStoreFile, type StoreFile } from './open.js';
import * as details from './sessions/details.js';
import * as lists from './sessions/lists.js';
import { nextFreeTitle, sessionByTitle } from './sessions/titles.js';
import { Statements, type StatementObserver, type Tx } from './sql.js';
import { storeStatus } from './status.js';
import { gatewayVerbs, storeWrites, transcriptReads, type Engine } from './verbs.js';
import { PATIENCE, Writer, type Patience } from './write.js';

export type { AccessMode } from './access.js';

export interface SqliteStoreOptions {
  /** The store's file. A missing one is made, unless the mode is `read-only`. */
  path: string;
  mode?: AccessMode;
  clock?: Clock;
  patience?: Patience;
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
  const now = options.clock ?? systemClock;
  const file = findOrCreate(options.path, mode);
  const { connection: sentinel, layout } = openStoreFile(file.path);
  const reader = new Statements(openForReading(file.path), options.observe);
  const reason = readOnlyReason(layout, mode);
  const writer =
    reason === null
      ? new Writer(
          openForWriting(file.path, { create: false }),
          (tx) => assertWritable(tx, file, mode),
          options.patience ?? PATIENCE,
          options.observe,
        )
      : null;

  const write = <Result>(change: (tx: Tx) => Result): Promise<Result> =>
    writer === null
      ? Promise.reject(new ReadOnlyStoreError(reason ?? 'it was opened for reading.'))
      : writer.write(change);
  const engine: Engine = { path: file.path, reader, write, now };

  return {
    sessionsByIds: (ids) => lists.sessionsByIds(reader, ids),
    sessionsByPrefix: (prefix, limit) => lists.sessionsByPrefix(reader, prefix, limit),
    sessionPage: (filter, order, page) => lists.sessionPage(reader, filter, order, page, now()),
    sessionTotal: (filter) => lists.sessionTotal(reader, filter, now()),
    lastActive: (ids) => details.lastActive(reader, ids),
    durations: (ids) => details.durations(reader, ids),
    messageCounts: (ids) => details.messageCounts(reader, ids),
    previews: (ids) => details.previews(reader, ids),
    systemPrompts: (ids) => details.systemPrompts(reader, ids),
    modelConfigs: (ids) => details.modelConfigs(reader, ids),
    sessionByTitle: (title) => sessionByTitle(reader, title),
    nextTitle: (title) => nextFreeTitle(reader, title),

    conversationPage: (filter, order, page) =>
      conversations.conversationPage(reader, filter, order, page, now()),
    conversationTotal: (filter) => conversations.conversationTotal(reader, filter, now()),
    conversationHeads: (ids) => conversations.conversationHeads(reader, ids),

    children: (ids, kind, limit) => lineage.children(reader, ids, kind, limit),
    childCounts: (ids) => details.childCounts(reader, ids),
    lineageKinds: (ids) => lineage.lineageKinds(reader, ids),
    ancestorIds: (ids) => lineage.ancestorIds(reader, ids),
    descendantIds: (ids, limit) => lineage.descendantIds(reader, ids, limit),
    continuationIds: (ids) => lineage.continuationIds(reader, ids),

    messagesByIds: (ids) => messages.messagesByIds(reader, ids),
    messagePages: (ids, filter, page) => messages.messagePages(reader, ids, filter, page),
    messageNeighbours: (ids) => relations.messageNeighbours(reader, ids),
    toolResults: (keys) => relations.toolResults(reader, keys),
    messageTotals: (ids, filter) => messages.messageTotals(reader, ids, filter),

    ...storeWrites(engine),
    ...transcriptReads(engine),
    ...gatewayVerbs(engine),

    status: () =>
      storeStatus(reader, file.path, readOnlyReason(reader.layout(), mode), {
        words: reader.layout().words !== null,
        trigrams: reader.layout().trigrams !== null,
        pendingRows: 0,
        problem: null,
      }),
    meta: (key) => meta(reader, key),
    async close() {
      await writer?.close();
      reader.connection.close();
      sentinel.close();
    },
  };
}

function findOrCreate(path: string, mode: AccessMode): StoreFile {
  const found = findStore(path);
  if (found !== null) return found;
  if (mode === 'read-only') {
    throw new StoreUnusableError(
      `No store at ${path}. Start without --read-only to have one made, or name another with --db.`,
    );
  }
  createStore(path);
  const created = findStore(path);
  if (created === null) throw new StoreUnusableError(`${path} was removed while it was made.`);
  return created;
}

/** Runs in every transaction: the file may have been replaced or upgraded since it was opened. */
function assertWritable(tx: Tx, file: StoreFile, mode: AccessMode): void {
  const identity = currentIdentity(file.path);
  if (identity?.inode !== file.identity.inode || identity.device !== file.identity.device) {
    throw new StoreReplacedError();
  }
  const reason = readOnlyReason(tx.layout(), mode);
  if (reason !== null) throw new ReadOnlyStoreError(reason);
}
