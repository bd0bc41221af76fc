import { ReadOnlyStoreError, StoreReplacedError } from '../../domain/errors.js';
import { NEWEST_KNOWN_SCHEMA, type Layout } from './layout.js';
import { currentIdentity, type StoreFile } from './file.js';
import type { Tx } from './sql.js';

/** What the user allows: writing where it is plainly safe, nowhere, or to newer files too. */
export type AccessMode = 'default' | 'read-only' | 'write';

/** Why a file of this layout may not be written in this mode; null when it may. */
export function readOnlyReason(layout: Layout, mode: AccessMode): string | null {
  if (mode === 'read-only') return 'it is served with --read-only.';
  const version = layout.schemaVersion;
  switch (layout.family) {
    case 'current':
      return null;
    case 'legacy':
      return `it has schema ${String(version)}; run \`hermes-graphql migrate\` to bring it to schema 11 (a backup is made first).`;
    case 'newer':
      return mode === 'write'
        ? null
        : `it has schema ${String(version)}, which a newer Hermes owns; start with --write to write to it all the same.`;
    case 'unknown':
      return version === null
        ? 'it has no schema version; run `hermes-graphql doctor` to see what it is.'
        : `it has schema ${version}, and this server knows schemas up to ${NEWEST_KNOWN_SCHEMA}.`;
  }
}

/** Whether the path leads to another file than the one that was opened, or to none. */
export function isReplaced(file: StoreFile): boolean {
  const identity = currentIdentity(file.path);
  return identity?.inode !== file.identity.inode || identity.device !== file.identity.device;
}

/**
 * Runs at the start of every transaction: the file may have been replaced, or upgraded by Hermes,
 * since it was opened.
 *
 * @throws StoreReplacedError, ReadOnlyStoreError
 */
export function assertWritable(tx: Tx, file: StoreFile, mode: AccessMode): void {
  if (isReplaced(file)) throw new StoreReplacedError();
  const reason = readOnlyReason(tx.freshLayout(), mode);
  if (reason !== null) throw new ReadOnlyStoreError(reason);
}
