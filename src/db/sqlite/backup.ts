import { statSync } from 'node:fs';
import { StoreUnusableError } from '../../domain/errors.js';
import { runChild } from './child.js';
import { count, row, text } from './decode.js';

/** A verified copy of a store. */
export interface Backup {
  path: string;
  sessionCount: number;
  messageCount: number;
}

const LIMIT_MS = 60 * 60 * 1000;

/**
 * Makes a backup beside a store, readable by its owner only: one step of SQLite's backup API in a
 * process of its own, while others may write. A copy has its name only once it was checked.
 *
 * @param label what the name says of the store, `schema9` for instance
 * @param now epoch seconds; the name holds them in UTC
 * @throws StoreUnusableError when no backup could be made
 */
export async function backUp(path: string, label: string, now: number): Promise<Backup> {
  const target = freeName(`${path}.backup-${label}-${stamp(now)}`);
  const result = await runChild('backup-child.js', [path, target], LIMIT_MS);
  if (result.answer === undefined) throw failed(path, 'its process ended before it was done');
  const answer = row(result.answer);
  if (answer['ok'] !== true) throw failed(path, text(answer['reason']));
  return {
    path: target,
    sessionCount: count(answer['sessions']),
    messageCount: count(answer['messages']),
  };
}

/** `20261201-113000`, in UTC. */
function stamp(now: number): string {
  const [date = '', time = ''] = new Date(now * 1000).toISOString().split('T');
  return `${date.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}`;
}

function freeName(name: string): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (statSync(candidate, { throwIfNoEntry: false }) === undefined) return candidate;
  }
}

function failed(path: string, reason: string): StoreUnusableError {
  return new StoreUnusableError(
    `No backup of ${path} could be made: ${reason}. Nothing was changed.`,
  );
}
