import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../../src/db/sqlite/migrations/migrate.js';
import {
  addMessages,
  contentOf,
  copyFixture,
  hashOf,
  integrityOf,
  matches,
  nativeSchema,
  NOW,
  python,
  raw,
  schemaOf,
  SESSION,
  SOUND,
} from './files.js';

const migrated = (path: string) => migrate(path, { now: () => NOW });

/** That both indexes hold every message, with its tool calls, in a native schema. */
function expectWhole(path: string, messages = 16): void {
  expect(raw(path, schemaOf)).toEqual(nativeSchema());
  expect(integrityOf(path)).toEqual(SOUND);
  expect(contentOf(path)['version']).toEqual([{ number: 1, version: 11 }]);
  const { words, trigrams } = contentOf(path);
  expect(words).toHaveLength(messages);
  expect(trigrams).toHaveLength(messages);
  expect(matches(path, 'call_1')).toEqual([2]);
  expect(matches(path, '"大别山项目"', 'messages_fts_trigram').toSorted()).toEqual([10, 11]);
}

describe('a version row that is missing', () => {
  it('is written anew after the file was migrated by its tables', async () => {
    const path = copyFixture('versions/v06.db');
    raw(path, (db) => db.exec('DELETE FROM schema_version'));
    const report = await migrated(path);
    expect(report).toMatchObject({ versionBefore: null, structureBefore: 6 });
    expect(report.backupPath).toContain('.backup-schema6-');
    expectWhole(path);
  });

  it('and its table too', async () => {
    const path = copyFixture('versions/v01.db');
    raw(path, (db) => db.exec('DROP TABLE schema_version'));
    expect(await migrated(path)).toMatchObject({ versionBefore: null, structureBefore: 1 });
    expectWhole(path);
  });

  it('is not believed when the reference wrote 11 over an old file', async () => {
    const path = copyFixture('versions/v06.db');
    raw(path, (db) => {
      // What the reference does with such a file: new columns, an empty trigram index, and 11.
      db.exec('UPDATE schema_version SET version = 11');
      db.exec("CREATE VIRTUAL TABLE messages_fts_trigram USING fts5(content, tokenize='trigram')");
    });
    const report = await migrated(path);
    expect(report.lacked.rebuild).toEqual(['messages_fts']);
    expect(report.lacked.triggers).toEqual(['messages_fts_trigram']);
    expectWhole(path);
  });

  it('that holds no number counts as missing', async () => {
    const path = copyFixture('versions/v09.db');
    raw(path, (db) => db.exec("UPDATE schema_version SET version = 'nine'"));
    expect(await migrated(path)).toMatchObject({ versionBefore: null, structureBefore: 9 });
    expectWhole(path);
  });
});

describe('a file of schema 10', () => {
  it('with the triggers of 11 on external indexes is rebuilt', async () => {
    const path = copyFixture('versions/v10.db');
    raw(path, (db) => {
      for (const table of ['messages_fts', 'messages_fts_trigram']) {
        db.exec(`DROP TRIGGER ${table}_insert; DROP TRIGGER ${table}_delete`);
        db.exec(`CREATE TRIGGER ${table}_insert AFTER INSERT ON messages BEGIN
          INSERT INTO ${table}(rowid, content) VALUES (new.id, COALESCE(new.content, '') || ' '
            || COALESCE(new.tool_name, '') || ' ' || COALESCE(new.tool_calls, '')); END`);
        db.exec(`CREATE TRIGGER ${table}_delete AFTER DELETE ON messages BEGIN
          DELETE FROM ${table} WHERE rowid = old.id; END`);
      }
    });
    addMessages(path, 10);
    await migrated(path);
    expectWhole(path, 26);
  });

  it('with inline indexes of content alone gets the tool calls into them', async () => {
    const path = copyFixture('versions/v11.db');
    raw(path, (db) => {
      db.exec('UPDATE schema_version SET version = 10');
      for (const table of ['messages_fts', 'messages_fts_trigram']) {
        db.exec(`INSERT INTO ${table}(${table}) VALUES ('rebuild')`);
        db.exec(`DELETE FROM ${table}`);
        db.exec(`INSERT INTO ${table}(rowid, content) SELECT id, content FROM messages`);
      }
    });
    await migrated(path);
    expect(matches(path, 'call_1')).toEqual([2]);
    expect(integrityOf(path)).toEqual(SOUND);
  });
});

