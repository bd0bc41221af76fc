import { statSync } from 'node:fs';
import type { MessageState } from '../../../domain/message.js';
import { IDEMPOTENCY_PREFIX } from '../../../domain/storable.js';
import { count, text } from '../decode.js';
import type { LayoutFamily } from '../layout.js';
import { stateValue } from '../messages/states.js';
import type { Look } from './finding.js';

/** What a store is. */
export interface StoreFacts {
  path: string;
  fileBytes: number;
  walBytes: number;
  /** Bytes inside the file that hold nothing. */
  freeBytes: number;
  /** Permissions in octal, `0600` for instance. */
  permissions: string;
  schemaVersion: number | null;
  family: LayoutFamily;
  /** `inline`, `external`, or null where there is no such index. */
  wordIndex: string | null;
  trigramIndex: string | null;
  journalMode: string;
  /** The SQLite library that looked at it. */
  sqliteVersion: string;
  sessionCount: number;
  messageCount: number;
  /** Of the messages, those that a newer Hermes marks instead of deleting: no statistics count these. */
  undoneMessages: number;
  /** Of the messages, those that a compression took out of what the model is sent. */
  compactedMessages: number;
  /** Appends that are remembered by key, for repeats. */
  idempotencyKeys: number;
}

/** Reads what a store is; sizes and permissions are taken without opening it. */
export function readFacts({ sql, layout, path }: Look): StoreFacts {
  const one = (statement: string) => Object.values(sql.get(statement) ?? {})[0];
  const inState = (state: MessageState) =>
    count(one(`SELECT COUNT(*) FROM messages AS m WHERE ${stateValue(layout, 'm')} = '${state}'`));
  return {
    path,
    fileBytes: bytesOf(path),
    walBytes: bytesOf(`${path}-wal`),
    freeBytes: count(one('PRAGMA freelist_count')) * count(one('PRAGMA page_size')),
    permissions: permissionsOf(path) ?? '',
    schemaVersion: layout.schemaVersion,
    family: layout.family,
    wordIndex: layout.words?.form ?? null,
    trigramIndex: layout.trigrams?.form ?? null,
    journalMode: text(one('PRAGMA journal_mode')),
    sqliteVersion: text(one('SELECT sqlite_version()')),
    sessionCount: count(one('SELECT COUNT(*) FROM sessions')),
    messageCount: count(one('SELECT COUNT(*) FROM messages')),
    undoneMessages: inState('UNDONE'),
    compactedMessages: inState('COMPACTED'),
    idempotencyKeys: layout.tables.has('state_meta') ? keysOf(sql) : 0,
  };
}

/** The permissions of a file in octal; null where there is none. */
export function permissionsOf(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  return (stats.mode & 0o777).toString(8).padStart(4, '0');
}

function keysOf(sql: Look['sql']): number {
  const found = sql.get(
    'SELECT COUNT(*) AS n FROM state_meta WHERE key >= ? AND key < ?',
    IDEMPOTENCY_PREFIX,
    `${IDEMPOTENCY_PREFIX}~`,
  );
  return count(found?.['n']);
}

function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
