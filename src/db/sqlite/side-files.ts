import { execFileSync } from 'node:child_process';
import { accessSync, constants, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { StoreUnusableError } from '../../domain/errors.js';
import { isThere, user } from './file.js';

/**
 * Makes sure that looking at a file leaves it to its owner: reading a database in WAL mode that
 * nobody has open makes a log and shared memory beside it, which belong to who looks, and which the
 * owner could then not write. Root is no danger: SQLite gives what it makes to the file's owner.
 *
 * @param path a file that is there
 * @throws StoreUnusableError
 */
export function assertMayLook(path: string): void {
  const uid = process.geteuid?.();
  const stats = statSync(path, { throwIfNoEntry: false });
  if (uid === undefined || uid === 0 || stats === undefined || uid === stats.uid) return;
  const hasBoth = ['-wal', '-shm'].every((suffix) => isThere(path + suffix));
  const folder = dirname(path);
  if (hasBoth || !mayWrite(folder) || ownerCouldWrite(stats, folder) || !isInWalMode(path)) return;
  throw new StoreUnusableError(
    `${path} belongs to another user and nobody has it open: reading it now would make files beside it that its owner could not write, and Hermes with it. Run as its owner, or while Hermes has it open; ${user()} may read it then.`,
  );
}

/** Where nothing can be made beside the file, SQLite says so itself. */
function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** What is made beside a file has its mode, and the group of its maker or of such a folder. */
function ownerCouldWrite(file: Stats, folder: string): boolean {
  if ((file.mode & 0o002) !== 0) return true;
  const { mode, gid } = statSync(folder);
  const group = (mode & 0o2000) !== 0 ? gid : process.getegid?.();
  return (file.mode & 0o020) !== 0 && group === file.gid;
}

/** The second of two bytes of the header says it; another process reads them, for the locks of this one. */
function isInWalMode(path: string): boolean {
  const READ = `
    const file = require('node:fs').openSync(process.argv[1]);
    const header = Buffer.alloc(20);
    require('node:fs').readSync(file, header, 0, 20, 0);
    process.stdout.write(String(header[19]));`;
  try {
    return execFileSync(process.execPath, ['-e', READ, path], { encoding: 'utf8' }) === '2';
  } catch {
    return true;
  }
}
