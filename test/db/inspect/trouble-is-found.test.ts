import type Database from 'better-sqlite3';
import { chmodSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { IDEMPOTENCY_PREFIX } from '../../../src/domain/storable.js';
import type { Finding } from '../../../src/db/sqlite/inspect/finding.js';
import { inspectStore } from '../../../src/db/sqlite/inspect/inspect.js';
import { hasWalResetBug } from '../../../src/db/sqlite/inspect/surroundings.js';
import { migrate } from '../../../src/db/sqlite/migrations/migrate.js';
import { insertMessage, insertSession } from '../../support/rows.js';
import { copyFixture, NOW, raw, SESSION } from '../migrations/files.js';

/** A sound store of schema 11, after something was done to it. */
async function storeAfter(change: (db: Database.Database) => void): Promise<string> {
  const path = copyFixture('versions/v09.db');
  await migrate(path, { now: () => NOW });
  raw(path, change);
  chmodSync(path, 0o600);
  return path;
}

async function found(path: string, code: string): Promise<Finding> {
  const { findings } = await inspectStore(path, { now: () => NOW });
  const finding = findings.find((each) => each.code === code);
  if (finding === undefined) throw new Error(`No finding ${code} in ${JSON.stringify(findings)}`);
  return finding;
}

describe('search indexes', () => {
  it('that lack rows are told by how many', async () => {
    const path = await storeAfter((db) =>
      db.exec('DELETE FROM messages_fts_trigram WHERE rowid < 6'),
    );
    expect(await found(path, 'index-lacks-rows')).toEqual({
      severity: 'problem',
      code: 'index-lacks-rows',
      message: 'The index of three-character runs lacks 5 messages.',
      advice: 'Run `hermes-graphql doctor --repair-search`.',
    });
  });

  it('that are empty beside full messages are told, which the reference misses', async () => {
    const path = await storeAfter((db) => db.exec('DELETE FROM messages_fts_trigram'));
    expect((await found(path, 'index-lacks-rows')).message).toContain('lacks 16 messages');
  });

  it('that hold text of no message are told', async () => {
    const path = await storeAfter((db) => {
      db.exec('DROP TRIGGER messages_fts_delete; DELETE FROM messages WHERE id = 5');
    });
    expect((await found(path, 'index-holds-others')).message).toBe(
      'The index of words holds 1 row of other text than the messages.',
    );
    expect((await found(path, 'missing-triggers')).message).toBe(
      'The index of words is not kept current: one of its triggers is missing or another one.',
    );
  });

  it('that are missing are told', async () => {
    const path = await storeAfter((db) => db.exec('DROP TABLE messages_fts'));
    expect((await found(path, 'no-index')).severity).toBe('problem');
  });

  it('of an older store that lack triggers are told', async () => {
    const path = copyFixture('versions/v10.db');
    raw(path, (db) => db.exec('DROP TRIGGER messages_fts_insert'));
    expect((await found(path, 'missing-triggers')).advice).toContain('hermes-graphql migrate');
  });

  it('of an older store that do not hold what the messages say are told', async () => {
    const path = copyFixture('versions/v09.db');
    raw(path, (db) =>
      db.exec("DROP TRIGGER messages_fts_update; UPDATE messages SET content = 'new' WHERE id = 1"),
    );
    expect((await found(path, 'differing-index')).advice).toContain('hermes-graphql migrate');
  });

  it('that Hermes is rebuilding are told with the rows that wait', async () => {
    const path = copyFixture('versions/v31.db');
    raw(path, (db) =>
      db.exec(
        "INSERT INTO state_meta VALUES ('fts_rebuild_high_water', '20'), ('fts_rebuild_progress', '5')",
      ),
    );
    expect((await found(path, 'pending-rebuild')).message).toContain('15 messages wait');
  });

  it('that Hermes has detached are told', async () => {
    const path = copyFixture('versions/v31.db');
    raw(path, (db) => db.exec("INSERT INTO state_meta VALUES ('fts_stale', '1')"));
    expect((await found(path, 'indexes-detached')).severity).toBe('warning');
  });
});

describe('schemas', () => {
  it('without a version row are told by their tables', async () => {
    const path = copyFixture('versions/v06.db');
    raw(path, (db) => db.exec('DELETE FROM schema_version'));
    expect(await found(path, 'no-version')).toMatchObject({
      severity: 'problem',
      message: 'The store has no schema version; by its tables it is of schema 6.',
      advice: 'Run `hermes-graphql migrate`; it makes a backup first.',
    });
  });

  it('that contradict their version row are told', async () => {
    const path = copyFixture('versions/v16.db');
    raw(path, (db) => db.exec('UPDATE schema_version SET version = 11'));
    expect((await found(path, 'version-contradicted')).message).toContain('says it has schema 11');
  });

  it('that are not known are told', async () => {
    const path = copyFixture('versions/v31.db');
    raw(path, (db) => db.exec('UPDATE schema_version SET version = 99'));
    expect((await found(path, 'unknown-schema')).severity).toBe('warning');
  });

  it('that lack columns are told by name', async () => {
    const path = await storeAfter((db) =>
      db.exec('ALTER TABLE sessions DROP COLUMN handoff_error'),
    );
    expect((await found(path, 'incomplete-schema')).message).toBe(
      'The store lacks column sessions.handoff_error.',
    );
  });

  it('with duplicate titles are told by how many', async () => {
    const path = copyFixture('versions/v04.db');
    raw(path, (db) => {
      db.exec('DROP INDEX idx_sessions_title_unique');
      for (const id of ['a', 'b', 'c']) insertSession(db, id, { title: 'secret title' });
    });
    const { message } = await found(path, 'duplicate-titles');
    expect(message).toBe('2 sessions have a title that a newer session has too.');
  });
});

describe('rows', () => {
  it('of long lineages that end in a circle are named', async () => {
    const path = await storeAfter((db) => {
      const parents = { a: 'b', b: 'c', c: 'b', d: 'a', e: 'e' };
      for (const [id, parent] of Object.entries(parents)) {
        insertSession(db, id, { parent_session_id: parent });
      }
    });
    expect((await found(path, 'parent-cycles')).message).toBe(
      '3 sessions are their own ancestors: "b", "c", "e". Nothing is hidden by it.',
    );
  });

  it('of sessions that are not there are told', async () => {
    const path = await storeAfter((db) => {
      insertMessage(db, 'lost', 'user', 'x');
      insertMessage(db, 'lost', 'user', 'y');
    });
    expect((await found(path, 'orphan-messages')).message).toBe(
      '2 messages belong to sessions that are not there: "lost". No session shows them.',
    );
  });

  it('with NaN in their JSON are sound, as Python writes it', async () => {
    const path = await storeAfter((db) => {
      insertMessage(db, SESSION, 'assistant', null, { tool_calls: '[{"x": NaN}]' });
      db.prepare('UPDATE sessions SET message_count = message_count + 1 WHERE id = ?').run(SESSION);
    });
    const { findings } = await inspectStore(path, { now: () => NOW });
    expect(findings.map(({ code }) => code)).not.toContain('broken-json');
  });

  it('with broken JSON are counted', async () => {
    const path = await storeAfter((db) => {
      insertMessage(db, SESSION, 'assistant', '\u0000json:[1,', { tool_calls: '[{"x": ' });
      db.exec(
        "UPDATE sessions SET model_config = '{not json' WHERE id = 'cron_job7_20260517_030000'",
      );
    });
    expect((await found(path, 'broken-json')).message).toBe(
      '3 values are no JSON where JSON belongs.',
    );
  });

  it('that remember appends are counted', async () => {
    const path = await storeAfter((db) => {
      const insert = db.prepare('INSERT INTO state_meta VALUES (?, ?)');
      for (const key of ['one', 'two']) insert.run(IDEMPOTENCY_PREFIX + key, '1:1');
    });
    const { facts } = await inspectStore(path, { now: () => NOW });
    expect(facts?.idempotencyKeys).toBe(2);
  });
});

describe('surroundings', () => {
  it.skipIf(process.platform === 'win32')('that let others in are told with a cure', async () => {
    const path = await storeAfter(() => undefined);
    chmodSync(path, 0o644);
    const { message, advice } = await found(path, 'open-permissions');
    expect(message).toContain(`${path} has mode 0644`);
    expect(advice).toContain(`chmod 600 '${path}'`);
  });

  it.each([
    ['3.6.23', false],
    ['3.7.0', true],
    ['3.40.1', true],
    ['3.44.5', true],
    ['3.44.6', false],
    ['3.45.1', true],
    ['3.50.6', true],
    ['3.50.7', false],
    ['3.51.2', true],
    ['3.51.3', false],
    ['3.53.2', false],
    ['4.0.0', false],
  ])('with SQLite %s: damage to a WAL file is possible, %s', (version, expected) => {
    expect(hasWalResetBug(version)).toBe(expected);
  });
});
