import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { backUp } from '../../../src/db/sqlite/backup.js';
import { migrate } from '../../../src/db/sqlite/migrations/migrate.js';
import { copyFixture, damagePage, hashOf, NOW, python, raw } from './files.js';

const CHILD = fileURLToPath(new URL('../../../dist/db/sqlite/backup-child.js', import.meta.url));

const filesBeside = (path: string) =>
  readdirSync(dirname(path)).filter((name) => name.startsWith(`${basename(path)}.backup`));
const messagesIn = (path: string) =>
  raw(path, (db) => db.prepare('SELECT COUNT(*) FROM messages').pluck().get());

describe('a backup', () => {
  it('is the file as it was, with the time in UTC in its name', async () => {
    const path = copyFixture('versions/v06.db');
    const before = raw(path, (db) => db.serialize().length);
    const { backupPath } = await migrate(path, { now: () => NOW });
    expect(backupPath).toBe(`${path}.backup-schema6-20261201-113000`);
    raw(backupPath ?? '', (db) => {
      expect(db.prepare('SELECT version FROM schema_version').pluck().get()).toBe(6);
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
      expect(db.serialize()).toHaveLength(before);
    });
  });

  it('is for its owner only, however open the store is', async () => {
    const path = copyFixture('versions/v09.db');
    chmodSync(path, 0o666);
    const backup = await backUp(path, 'schema9', NOW);
    expect(statSync(backup.path).mode & 0o777).toBe(0o600);
  });

  it('never takes the name of another', async () => {
    const path = copyFixture('versions/v09.db');
    const names = [];
    for (let turn = 0; turn < 3; turn += 1) names.push((await backUp(path, 'schema9', NOW)).path);
    const first = `${path}.backup-schema9-20261201-113000`;
    expect(names).toEqual([first, `${first}-2`, `${first}-3`]);
  });

  it('leaves nothing else behind', async () => {
    const path = copyFixture('versions/v09.db');
    const { path: backup } = await backUp(path, 'schema9', NOW);
    expect(filesBeside(path)).toEqual([basename(backup)]);
  });

  it('holds what another process has in the write-ahead log only', async () => {
    const path = copyFixture('v11_wal/state.db');
    const { path: backup, messageCount } = await backUp(path, 'schema11', NOW);
    expect(messageCount).toBe(40);
    expect(messagesIn(backup)).toBe(40);
  });

  it('is opened by the SQLite of Python', async () => {
    const path = copyFixture('versions/v10.db');
    const { path: backup } = await backUp(path, 'schema10', NOW);
    const check =
      "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('PRAGMA integrity_check').fetchone()[0])";
    expect(python(backup, check).trim()).toBe('ok');
  });

  it('has its name only once it is whole, whenever its process is killed', async () => {
    const path = copyFixture('v11_large.db');
    const rows = messagesIn(path);
    for (let delay = 60; delay <= 240; delay += 30) {
      const target = `${path}.backup-${delay}`;
      const child = spawn(process.execPath, [CHILD, path, target], { stdio: 'ignore' });
      const timer = setTimeout(() => child.kill('SIGKILL'), delay);
      await once(child, 'exit');
      clearTimeout(timer);
    }
    const whole = filesBeside(path).filter((name) => !name.includes('.partial'));
    for (const name of whole) expect(messagesIn(join(dirname(path), name))).toBe(rows);
    await backUp(path, '60', NOW);
    expect(messagesIn(path)).toBe(rows);
  });
});

describe('when no backup can be made', () => {
  it('nothing is changed', async () => {
    const path = copyFixture('versions/v09.db');
    damagePage(path, 'state_meta');
    const hash = hashOf(path);
    await expect(migrate(path, { now: () => NOW })).rejects.toThrow(
      `No backup of ${path} could be made: SQLite finds it damaged (\`hermes-graphql doctor\` says where). Nothing was changed.`,
    );
    expect(hashOf(path)).toBe(hash);
    expect(filesBeside(path)).toEqual([]);
  });
});

describe('room on the disk', () => {
  it('is asked for before anything is written', async () => {
    const path = copyFixture('versions/v09.db');
    const hash = hashOf(path);
    const asked: string[] = [];
    const freeBytes = (folder: string) => {
      asked.push(folder);
      return 1_000_000;
    };
    await expect(migrate(path, { now: () => NOW, freeBytes })).rejects.toThrow(
      /^There is too little room in .*: the backup and the new indexes of .* take about 68 MB, and 1 MB are free\. Nothing was changed/,
    );
    expect(asked).toEqual([dirname(path)]);
    expect(hashOf(path)).toBe(hash);
    expect(filesBeside(path)).toEqual([]);
  });
});
