import type Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate } from '../../../src/db/sqlite/migrations/migrate.js';
import { insertSession, type Columns } from '../../support/rows.js';
import { copyFixture, NOW, raw } from './files.js';

/** A version-3 file: titles, and nothing yet that keeps them unique. */
function titledFile(seed: (add: (id: string, columns: Columns) => void) => void): string {
  const path = copyFixture('versions/v04.db');
  raw(path, (db) => {
    db.exec('DROP INDEX idx_sessions_title_unique');
    db.exec('UPDATE schema_version SET version = 3');
    seed((id, columns) => insertSession(db, id, columns));
  });
  return path;
}

async function migratedTitles(path: string): Promise<Record<string, string | null>> {
  await migrate(path, { now: () => NOW });
  return raw(path, titlesById);
}

function titlesById(db: Database.Database): Record<string, string | null> {
  const rows = db
    .prepare<[], { id: string; title: string | null }>(
      "SELECT id, title FROM sessions WHERE id LIKE 't%' ORDER BY id",
    )
    .all();
  return Object.fromEntries(rows.map(({ id, title }) => [id, title]));
}

it('lets the newest keep its title and numbers the others, oldest first', async () => {
  const path = titledFile((add) => {
    add('t1', { title: 'Fix it', started_at: 30 });
    add('t2', { title: 'Fix it', started_at: 10 });
    add('t3', { title: 'Fix it', started_at: 20 });
    add('t4', { title: 'Alone', started_at: 5 });
  });
  expect(await migratedTitles(path)).toEqual({
    t1: 'Fix it',
    t2: 'Fix it #2',
    t3: 'Fix it #3',
    t4: 'Alone',
  });
});

it('lets the greatest id keep the title among equal starts', async () => {
  const path = titledFile((add) => {
    add('ta', { title: 'Same', started_at: 10 });
    add('tb', { title: 'Same', started_at: 10 });
  });
  expect(await migratedTitles(path)).toEqual({ ta: 'Same #2', tb: 'Same' });
});

it('never takes a number that is in use, in letters of either case', async () => {
  const path = titledFile((add) => {
    add('t1', { title: 'Plan', started_at: 1 });
    add('t2', { title: 'Plan', started_at: 2 });
    add('t3', { title: 'plan #7', started_at: 3 });
    add('t4', { title: 'Plan #2', started_at: 4 });
    add('t5', { title: 'Plan #2', started_at: 5 });
  });
  expect(await migratedTitles(path)).toEqual({
    t1: 'Plan #8',
    t2: 'Plan',
    t3: 'plan #7',
    t4: 'Plan #9',
    t5: 'Plan #2',
  });
});

it('counts a start that is no time as the oldest', async () => {
  const path = titledFile((add) => {
    add('t1', { title: 'Odd', started_at: 'not a number' });
    add('t2', { title: 'Odd', started_at: 5e246 });
    add('t3', { title: 'Odd', started_at: 10 });
  });
  expect(await migratedTitles(path)).toEqual({ t1: 'Odd #2', t2: 'Odd #3', t3: 'Odd' });
});

it('takes blank titles away, and keeps one within 100 code points', async () => {
  const long = '🦜'.repeat(99);
  const path = titledFile((add) => {
    add('t1', { title: '', started_at: 1 });
    add('t2', { title: '', started_at: 2 });
    add('t3', { title: long, started_at: 1 });
    add('t4', { title: long, started_at: 2 });
  });
  expect(await migratedTitles(path)).toEqual({
    t1: null,
    t2: '',
    t3: '🦜'.repeat(97),
    t4: long,
  });
});

it('says which titles changed, in the report', async () => {
  const path = titledFile((add) => {
    add('t1', { title: 'Fix it', started_at: 10 });
    add('t2', { title: 'Fix it', started_at: 20 });
  });
  const report = await migrate(path, { now: () => NOW });
  expect(report.titles).toEqual([{ sessionId: 't1', from: 'Fix it', to: 'Fix it #2' }]);
  expect(report.lacked.indexes).toEqual(['idx_sessions_title_unique']);
});

it('keeps titles unique from then on', async () => {
  const path = titledFile((add) => add('t1', { title: 'Mine' }));
  await migrate(path, { now: () => NOW });
  expect(() => raw(path, (db) => insertSession(db, 't2', { title: 'Mine' }))).toThrow(/UNIQUE/);
});
