import Database from 'better-sqlite3';
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { InvalidInputError, StoreBusyError } from '../../../src/domain/errors.js';
import { golden, tableRows } from '../../support/golden.js';
import { ReferenceStore } from '../../support/reference-store.js';
import { insertSession, openTestStore, testClock } from '../../support/store.js';

/** What the reference did when it wrote under a lock, failed, closed, and met odd input. */
const reference = golden('open_behaviour') as {
  pragmas: Record<string, unknown>;
  write_while_locked_2s: { result: number };
  sidecars_after_last_close: string[];
  prune_40000: { result: number };
  prune_under_32766: { result: number };
};

/** Holds the write lock of a file until it is told to let go. */
function holdLock(path: string): () => void {
  const other = new Database(path);
  other.exec('BEGIN IMMEDIATE');
  return () => {
    other.exec('ROLLBACK');
    other.close();
  };
}

it('leaves a new file with the settings of the reference', () => {
  const { raw } = openTestStore();
  /** These belong to a connection; those of our writer have a test of their own. */
  const ofConnections = ['foreign_keys', 'busy_timeout', 'synchronous', 'recursive_triggers'];
  const expected = Object.entries(reference.pragmas).filter(
    ([name]) => !ofConnections.includes(name),
  );
  const settings = raw((db) => expected.map(([name]) => [name, db.pragma(name, { simple: true })]));
  expect(settings).toEqual(expected);
});

it('waits for a lock until it is let go', async () => {
  let release = () => {};
  let waits = 0;
  const { store, path } = openTestStore({
    seed: (db) => insertSession(db, 'a'),
    patience: {
      sleep: () => {
        waits += 1;
        if (waits === 3) release();
        return Promise.resolve();
      },
    },
  });
  release = holdLock(path);
  const { message } = await store.appendMessage({ sessionId: 'a', role: 'user', content: 'hi' });
  expect(message.id).toBe(reference.write_while_locked_2s.result);
  expect(waits).toBe(3);
});

it('gives up on a lock with one clear error when its patience ends, and writes nothing', async () => {
  let elapsed = 0;
  const { store, path, raw } = openTestStore({
    seed: (db) => insertSession(db, 'a'),
    patience: {
      limitMs: 20_000,
      now: () => elapsed,
      sleep: (ms) => {
        elapsed += ms;
        return Promise.resolve();
      },
    },
  });
  const release = holdLock(path);
  const append = store.appendMessage({ sessionId: 'a', role: 'user', content: 'hi' });
  await expect(append).rejects.toThrow(StoreBusyError);
  await expect(append).rejects.toMatchObject({ retryable: true, waitedMs: elapsed });
  release();
  expect(raw((db) => tableRows(db, 'messages'))).toEqual([]);
});

it('takes everything back when a step of a write is refused', async () => {
  const { store, raw } = openTestStore({ seed: (db) => insertSession(db, 'a') });
  await store.appendMessage({ sessionId: 'a', role: 'user', content: 'keep me' });
  const before = raw((db) => [tableRows(db, 'sessions'), tableRows(db, 'messages')]);
  const replace = store.replaceMessages('a', [
    { role: 'user', content: 'new' },
    { role: 'user', content: 'half\u0000' },
  ]);
  await expect(replace).rejects.toThrow(InvalidInputError);
  await expect(replace).rejects.toMatchObject({ field: 'messages[1].content' });
  expect(raw((db) => [tableRows(db, 'sessions'), tableRows(db, 'messages')])).toEqual(before);
});

/**
 * Meant to differ: where the reference, closing last, deletes the write-ahead log, ours leaves it,
 * for deleting it has lost the writes of a process that held the file without a lock.
 */
it('leaves the write-ahead log when it closes, and the next one to open it deletes it', async () => {
  const { store, path, raw } = openTestStore();
  await store.createSession({ sessionId: 'a', source: 'cli' });
  await store.close();
  const left = () => readdirSync(dirname(path)).sort();
  expect(left()).toEqual(['state.db', 'state.db-shm', 'state.db-wal']);
  expect(raw((db) => tableRows(db, 'sessions'))).toHaveLength(1);
  expect(left()).toEqual(reference.sidecars_after_last_close);
});

it('can be closed twice, and answers nothing afterwards', async () => {
  const { store } = openTestStore();
  await Promise.all([store.close(), store.close()]);
  await expect(async () => store.sessionsByIds(['a'])).rejects.toThrow('not open');
  const append = store.appendMessage({ sessionId: 'a', role: 'user' });
  await expect(append).rejects.toThrow('not open');
});

it('stores U+FFFD for half an emoji, where the reference cannot write at all', async () => {
  const { store } = openTestStore({ seed: (db) => insertSession(db, 'a') });
  const { message } = await store.appendMessage({
    sessionId: 'a',
    role: 'user',
    content: 'x\ud800',
  });
  expect(message.content).toBe('x\ufffd');
  expect((await store.setSessionTitle('a', 'x\ud800')).session.title).toBe('x\ufffd');
});

it.each([40_000, 20_000])('prunes %i sessions in one go', async (count) => {
  const clock = testClock();
  const { store } = openTestStore({
    clock,
    seed: (db) => {
      db.transaction(() => {
        for (let n = 0; n < count; n += 1) insertSession(db, `s${n}`, { ended_at: 2000 });
      })();
    },
  });
  const ours = new ReferenceStore(store, clock, 0);
  expect(reference.prune_40000.result).toBe(40_000);
  expect(await ours.call('prune_sessions', {})).toBe(count);
  expect(await ours.call('prune_sessions', {})).toBe(reference.prune_under_32766.result);
});
