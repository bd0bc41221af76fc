import { SqliteError } from './driver.js';
import {
  HermesError,
  ReadOnlyStoreError,
  SearchIndexDamagedError,
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

/** Whether a unique index refused a row. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof SqliteError && error.code === 'SQLITE_CONSTRAINT_UNIQUE';
}

/** The failure of SQLite as one of ours, where it is an expected one; else the error as it is. */
export function translate(error: unknown): unknown {
  if (error instanceof HermesError || !(error instanceof SqliteError)) return error;
  if (error.code.startsWith('SQLITE_FULL')) return new StoreFullError();
  if (error.code === 'SQLITE_CORRUPT_VTAB') return new SearchIndexDamagedError();
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) return new StoreCorruptError();
  if (error.code.startsWith('SQLITE_READONLY')) {
    return new ReadOnlyStoreError('the file or its folder may not be written by this user.');
  }
  return error;
}
