import Database from 'better-sqlite3';
import { mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../../src/db/sqlite/migrations/migrate.js';
import { repairSearch } from '../../../src/db/sqlite/migrations/repair-search.js';
import { PATIENCE } from '../../../src/db/sqlite/write.js';
import { contentOf, copyFixture, copyOf, hashOf, NOW, raw, temporaryFolder } from './files.js';

const migrated = (path: string) => migrate(path, { now: () => NOW });

describe.each([14, 16, 20, 23, 25, 31])('a file of schema %i', (version) => {
  it('is refused with a sentence, and not a byte of it changes', async () => {
    const path = copyFixture(`versions/v${version}.db`);
    const hash = hashOf(path);
    await expect(migrated(path)).rejects.toThrow(
      `${path} has schema ${version}, which a newer Hermes owns. It was left as it is; that Hermes upgrades and repairs it.`,
    );
    await expect(repairSearch(path)).rejects.toThrow('which a newer Hermes owns');
    expect(hashOf(path)).toBe(hash);
    expect(readdirSync(dirname(path)).filter((name) => name.includes('backup'))).toEqual([]);
  });

  it('is refused too when its version row is missing or says 11', async () => {
    const path = copyFixture(`versions/v${version}.db`);
    raw(path, (db) => db.exec('UPDATE schema_version SET version = 11'));
    await expect(migrated(path)).rejects.toThrow(
      /says it has schema 11, but has .* came with schema/,
    );
    raw(path, (db) => db.exec('DELETE FROM schema_version'));
    await expect(migrated(path)).rejects.toThrow(/has no schema version, but has/);
  });
});

it('a schema that nobody knows is refused', async () => {
  const path = copyFixture('versions/v31.db');
  raw(path, (db) => db.exec('UPDATE schema_version SET version = 40'));
  await expect(migrated(path)).rejects.toThrow(
    'has schema 40, and this program knows schemas up to 31.',
  );
});

it('a file that another program upgrades meanwhile is not touched any further', async () => {
  const path = copyFixture('versions/v09.db');
  const upgraded = migrate(path, {
    now: () => NOW,
    onProgress: ({ step }) => {
      if (step === 'words') raw(path, (db) => db.exec('UPDATE schema_version SET version = 23'));
    },
  });
  await expect(upgraded).rejects.toThrow('has schema 23, which a newer Hermes owns');
  expect(raw(path, (db) => db.prepare('SELECT version FROM schema_version').pluck().all())).toEqual(
    [23],
  );
});

it('a file that was replaced meanwhile is not touched', async () => {
  const path = copyFixture('versions/v09.db');
  const other = copyOf(path);
  const hash = hashOf(other);
  const replaced = migrate(path, {
    now: () => NOW,
    onProgress: ({ step }) => {
      if (step === 'titles') renameSync(other, path);
    },
  });
  await expect(replaced).rejects.toThrow('write-ahead log was replaced');
  expect(hashOf(path)).toBe(hash);
});

it('what is no store is named', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'state.db');
  await expect(migrated(path)).rejects.toThrow(`No store at ${path}.`);
  writeFileSync(path, '');
  await expect(migrated(path)).rejects.toThrow(`${path} is empty (0 bytes).`);
  writeFileSync(path, 'no database at all, '.repeat(100));
  await expect(migrated(path)).rejects.toThrow(`${path} is not a SQLite database.`);
  mkdirSync(join(folder, 'folder.db'));
  await expect(migrated(join(folder, 'folder.db'))).rejects.toThrow('is not a regular file');
});

it('a database of something else is named', async () => {
  const path = copyFixture('versions/v09.db');
  raw(path, (db) => db.exec('DROP TABLE messages; CREATE TABLE messages (id INTEGER PRIMARY KEY)'));
  await expect(migrated(path)).rejects.toThrow('is no Hermes store: it has no column messages.');
});

it('a store behind a link is migrated where it lies', async () => {
  const path = copyFixture('versions/v09.db');
  const link = join(temporaryFolder(), 'link.db');
  symlinkSync(path, link);
  const { backupPath } = await migrated(link);
  expect(backupPath).toBe(`${path}.backup-schema9-20261201-113000`);
  expect(contentOf(path)['version']).toEqual([{ number: 1, version: 11 }]);
});

it('a lock that another process keeps is waited for, and then named', async () => {
  const path = copyFixture('versions/v09.db');
  const slept: number[] = [];
  const holder = new Database(path);
  onTestFinished(() => void holder.close());
  holder.exec('BEGIN IMMEDIATE');
  const waiting = migrate(path, {
    now: () => NOW,
    patience: {
      ...PATIENCE,
      now: () => slept.length * 1000,
      sleep: (ms) => {
        slept.push(ms);
        return Promise.resolve();
      },
      limitMs: 5000,
    },
  });
  await expect(waiting).rejects.toThrow('The store was busy for 5000 ms');
  expect(slept).toHaveLength(5);
});
