import { ReadOnlyStoreError, StoreReplacedError } from '../../domain/errors.js';
import { NEWEST_KNOWN_SCHEMA, type Layout } from './layout.js';
import { currentIdentity, type FileIdentity, type StoreFile } from './file.js';
import type { Tx } from './sql.js';
import { LATE_COLUMNS, missingColumns } from './tables.js';

/** What the user allows: writing where it is plainly safe, nowhere, or to newer files too. */
export type AccessMode = 'default' | 'read-only' | 'write';

/** Why a file of this layout may not be written in this mode; null when it may. */
export function readOnlyReason(layout: Layout, mode: AccessMode): string | null {
  if (mode === 'read-only') return 'it is served with --read-only.';
  const version = layout.schemaVersion;
  switch (layout.family) {
    case 'current':
      return currentReason(lackedColumns(layout));
    case 'legacy':
      return `it has schema ${String(version)}; run \`hermes-graphql migrate\` to bring it to schema 11 (a backup is made first).`;
    case 'newer':
      return newerReason(lackedColumns(layout), String(version), mode);
    case 'unknown':
      return version === null
        ? 'it has no schema version; run `hermes-graphql doctor` to see what it is.'
        : `it has schema ${version}, and this server knows schemas up to ${NEWEST_KNOWN_SCHEMA}.`;
  }
}

/** What a write names without asking, and the file does not have. */
function lackedColumns(layout: Layout): string[] {
  return missingColumns(layout).filter((name) => !LATE_COLUMNS.has(name));
}

function currentReason(lacked: readonly string[]): string | null {
  if (lacked.length === 0) return null;
  return `it lacks ${named(lacked)}; run \`hermes-graphql migrate\` to add what is missing.`;
}

/** Every schema from 12 to 31 has the columns of schema 11; a file that lost some is not put in order here. */
function newerReason(lacked: readonly string[], version: string, mode: AccessMode): string | null {
  if (lacked.length > 0) {
    return `it has schema ${version}, but lacks ${named(lacked)}; leave the writing to the Hermes that made it.`;
  }
  return mode === 'write'
    ? null
    : `it has schema ${version}, which a newer Hermes owns; start with --write to write to it all the same.`;
}

function named(columns: readonly string[]): string {
  return `the ${columns.length === 1 ? 'column' : 'columns'} ${columns.join(', ')}`;
}

/**
 * Watches whether a path still leads to the file that was opened, and to the write-ahead log that
 * came with it: what is written to one that was replaced or removed, nobody sees again. While it is
 * open no other process can end a log the right way, so another one means that ours is lost.
 */
export class FileWatch {
  #log: FileIdentity | null;

  /**
   * @param file one that is open already: reading it makes the log appear
   * @param log the log that came with it, where another process saw them first
   */
  constructor(
    readonly file: StoreFile,
    log: FileIdentity | null = null,
  ) {
    this.#log = log ?? currentIdentity(logOf(file));
  }

  /** The log that came with the file; null where none was seen yet. */
  get log(): FileIdentity | null {
    return this.#log;
  }

  /** Whether file or log changed since they were first seen. Costs two looks at the folder. */
  isReplaced(): boolean {
    const log = currentIdentity(logOf(this.file));
    this.#log ??= log;
    return (
      !isSame(currentIdentity(this.file.path), this.file.identity) ||
      (this.#log !== null && !isSame(log, this.#log))
    );
  }

  /** @throws StoreReplacedError */
  assertSame(): void {
    if (this.isReplaced()) throw new StoreReplacedError();
  }
}

function logOf(file: StoreFile): string {
  return `${file.path}-wal`;
}

function isSame(a: FileIdentity | null, b: FileIdentity): boolean {
  return a?.inode === b.inode && a.device === b.device;
}

/**
 * Runs at the start of every transaction: the file may have been replaced, or upgraded by Hermes,
 * since it was opened.
 *
 * @throws StoreReplacedError, ReadOnlyStoreError
 */
export function assertWritable(tx: Tx, watch: FileWatch, mode: AccessMode): void {
  watch.assertSame();
  const reason = readOnlyReason(tx.freshLayout(), mode);
  if (reason !== null) throw new ReadOnlyStoreError(reason);
}
