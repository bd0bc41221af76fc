import { describe, expect, it } from 'vitest';
import { describeMigration } from '../../../src/cli/migrate.js';
import { inspectStore } from '../../../src/db/sqlite/inspect/inspect.js';
import { migrate } from '../../../src/db/sqlite/migrations/migrate.js';
import { repairSearch } from '../../../src/db/sqlite/migrations/repair-search.js';
import { findDamage } from '../../support/health.js';
import { copyFixture, damagePage, NOW, python, raw } from './files.js';

const grave = async (path: string) =>
  (await inspectStore(path, { now: () => NOW })).findings.filter(({ severity }) =>
    /fatal|problem/.test(severity),
  );

const messages = (path: string) =>
  raw(path, (db) => db.prepare('SELECT * FROM messages ORDER BY id').all());

describe.each([
  'messages_fts_data',
  'messages_fts_idx',
  'messages_fts_content',
  'messages_fts_docsize',
  'messages_fts_config',
  'messages_fts_trigram_data',
  'messages_fts_trigram_content',
])('a damaged page of %s', (name) => {
  it('is a problem that --repair-search mends, and no message changes', async () => {
    const path = copyFixture('v11_rich.db');
    const before = messages(path);
    damagePage(path, name);
    const found = await grave(path);
    expect(found.filter(({ severity }) => severity === 'fatal')).toEqual([]);
    expect(found.map(({ advice }) => advice).join(' ')).toContain('doctor --repair-search');
    await repairSearch(path);
    expect(raw(path, findDamage)).toEqual([]);
    expect(await grave(path)).toEqual([]);
    expect(messages(path)).toEqual(before);
  });
});

it.each(['messages_fts_data', 'messages_fts_content'])(
  'a damaged page of %s in a store of schema 11 is mended by a migration or named by it',
  async (name) => {
    const path = copyFixture('v11_rich.db');
    damagePage(path, name);
    const report = await migrate(path, { now: () => NOW });
    if (report.backupPath === null) {
      expect(describeMigration(report).join('\n')).toContain('doctor --repair-search');
    } else {
      expect(raw(path, findDamage).filter((line) => !/_trigram/.test(line))).toEqual([]);
    }
  },
);

it('a store that lacks a message in an index whose pages are damaged gets the index anew', async () => {
  const path = copyFixture('v11_rich.db');
  raw(path, (db) => {
    db.exec('DROP TRIGGER messages_fts_insert');
    db.exec(
      "INSERT INTO messages (session_id, role, content, timestamp) SELECT id, 'user', 'unindexed', 1 FROM sessions LIMIT 1",
    );
  });
  damagePage(path, 'messages_fts_data');
  await migrate(path, { now: () => NOW });
  expect(raw(path, findDamage).filter((line) => !/_trigram/.test(line))).toEqual([]);
  const found = raw(path, (db) =>
    db
      .prepare("SELECT COUNT(*) FROM messages_fts WHERE messages_fts MATCH 'unindexed'")
      .pluck()
      .get(),
  );
  expect(found).toBe(1);
});

it.each([
  ['versions/v09.db', 'messages_fts_data'],
  ['versions/v10.db', 'messages_fts_trigram_idx'],
])('an old store, %s, is migrated although a page of %s is damaged', async (fixture, name) => {
  const path = copyFixture(fixture);
  const before = raw(path, (db) => db.prepare('SELECT COUNT(*) FROM messages').pluck().get());
  damagePage(path, name);
  const found = await grave(path);
  expect(found.map(({ severity }) => severity)).not.toContain('fatal');
  const report = await migrate(path, { now: () => NOW });
  expect(report.backupPath).not.toBeNull();
  expect(raw(path, findDamage)).toEqual([]);
  expect(raw(path, (db) => db.prepare('SELECT COUNT(*) FROM messages').pluck().get())).toBe(before);
});

it('a damaged page of the messages stops a migration, and nothing is changed', async () => {
  const path = copyFixture('versions/v10.db');
  damagePage(path, 'messages');
  await expect(migrate(path, { now: () => NOW })).rejects.toThrow(/damaged|No backup/);
});

it('a migration that lacks nothing names an index that cannot be used', async () => {
  const path = copyFixture('v11_rich.db');
  python(
    path,
    `import sqlite3, sys
c = sqlite3.connect(sys.argv[1], isolation_level=None)
c.execute("DELETE FROM messages_fts_data WHERE id > 10")`,
  );
  const report = await migrate(path, { now: () => NOW });
  expect(report).toMatchObject({ backupPath: null, damagedIndexes: ['words'] });
  expect(describeMigration(report)[1]).toBe(
    'Its index of words is damaged, so searches read the messages. Run `hermes-graphql doctor --repair-search`.',
  );
});

it('pages that a repair left behind are a warning, while another process has the store open', async () => {
  const path = copyFixture('v11_rich.db');
  damagePage(path, 'messages_fts_content');
  raw(path, (db) => {
    db.unsafeMode(true);
    db.pragma('writable_schema = ON');
    db.exec("DELETE FROM sqlite_master WHERE tbl_name = 'messages_fts_content'");
    db.exec("DELETE FROM sqlite_master WHERE name = 'messages_fts'");
  });
  const { findings } = await inspectStore(path, { now: () => NOW });
  expect(findings).toContainEqual(
    expect.objectContaining({ severity: 'warning', code: 'unused-pages' }),
  );
  expect(findings.map(({ code }) => code)).not.toContain('damaged');
});
