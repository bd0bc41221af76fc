import { SqliteError } from './driver.js';
import {
  HermesError,
  ReadOnlyStoreError,
  SearchIndexDamagedError,
  StoreBusyError,
  StoreCorruptError,
  StoreFullError,
} from '../../domain/errors.js';
import { missingFunction } from './triggers.js';

/** Whether SQLite says that another connection holds a lock: every code of the BUSY and LOCKED families. */
export function isBusy(error: unknown): boolean {
  return (
    error instanceof SqliteError &&
    (/^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(error.code) ||
      /database (table )?is locked|no more rows available/.test(error.message))
  );
}

/** Whether a process was killed in the middle of a write, and its journal must undo that first. */
export function isUnfinished(error: unknown): boolean {
  return error instanceof SqliteError && error.code === 'SQLITE_READONLY_ROLLBACK';
}

/**
 * The failure of SQLite as one of ours, where it is an expected one; else the error as it is. For
 * reads: a lock that a write met is the writer's to wait for.
 */
export function translate(error: unknown): unknown {
  if (error instanceof HermesError || !(error instanceof SqliteError)) return error;
  if (isBusy(error) || isUnfinished(error)) return new StoreBusyError(0, 'read');
  if (error.code.startsWith('SQLITE_FULL')) return new StoreFullError();
  if (error.code === 'SQLITE_CORRUPT_VTAB') return new SearchIndexDamagedError();
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) return new StoreCorruptError();
  if (error.code.startsWith('SQLITE_READONLY')) {
    return new ReadOnlyStoreError('the file or its folder may not be written by this user.');
  }
  const tokenizer = missingTokenizer(error);
  if (tokenizer !== null) return new ReadOnlyStoreError(tokenizerReason(tokenizer));
  return error;
}

/** As `translate`, for writes: what others have put into the file may refuse one. */
export function translateWrite(error: unknown): unknown {
  if (!(error instanceof SqliteError)) return error;
  if (error.code === 'SQLITE_CONSTRAINT_TRIGGER' || missingFunction(error.message) !== null) {
    return new ReadOnlyStoreError(
      'one of its triggers, which is not of Hermes, does not let this be written; `hermes-graphql doctor` names those triggers.',
    );
  }
  if (error.code === 'SQLITE_CONSTRAINT_FOREIGNKEY') {
    return new ReadOnlyStoreError(
      'another table of the file refers to what this would remove or change, so it was not written.',
    );
  }
  return translate(error);
}

/** The tokenizer that a trigger of the file needs and this SQLite does not have; null when it is not that. */
export function missingTokenizer(error: InstanceType<typeof SqliteError>): string | null {
  return /no such tokenizer: (\w+)/.exec(error.message)?.[1] ?? null;
}

/** Why a file with such triggers is read-only, as the end of a sentence. */
export function tokenizerReason(tokenizer: string): string {
  return `its triggers need the tokenizer "${tokenizer}", which only Hermes brings; without it a write would fail.`;
}
