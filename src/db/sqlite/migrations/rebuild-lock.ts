import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { StoreUnusableError } from '../../../domain/errors.js';

const PYTHON = `
import fcntl, sys
with open(sys.argv[1], 'r+') as lock:
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    print('held', flush=True)
    sys.stdin.read()
`;

/** Programs that can take an flock, which Node cannot: each prints a line when it holds the lock. */
const HOLDERS = [
  { command: 'flock', args: (lock: string) => ['-n', lock, 'sh', '-c', 'echo held; exec cat'] },
  { command: 'python3', args: (lock: string) => ['-c', PYTHON, lock] },
] as const;

/**
 * Runs work on the search indexes while holding `<store>.fts_rebuild.lock`, by which newer Hermes
 * processes keep apart from each other. Where the file is not there, no such Hermes has used the
 * store, and none is made. The lock is held by a helper process that ends, and lets go, when its
 * input does: also when this process is killed.
 *
 * @throws StoreUnusableError when another process holds the lock, or when that cannot be found out
 */
export async function withRebuildLock<Result>(
  store: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = `${store}.fts_rebuild.lock`;
  if (statSync(lock, { throwIfNoEntry: false }) === undefined) return work();
  const release = await hold(lock, store);
  try {
    return await work();
  } finally {
    await release();
  }
}

async function hold(lock: string, store: string): Promise<() => Promise<void>> {
  for (const { command, args } of HOLDERS) {
    const holder = spawn(command, args(lock), { stdio: ['pipe', 'pipe', 'ignore'] });
    holder.stdin.on('error', () => undefined);
    const ended = new Promise<'missing' | 'refused'>((resolve) => {
      holder.once('error', () => resolve('missing'));
      holder.once('close', () => resolve('refused'));
    });
    const line = once(createInterface(holder.stdout), 'line').then(() => 'held' as const);
    const outcome = await Promise.race([line, ended]);
    if (outcome === 'held') {
      return async () => {
        holder.stdin.end();
        await ended;
      };
    }
    if (outcome === 'refused') {
      throw new StoreUnusableError(
        `Another process is rebuilding the search indexes of ${store}: it holds ${lock}. Try again when it has finished.`,
      );
    }
  }
  throw new StoreUnusableError(
    `Whether Hermes is rebuilding the search indexes of ${store} cannot be found out: neither flock nor python3 is on this machine, and ${lock} is there. Stop Hermes, remove that file and try again.`,
  );
}
