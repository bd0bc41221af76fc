import Database from 'better-sqlite3';
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createStore } from '../../src/db/sqlite/create.js';
import { openSqliteStore } from '../../src/db/sqlite/index.js';
import { integrityOf, SOUND } from '../db/migrations/files.js';
import { startChild } from '../support/processes.js';
import { onConnection, temporaryFolder } from '../support/store.js';

const fresh = () => join(temporaryFolder(), 'state.db');

afterEach(() => void vi.restoreAllMocks());

test('a making that is killed at any statement leaves no store, and the next one clears up', async () => {
  const whole = startChild('make-a-store.js', [fresh()]);
  await whole.ended;
  const statements = Number(whole.lines[0]);
  expect(statements).toBeGreaterThan(20);
  for (let at = 1; at <= statements; at += 6) {
    const path = fresh();
    expect(await startChild('make-a-store.js', [path, String(at)]).ended, `at ${at}`).toBeNull();
    expect(existsSync(path), `at ${at}`).toBe(false);
    await openSqliteStore({ path, heavy: 'inline' }).close();
    expect(integrityOf(path), `at ${at}`).toEqual(SOUND);
    const others = readdirSync(dirname(path)).filter(
      (name) => !/^state\.db(-wal|-shm)?$/.test(name),
    );
    expect(others, `at ${at}`).toEqual([]);
  }
}, 120_000);

test('many processes that make the same store at once all find one that is whole', async () => {
  const path = fresh();
  const makers = Array.from({ length: 6 }, () => startChild('make-a-store.js', [path]));
  expect(await Promise.all(makers.map(({ ended }) => ended))).toEqual([0, 0, 0, 0, 0, 0]);
  expect(integrityOf(path)).toEqual(SOUND);
  expect(readdirSync(dirname(path))).toEqual(['state.db']);
}, 60_000);

test('a store that another process made meanwhile stays as it is', () => {
  const path = fresh();
  createStore(path);
  onConnection(path, (db) => db.exec("INSERT INTO state_meta VALUES ('made by', 'another')"));
  const { ino } = statSync(path);
  createStore(path);
  expect(statSync(path).ino).toBe(ino);
  const kept = onConnection(path, (db) => db.prepare('SELECT value FROM state_meta').pluck().all());
  expect(kept).toEqual(['another']);
  expect(readdirSync(dirname(path))).toEqual(['state.db']);
});

test.skipIf(process.platform === 'win32')('it is for its owner only, and in WAL mode', () => {
  const path = fresh();
  createStore(path);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(onConnection(path, (db) => db.pragma('journal_mode', { simple: true }))).toBe('wal');
});

test('a full disk is named, and nothing is left', () => {
  const path = fresh();
  vi.spyOn(Database.prototype, 'exec').mockImplementation(() => {
    throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
  });
  expect(() => openSqliteStore({ path })).toThrow(
    `No store at ${path}, and none can be made there: the disk is full. Free some space and try again.`,
  );
  expect(readdirSync(dirname(path))).toEqual([]);
});

test('what a process is just making is left alone, and what was given up long ago is not', () => {
  const path = fresh();
  const now = `${path}.new-${process.pid}-00000001`;
  const old = `${path}.new-${process.pid}-00000002-journal`;
  const theirs = [`${path}.new-notes`, `${path}.new-1-00000003.txt`, `${path}.news`];
  for (const name of [now, old, ...theirs]) writeFileSync(name, 'x');
  utimesSync(old, new Date(Date.now() - 3_600_000), new Date(Date.now() - 3_600_000));
  createStore(path);
  expect([now, old, ...theirs].map((name) => existsSync(name))).toEqual([
    true,
    false,
    true,
    true,
    true,
  ]);
});
