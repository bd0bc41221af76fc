import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { openForWriting } from './driver.js';

/**
 * A process of its own: `vacuum-child <store> <pid>`. Rewrites a store without its free pages, unless
 * a process other than this one and `pid` has it open. Prints `{ "ok": true }`, or
 * `{ "ok": false, "reason" }`. The write-ahead log is checkpointed passively, never truncated.
 */
const PATIENCE_MS = 5_000;

function vacuum(store: string, server: number): void {
  const others = holders(store).filter((pid) => pid !== server && pid !== process.pid);
  if (others.length > 0) {
    throw new Error(`another process (${others.join(', ')}) has the store open`);
  }
  const connection = openForWriting(store, { create: false });
  try {
    connection.pragma(`busy_timeout = ${PATIENCE_MS}`);
    connection.exec('VACUUM');
    connection.pragma('wal_checkpoint(PASSIVE)');
  } finally {
    connection.close();
  }
}

/** The processes that have the store open, each once, as far as this user may see them. */
function holders(store: string): number[] {
  const locks = linuxLocks();
  return [...new Set(locks === null ? openers(store) : lockers(locks, store))];
}

function linuxLocks(): string | null {
  try {
    return readFileSync('/proc/locks', 'utf8');
  } catch {
    return null;
  }
}

/** A line of Linux' list of locks has its process as the fifth word, then `device:device:inode`. */
function lockers(locks: string, store: string): number[] {
  const inodes = [store, `${store}-shm`].flatMap(
    (path) => statSync(path, { throwIfNoEntry: false })?.ino ?? [],
  );
  return locks
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((words) => inodes.includes(Number(words[5]?.split(':')[2])))
    .map((words) => Number(words[4]));
}

function openers(store: string): number[] {
  try {
    const pids = execFileSync('lsof', ['-t', store], { encoding: 'utf8' });
    return pids.split('\n').filter(Boolean).map(Number);
  } catch {
    throw new Error('whether another process has the store open cannot be found out here');
  }
}

const [store = '', server = ''] = process.argv.slice(2);
try {
  vacuum(store, Number(server));
  answer({ ok: true });
} catch (error) {
  answer({ ok: false, reason: error instanceof Error ? error.message : 'unknown failure' });
}

function answer(value: object): void {
  process.stdout.write(JSON.stringify(value));
}
