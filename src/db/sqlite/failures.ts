import { READ_PATIENCE_MS, SqliteError } from './driver.js';
import {
  HermesError,
  ReadOnlyStoreError,
  SearchIndexDamagedError,
  StoreBusyError,
  StoreCorruptError,
  StoreFullError,
} from '../../domain/errors.js';

/** Whether SQLite says that another connection holds a lock: every code of the BUSY and LOCKED families. */
export function isBusy(error: unknown): boolean {
  return (
    error instanceof SqliteError &&
    (/^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(error.code) ||
      /database (table )?is locked|no more rows available/.test(error.message))
  );
}

/** The failure of SQLite as one of ours, where it is an expected one; else the error as it is. */
export function translate(error: unknown): unknown {
  if (error instanceof HermesError || !(error instanceof SqliteError)) return error;
  if (isBusy(error)) return new StoreBusyError(READ_PATIENCE_MS);
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

/** The tokenizer that a trigger of the file needs and this SQLite does not have; null when it is not that. */
export function missingTokenizer(error: InstanceType<typeof SqliteError>): string | null {
  return /no such tokenizer: (\w+)/.exec(error.message)?.[1] ?? null;
}

/** Why a file with such triggers is read-only, as the end of a sentence. */
export function tokenizerReason(tokenizer: string): string {
  return `its triggers need the tokenizer "${tokenizer}", which only Hermes brings; without it a write would fail.`;
}