describe('a file of schema 11', () => {
  const native = async () => {
    const path = copyFixture('versions/v09.db');
    await migrated(path);
    return path;
  };

  it('gets missing triggers back, and what was written without them is indexed right', async () => {
    const path = await native();
    raw(path, (db) => {
      db.exec('DROP TRIGGER messages_fts_insert; DROP TRIGGER messages_fts_trigram_delete');
      db.exec('DROP TRIGGER messages_fts_update; DROP TRIGGER messages_fts_delete');
      db.exec(`INSERT INTO messages (session_id, role, content, timestamp)
        VALUES ('${SESSION}', 'user', 'unseen words', 1)`);
      db.exec("UPDATE messages SET content = 'rewritten words' WHERE id = 1");
      db.exec('DELETE FROM messages WHERE id = 6');
    });
    const report = await migrated(path);
    expect(report.lacked.triggers).toEqual(['messages_fts', 'messages_fts_trigram']);
    expect(report.lacked.rebuild).toEqual([]);
    expectWhole(path);
    expect(matches(path, 'unseen OR rewritten').toSorted((a, b) => a - b)).toEqual([1, 17]);
    expect(matches(path, 'my_function_name')).toEqual([]);
  });

  it('gets a missing trigram table back, filled', async () => {
    const path = await native();
    raw(path, (db) => db.exec('DROP TABLE messages_fts_trigram'));
    expect((await migrated(path)).lacked.rebuild).toEqual(['messages_fts_trigram']);
    expectWhole(path);
  });

  it('gets an empty trigram table beside full messages filled', async () => {
    const path = await native();
    raw(path, (db) => db.exec('DELETE FROM messages_fts_trigram'));
    const report = await migrated(path);
    expect(report.lacked.version).toBe(false);
    expect(report.indexedRows).toEqual({ messages_fts: 0, messages_fts_trigram: 16 });
    expectWhole(path);
  });

  it('gets missing hand-off columns, and nothing else of it changes', async () => {
    const path = await native();
    const before = contentOf(path);
    raw(path, (db) => {
      for (const column of ['state', 'platform', 'error']) {
        db.exec(`ALTER TABLE sessions DROP COLUMN handoff_${column}`);
      }
    });
    const report = await migrated(path);
    expect(report.lacked.columns).toHaveLength(3);
    expect(report.indexedRows).toEqual({ messages_fts: 0, messages_fts_trigram: 0 });
    expect(contentOf(path)).toEqual(before);
  });

  it('gets an index anew that SQLite cannot change any more', async () => {
    const path = await native();
    python(
      path,
      `import sqlite3, sys
c = sqlite3.connect(sys.argv[1], isolation_level=None)
c.execute("UPDATE messages_fts_trigram_data SET block = X'00' WHERE id = 1")
c.execute("UPDATE messages_fts_trigram_content SET c0 = 'something else' WHERE id = 1")`,
    );
    await migrated(path);
    expectWhole(path);
  });

  it('keeps columns and tables that others added', async () => {
    const path = await native();
    raw(path, (db) => {
      db.exec('ALTER TABLE sessions ADD COLUMN mine TEXT; CREATE TABLE theirs (id)');
      db.exec("UPDATE sessions SET mine = 'kept'; INSERT INTO theirs VALUES (1)");
      db.exec('DROP TRIGGER messages_fts_insert');
    });
    await migrated(path);
    expect(
      raw(path, (db) => db.prepare('SELECT mine, t.id FROM sessions, theirs AS t').raw().get()),
    ).toEqual(['kept', 1]);
  });

  it('that lacks nothing is not written, and no backup is made', async () => {
    const path = await native();
    const files = readdirSync(dirname(path)).filter((name) => name.includes('.backup-'));
    const hash = hashOf(path);
    expect((await migrated(path)).backupPath).toBeNull();
    expect(hashOf(path)).toBe(hash);
    expect(readdirSync(dirname(path)).filter((name) => name.includes('.backup-'))).toEqual(files);
  });

  it('of the reference with structured content counts as whole', async () => {
    const path = copyFixture('v11_rich.db');
    expect((await migrated(path)).backupPath).toBeNull();
  });

  it('holds what only its write-ahead log held', async () => {
    const path = copyFixture('v11_wal/state.db');
    raw(path, (db) => db.exec('DROP TRIGGER messages_fts_insert'));
    const { backupPath } = await migrated(path);
    expect(raw(path, (db) => db.prepare('SELECT COUNT(*) FROM messages').pluck().get())).toBe(40);
    const backed =
      "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('SELECT COUNT(*) FROM messages').fetchone()[0])";
    expect(python(backupPath ?? '', backed).trim()).toBe('40');
  });
});
