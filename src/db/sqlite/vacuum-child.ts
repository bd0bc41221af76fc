import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { openForWriting } from './driver.js';

/**
 * A process of its own: `vacuum-child <store> <pid>`. Rewrites a store without its free pages, unless
 * a process other than `pid` and its children has it open: this one is such a child, and so are those
 * that search, which only read and hold no transaction between two jobs. Prints `{ "ok": true }`, or
 * `{ "ok": false, "reason" }`. The write-ahead log is checkpointed passively, never truncated.
 */
const PATIENCE_MS = 5_000;

function vacuum(store: string, server: number): void {
  const others = holders(store)
    .filter(({ pid, parent }) => pid !== server && parent !== server)
    .map(({ pid }) => pid);
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

interface Holder {
  pid: number;
  /** The process that started it; null when that cannot be seen. */
  parent: number | null;
}

/** The processes that have the store open, each once, as far as this user may see them. */
function holders(store: string): Holder[] {
  const locks = linuxLocks();
  if (locks === null) return openers(store);
  return [...new Set(lockers(locks, store))].map((pid) => ({ pid, parent: linuxParent(pid) }));
}

function linuxLocks(): string | null {
  try {
    return readFileSync('/proc/locks', 'utf8');
  } catch {
    return null;
  }
}

function linuxParent(pid: number): number | null {
  try {
    const parent = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return parent === undefined ? null : Number(parent);
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

/** A process is a line `p<pid>` and a line `R<parent>` of what lsof prints. */
function openers(store: string): Holder[] {
  try {
    const fields = execFileSync('lsof', ['-R', '-F', 'pR', store], { encoding: 'utf8' });
    return [...fields.matchAll(/^p(\d+)\n(?:R(\d+)$)?/gm)].map(([, pid, parent]) => ({
      pid: Number(pid),
      parent: parent === undefined ? null : Number(parent),
    }));
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
