import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';

/** A process that has a store open. */
export interface Holder {
  pid: number;
  /** The process that started it; null when that cannot be seen. */
  parent: number | null;
}

/**
 * The processes that have the store open, each once, as far as this user may see them.
 *
 * @throws Error when it cannot be found out here
 */
export function holders(store: string): Holder[] {
  const locks = linuxLocks();
  if (locks === null) return openers(store);
  const pids = new Set([...lockers(locks, store), ...linuxOpeners(store)]);
  return [...pids].map((pid) => ({ pid, parent: linuxParent(pid) }));
}

function linuxLocks(): string | null {
  return orNull(() => readFileSync('/proc/locks', 'utf8'));
}

function linuxParent(pid: number): number | null {
  const status = orNull(() => readFileSync(`/proc/${pid}/status`, 'utf8')) ?? '';
  const parent = /^PPid:\s*(\d+)$/m.exec(status)?.[1];
  return parent === undefined ? null : Number(parent);
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

/**
 * The processes of this user with a descriptor of the store: one that uses no write-ahead log holds no
 * lock between two transactions.
 */
function linuxOpeners(store: string): number[] {
  const file = statSync(store);
  const isStore = (descriptor: string) => {
    const stats = orNull(() => statSync(descriptor, { throwIfNoEntry: false }));
    return stats?.ino === file.ino && stats.dev === file.dev;
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const folder = `/proc/${pid}/fd`;
      const descriptors = orNull(() => readdirSync(folder)) ?? [];
      return descriptors.some((name) => isStore(`${folder}/${name}`));
    })
    .map(Number);
}

/** What another process may end, or forbid, at any moment. */
function orNull<Result>(look: () => Result): Result | null {
  try {
    return look();
  } catch {
    return null;
  }
}

/**
 * As `holders`, where there is no /proc. A process is a line `p<pid>` and a line `R<parent>` of what
 * lsof prints. It ends with 1 both when no process has the file open and when it failed, but then it
 * says why.
 */
export function openers(store: string): Holder[] {
  const { status, stdout, stderr } = spawnSync('lsof', ['-R', '-F', 'pR', store], {
    encoding: 'utf8',
  });
  const isNobody = status === 1 && stdout === '' && stderr === '';
  if (status !== 0 && !isNobody) {
    throw new Error('whether another process has the store open cannot be found out here');
  }
  return [...stdout.matchAll(/^p(\d+)\n(?:R(\d+)$)?/gm)].map(([, pid, parent]) => ({
    pid: Number(pid),
    parent: parent === undefined ? null : Number(parent),
  }));
}
