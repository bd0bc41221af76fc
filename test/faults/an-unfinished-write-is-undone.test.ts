import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createStore } from '../../src/db/sqlite/create.js';
import { inspectStore } from '../../src/db/sqlite/inspect/inspect.js';
import { isLegacyStore, openSqliteStore, type AccessMode } from '../../src/db/sqlite/index.js';
import { migrate } from '../../src/db/sqlite/migrations/migrate.js';
import { copyFixture, hashOf, integrityOf, NOW, raw, SOUND } from '../db/migrations/files.js';
import { startChild } from '../support/processes.js';
import {
  copyDatabase,
  insertMessage,
  insertSession,
  onConnection,
  openTestStore,
  temporaryFolder,
} from '../support/store.js';

async function dieInATransaction(path: string): Promise<void> {
  await startChild('die-in-a-transaction.py', [path]).ended;
  expect(statSync(`${path}-journal`).size).toBeGreaterThan(0);
}

/** A store with one message, whose journal undoes what a killed process wrote after it. */
async function unfinished(): Promise<string> {
  const path = join(temporaryFolder(), 'state.db');
  createStore(path);
  onConnection(path, (db) => {
    db.pragma('journal_mode = DELETE');
    insertSession(db, 'a');
    insertMessage(db, 'a', 'user', 'finished');
  });
  await dieInATransaction(path);
  return path;
}

test.each(['default', 'write'] as AccessMode[])(
  'a store is opened as it was at its last commit (%s)',
  async (mode) => {
    const path = await unfinished();
    const store = openSqliteStore({ path, mode, heavy: 'inline' });
    expect(await store.status()).toMatchObject({ writable: true, messageCount: 1 });
    await store.appendMessage({ sessionId: 'a', role: 'user', content: 'more' });
    await store.close();
    expect(existsSync(`${path}-journal`)).toBe(false);
    expect(integrityOf(path)).toEqual(SOUND);
    expect(raw(path, (db) => db.prepare('SELECT content FROM messages').pluck().all())).toEqual([
      'finished',
      'more',
    ]);
  },
);

test('also one that is served for reading, for a newer Hermes owns it', async () => {
  const path = copyFixture('versions/v25.db');
  const before = raw(path, (db) => db.prepare('SELECT COUNT(*) FROM messages').pluck().get());
  await dieInATransaction(path);
  const store = openSqliteStore({ path, heavy: 'inline' });
  expect(await store.status()).toMatchObject({ writable: false, messageCount: before });
  await store.close();
});

test('--read-only refuses with what it is and who undoes it, and changes nothing', async () => {
  const path = await unfinished();
  const files = [path, `${path}-journal`];
  const before = files.map(hashOf);
  expect(() => openSqliteStore({ path, mode: 'read-only' })).toThrow(
    `${path} cannot be read as it is: a process was killed in the middle of a write, which ${path}-journal will undo. Hermes does that when it opens the file, and so do \`hermes-graphql serve\` without --read-only and \`hermes-graphql migrate\`.`,
  );
  await expect(inspectStore(path)).rejects.toThrow('was killed in the middle of a write');
  expect(files.map(hashOf)).toEqual(before);
});

test('an old store is migrated, and `serve --migrate` sees that it is one', async () => {
  const path = copyFixture('versions/v09.db');
  await dieInATransaction(path);
  await migrate(path, { now: () => NOW });
  expect(integrityOf(path)).toEqual(SOUND);
  expect(raw(path, (db) => db.prepare('SELECT COUNT(*) FROM messages').pluck().get())).toBe(16);
  expect(raw(path, (db) => db.pragma('journal_mode', { simple: true }))).toBe('delete');

  const other = join(temporaryFolder(), 'state.db');
  copyDatabase('versions/v09.db', other);
  await dieInATransaction(other);
  expect(isLegacyStore(other)).toBe(true);
});

test.each(['default', 'read-only'] as AccessMode[])(
  'a process that dies while the store is open leaves it readable, unless nothing may be written (%s)',
  async (mode) => {
    const { store, path } = openTestStore({
      mode,
      patience: { limitMs: 200 },
      seed: (db) => {
        db.pragma('journal_mode = DELETE');
        insertSession(db, 'a');
        insertMessage(db, 'a', 'user', 'finished');
      },
    });
    expect(await store.messageCounts(['a'])).toEqual([1]);
    await dieInATransaction(path);
    const counts = Promise.resolve(store.messageCounts(['a']));
    if (mode === 'default') expect(await counts).toEqual([1]);
    else await expect(counts).rejects.toThrow('was killed in the middle of one');
  },
);
