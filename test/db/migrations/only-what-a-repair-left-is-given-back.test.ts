import { copyFileSync, renameSync } from 'node:fs';
import { expect, it } from 'vitest';
import { repairSearch } from '../../../src/db/sqlite/migrations/repair-search.js';
import { StoreReplacedError } from '../../../src/domain/errors.js';
import { startChild } from '../../support/processes.js';
import { copyFixture, damagePage, hashOf, raw } from './files.js';

/** What SQLite says of the pages of a file alone. */
const unusedPages = (path: string) =>
  raw(path, (db) =>
    db
      .prepare<[], string>('PRAGMA quick_check')
      .pluck()
      .all()
      .flatMap((line) => line.split('\n'))
      .filter((line) => /never used/.test(line)),
  );

/** A store with an index that is too damaged to be dropped. */
function damagedStore(): string {
  const path = copyFixture('v11_rich.db');
  damagePage(path, 'messages_fts_content');
  return path;
}

it('the pages of a damaged index are given back when the repair has ended', async () => {
  const path = damagedStore();
  await repairSearch(path);
  expect(unusedPages(path)).toEqual([]);
  expect(raw(path, (db) => db.pragma('freelist_count', { simple: true }))).toBe(0);
});

it('while another process has the store open, they stay', async () => {
  const path = damagedStore();
  const holder = startChild('open.py', [path]);
  await holder.printed(1);
  await repairSearch(path);
  expect(unusedPages(path).length).toBeGreaterThan(1);
});

it('after a repair that failed, they stay: nothing rewrites the file unasked', async () => {
  const path = damagedStore();
  const failure = new Error('The terminal is gone.');
  const repair = repairSearch(path, {
    onProgress: () => {
      throw failure;
    },
  });
  await expect(repair).rejects.toBe(failure);
  expect(unusedPages(path).length).toBeGreaterThan(1);
  await repairSearch(path);
  expect(raw(path, (db) => db.prepare('SELECT COUNT(*) FROM messages_fts').pluck().get())).toBe(
    201,
  );
});

it('a file that took the place of the store during the repair is left as it is', async () => {
  const path = damagedStore();
  const other = copyFixture('versions/v25.db');
  raw(other, (db) => {
    db.pragma('journal_mode = DELETE');
    db.exec('UPDATE sessions SET title = NULL; CREATE TABLE spare AS SELECT * FROM messages');
    db.exec('DROP TABLE spare');
  });
  const hash = hashOf(other);
  let isReplaced = false;
  const repair = repairSearch(path, {
    onProgress: () => {
      if (isReplaced) return;
      isReplaced = true;
      copyFileSync(other, `${path}.new`);
      renameSync(`${path}.new`, path);
    },
  });
  await expect(repair).rejects.toThrow(StoreReplacedError);
  expect(isReplaced).toBe(true);
  expect(hashOf(path)).toBe(hash);
});
