import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreUnusableError } from '../../../domain/errors.js';
import { count } from '../decode.js';
import type { Sql } from '../sql.js';

/** Room for the write-ahead log, which a checkpoint empties only now and then. */
const LOG_BYTES = 64 * 1024 * 1024;
/**
 * What both inline indexes take of the disk for each byte of text, measured at up to 8: two copies
 * of the text, its words, and its runs of three characters.
 */
const INDEX_BYTES_PER_TEXT_BYTE = 8;

/** Bytes that this user can still write to the file system of a folder. */
export function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** What is about to be written beside a store. */
export interface Plans {
  backup: boolean;
  newIndexes: boolean;
}

/**
 * Makes sure of room for what is about to be written.
 *
 * @throws StoreUnusableError that says how much is needed; nothing was changed by then
 */
export function assertSpace(
  sql: Sql,
  path: string,
  plans: Plans,
  freeBytes: (folder: string) => number,
): void {
  const folder = dirname(path);
  const needed =
    LOG_BYTES +
    (plans.backup ? fileBytes(sql) : 0) +
    (plans.newIndexes ? textBytes(sql) * INDEX_BYTES_PER_TEXT_BYTE : 0);
  const free = freeBytes(folder);
  if (free >= needed) return;
  const what = plans.backup ? 'the backup and the new indexes' : 'the new indexes';
  throw new StoreUnusableError(
    `There is too little room in ${folder}: ${what} of ${path} take about ${megabytes(needed)} MB, and ${megabytes(free)} MB are free. Nothing was changed; free some space and try again.`,
  );
}

function fileBytes(sql: Sql): number {
  const pages = count(sql.get('PRAGMA page_count')?.['page_count']);
  return pages * count(sql.get('PRAGMA page_size')?.['page_size']);
}

/** Lengths are read from the row headers; the text itself is not loaded. */
function textBytes(sql: Sql): number {
  const found = sql.get(
    `SELECT TOTAL(octet_length(content)) + TOTAL(octet_length(tool_name))
       + TOTAL(octet_length(tool_calls)) AS n FROM messages`,
  );
  return count(found?.['n']);
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000);
}
