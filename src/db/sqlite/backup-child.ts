import { renameSync, rmSync } from 'node:fs';
import { damageReport } from './damage-report.js';
import { openForReading, openForWriting, SqliteError, type Connection } from './driver.js';

/**
 * A process of its own: `backup-child <store> <backup>`. Copies a store in one step through SQLite's
 * backup API, checks the copy, and only then gives it its name. Prints `{ "ok": true, … }`, or
 * `{ "ok": false, "reason" }`.
 */
const PATIENCE_MS = 60_000;
const DAMAGED = 'SQLite finds it damaged (`hermes-graphql doctor` says where)';
const ALL_PAGES = 0x7fffffff;

interface Counts {
  sessions: number;
  messages: number;
}

async function copyStore(store: string, backup: string): Promise<Counts> {
  const partial = `${backup}.partial`;
  process.umask(0o077);
  rmSync(partial, { force: true });
  try {
    const counts = await copy(store, partial);
    verify(partial, counts);
    renameSync(partial, backup);
    return counts;
  } catch (error) {
    for (const suffix of ['', '-journal', '-wal', '-shm'])
      rmSync(partial + suffix, { force: true });
    throw error;
  }
}

/** Counts and copies in one read transaction, so that both see the same moment. */
async function copy(store: string, target: string): Promise<Counts> {
  const source = openForReading(store);
  source.pragma(`busy_timeout = ${PATIENCE_MS}`);
  const deadline = performance.now() + PATIENCE_MS;
  try {
    source.exec('BEGIN');
    const counts = countRows(source);
    await source.backup(target, {
      progress: () => {
        if (performance.now() > deadline) throw new Error('another process holds its lock');
        return ALL_PAGES;
      },
    });
    return counts;
  } finally {
    source.close();
  }
}

function verify(path: string, expected: Counts): void {
  // A read-only connection would leave -wal and -shm files beside the copy.
  const copied = openForWriting(path, { create: false });
  try {
    const counts = countRows(copied);
    // A search index holds nothing that the messages do not, and a migration makes it anew.
    if (damageReport(copied, 'quick_check').lines.length > 0) throw new Error(DAMAGED);
    if (counts.sessions !== expected.sessions || counts.messages !== expected.messages) {
      throw new Error('the copy has another number of rows than the store');
    }
  } finally {
    copied.close();
  }
}

function countRows(connection: Connection): Counts {
  const count = (table: string) =>
    Number(connection.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get());
  return { sessions: count('sessions'), messages: count('messages') };
}

const [store = '', backup = ''] = process.argv.slice(2);
try {
  answer({ ok: true, ...(await copyStore(store, backup)) });
} catch (error) {
  answer({ ok: false, reason: reasonOf(error) });
}

function reasonOf(error: unknown): string {
  if (error instanceof SqliteError && error.code.startsWith('SQLITE_CORRUPT')) return DAMAGED;
  return error instanceof Error ? error.message : 'unknown failure';
}

function answer(value: object): void {
  process.stdout.write(JSON.stringify(value));
}
