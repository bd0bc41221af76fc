import { randomBytes } from 'node:crypto';
import { constants, copyFileSync, linkSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { reasonOf } from './file.js';

/**
 * Files are made under a name of their own, beside the one that they will have: whoever finds a
 * store finds a whole one, and what a kill leaves is in nobody's way.
 *
 * This is the only module that may use plain `fs` on databases. It touches only such files, which
 * no connection has open: there is no lock that it could drop.
 */
const SUFFIXES = ['', '-journal', '-wal', '-shm'];
const ABANDONED_MS = 60_000;

/** A name for a file that is to become the one at a path. Its own to this process. */
export function unfinishedName(path: string): string {
  return `${path}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
}

/**
 * Gives a finished file, closed by now, its name, unless a file has that name already: then that one
 * stays as it is. Where the file system knows no links, the file is copied.
 */
export function publish(unfinished: string, path: string): void {
  try {
    linkOrCopy(unfinished, path);
  } catch (error) {
    if (reasonOf(error) !== 'EEXIST') throw error;
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (reasonOf(error) === 'EEXIST') throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
}

/** Removes a file of this process under its unfinished name, and what SQLite put beside it. */
export function removeUnfinished(unfinished: string): void {
  for (const suffix of SUFFIXES) rmSync(unfinished + suffix, { force: true });
}

/** Removes what processes that were killed while they made the file at a path left beside it. */
export function removeAbandoned(path: string): void {
  const prefix = `${basename(path)}.new-`;
  for (const name of namesIn(dirname(path))) {
    if (!name.startsWith(prefix)) continue;
    const maker = /^(\d+)-[0-9a-f]{8}(?:-journal|-wal|-shm)?$/.exec(name.slice(prefix.length))?.[1];
    const file = join(dirname(path), name);
    if (maker !== undefined && isAbandoned(file, Number(maker))) rmSync(file, { force: true });
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A folder can be one that may be written and not listed.
    return [];
  }
}

/**
 * Process ids are not enough: a maker of another container may have one that runs here. One that is at
 * work elsewhere this very minute loses its unfinished store, and starts again.
 */
function isAbandoned(file: string, maker: number): boolean {
  const madeAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return !isRunning(maker) || Date.now() - madeAt > ABANDONED_MS;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return reasonOf(error) !== 'ESRCH';
  }
}
