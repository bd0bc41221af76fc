import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { StoreUnusableError } from '../../src/domain/errors.js';
import { createStore } from '../../src/db/sqlite/create.js';
import { openSqliteStore, type AccessMode } from '../../src/db/sqlite/index.js';
import { copyOf } from '../db/migrations/files.js';
import { insertMessage, insertSession, onConnection, temporaryFolder } from '../support/store.js';

/** A store whose last message is in its log alone, as after a crash; its file was moved away. */
function logWithoutStore(): { path: string; moved: string } {
  const live = join(temporaryFolder(), 'state.db');
  createStore(live);
  const db = new Database(live);
  db.pragma('wal_autocheckpoint = 0');
  insertSession(db, 'a');
  insertMessage(db, 'a', 'user', 'precious');
  const path = copyOf(live);
  db.close();
  const moved = join(temporaryFolder(), 'moved.db');
  renameSync(path, moved);
  return { path, moved };
}

const bytesIn = (folder: string) =>
  new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'hex')]));

test.each(['default', 'write', 'read-only'] as AccessMode[])(
  'a missing store is not made anew beside its log, and nothing is touched (%s)',
  (mode) => {
    const { path, moved } = logWithoutStore();
    const before = bytesIn(dirname(path));
    expect(before.size).toBe(2);
    expect(() => openSqliteStore({ path, mode })).toThrow(StoreUnusableError);
    expect(() => openSqliteStore({ path, mode })).toThrow(
      `No store at ${path}, but ${path}-wal of an earlier one: what was written last may be in there alone. Put the store back beside it; or, if it is lost, move that away to have a new one made.`,
    );
    expect(bytesIn(dirname(path))).toEqual(before);
    renameSync(moved, path);
    const row = onConnection(path, (db) => db.prepare('SELECT content FROM messages').get());
    expect(row).toEqual({ content: 'precious' });
  },
);

test('nor beside a rollback journal', () => {
  const path = join(temporaryFolder(), 'state.db');
  writeFileSync(`${path}-journal`, 'what stood there before');
  expect(() => openSqliteStore({ path })).toThrow(`No store at ${path}, but ${path}-journal of`);
  expect(readFileSync(`${path}-journal`, 'utf8')).toBe('what stood there before');
  expect(existsSync(path)).toBe(false);
});

test('a link to a file that is not there is told from a store that was never made', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'state.db');
  symlinkSync(join(folder, 'disk', 'state.db'), path);
  for (const mode of ['default', 'read-only'] as const) {
    expect(() => openSqliteStore({ path, mode })).toThrow(
      `${path} is a link to a file that is not there. See whether the disk that it leads to is mounted, or remove the link.`,
    );
  }
  expect(readdirSync(folder)).toEqual(['state.db']);
});
