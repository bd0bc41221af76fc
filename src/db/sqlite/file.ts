import { accessSync, constants, lstatSync, realpathSync, statSync, type Stats } from 'node:fs';
import { userInfo } from 'node:os';
import { StoreUnusableError } from '../../domain/errors.js';

/** Which file a path leads to: a replaced file has other numbers. */
export interface FileIdentity {
  device: number;
  inode: number;
}

/** The store's file, looked at without opening it. */
export interface StoreFile {
  /** Absolute, with links followed. */
  path: string;
  identity: FileIdentity;
}

/**
 * Finds the file at a path.
 *
 * @returns null when there is nothing
 * @throws StoreUnusableError when it is no regular file, is empty, leads nowhere, or this user may
 *   not read it
 */
export function findStore(path: string): StoreFile | null {
  const stats = settled(path);
  if (stats === undefined) {
    const link = lstatSync(path, { throwIfNoEntry: false });
    if (link?.isSymbolicLink() !== true) return null;
    throw new StoreUnusableError(
      `${path} is a link to a file that is not there. See whether the disk that it leads to is mounted, or remove the link.`,
    );
  }
  if (!stats.isFile()) throw new StoreUnusableError(`${path} is not a regular file.`);
  if (stats.size === 0) {
    throw new StoreUnusableError(
      `${path} is empty (0 bytes). Remove it to have a new store made in its place.`,
    );
  }
  assertReadable(path);
  return { path: realpathSync(path), identity: identityOf(stats) };
}

/**
 * Makes sure that nothing of an earlier store lies where there is none: what was written to it last
 * can be in its log alone, and a new database beside that would have SQLite discard it.
 *
 * @param path where no file is
 * @throws StoreUnusableError
 */
export function assertNoRemains(path: string): void {
  const remains = ['-wal', '-journal'].map((suffix) => path + suffix).filter(isThere);
  if (remains.length === 0) return;
  throw new StoreUnusableError(
    `No store at ${path}, but ${remains.join(' and ')} of an earlier one: what was written last may be in there alone. Put the store back beside it; or, if it is lost, move that away to have a new one made.`,
  );
}

/** Whether there is anything at a path. */
export function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Which file the path leads to now; null when there is none. */
export function currentIdentity(path: string): FileIdentity | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? null : identityOf(stats);
}

function assertReadable(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch {
    throw new StoreUnusableError(
      `${path} may not be read by ${user()}. Give that user read permission, or run as the file's owner.`,
    );
  }
}

/** What stands at a path; a file that another process is just making is waited for, a second at most. */
function settled(path: string): Stats | undefined {
  for (let look = 0; ; look += 1) {
    const stats = lookAt(path);
    const isNew = stats?.isFile() === true && stats.size === 0 && Date.now() - stats.mtimeMs < 2000;
    if (!isNew || look === 20) return stats;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  }
}

/** What stands at a path, without opening it. */
function lookAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new StoreUnusableError(`${path} cannot be looked at: ${reasonOf(error)}.`);
  }
}

/** Why the system refused, in a word: its code where it has one. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

function identityOf(stats: Stats): FileIdentity {
  return { device: stats.dev, inode: stats.ino };
}

/** Who runs this, for sentences about permissions. */
export function user(): string {
  try {
    return `user "${userInfo().username}"`;
  } catch {
    return 'this user';
  }
}
