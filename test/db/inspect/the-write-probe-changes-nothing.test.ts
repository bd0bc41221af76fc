import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openForReading, openForWriting, type Connection } from '../../../src/db/sqlite/driver.js';
import { writeProbe } from '../../../src/db/sqlite/probe.js';
import { contentOf, copyFixture, damagePage, hashOf, raw } from '../migrations/files.js';

const FIXTURES = [
  ...['01', '04', '06', '09', '10', '11', '14', '16', '20', '23', '25', '31'].map(
    (version) => `versions/v${version}.db`,
  ),
  'versions/v25_upgraded_from_v11.db',
  'v11_rich.db',
  'v11_quirks.db',
  'v11_wal/state.db',
];

function open(path: string): Connection {
  const sentinel = openForReading(path);
  sentinel.pragma('schema_version');
  const connection = openForWriting(path, { create: false });
  onTestFinished(() => {
    connection.close();
    sentinel.close();
  });
  return connection;
}

describe.each(FIXTURES)('on %s', (name) => {
  it('writing is possible, and not a byte changes', () => {
    const path = copyFixture(name);
    const connection = open(path);
    const hash = hashOf(path);
    const version: unknown = connection.pragma('data_version', { simple: true });
    expect(writeProbe(connection)).toBeNull();
    expect(connection.inTransaction).toBe(false);
    expect(hashOf(path)).toBe(hash);
    const other = openForReading(path);
    onTestFinished(() => void other.close());
    expect(
      other.prepare("SELECT COUNT(*) FROM sessions WHERE id LIKE 'hermes-%'").pluck().get(),
    ).toBe(0);
    expect(connection.pragma('data_version', { simple: true })).toBe(version);
  });
});

it('gives out no id, and leaves every row as it was', () => {
  const path = copyFixture('versions/v11.db');
  const before = contentOf(path);
  expect(writeProbe(open(path))).toBeNull();
  expect(contentOf(path)).toEqual(before);
  const id = raw(path, (db) =>
    db.prepare("INSERT INTO messages (session_id, role, timestamp) VALUES ('x', 'user', 1)").run(),
  ).lastInsertRowid;
  expect(id).toBe(Math.max(...messageIds(before)) + 1);
});

function messageIds(content: Record<string, unknown>): number[] {
  const { messages } = content;
  return Array.isArray(messages) ? messages.map(({ id }) => Number(id)) : [];
}

it('names the tokenizer that the triggers need', () => {
  const path = copyFixture('v31_cjk_no_tokenizer.db');
  const connection = open(path);
  const hash = hashOf(path);
  expect(writeProbe(connection)).toBe(
    'its triggers need the tokenizer "cjk_unicode61", which only Hermes brings; without it a write would fail.',
  );
  expect(connection.inTransaction).toBe(false);
  expect(hashOf(path)).toBe(hash);
});

it('does not take a lock of another process for a reason', () => {
  const path = copyFixture('versions/v11.db');
  const connection = open(path);
  const holder = new Database(path);
  onTestFinished(() => void holder.close());
  holder.exec('BEGIN IMMEDIATE');
  expect(writeProbe(connection)).toBeNull();
  expect(connection.inTransaction).toBe(false);
});

it('names a trigger that fails', () => {
  const path = copyFixture('versions/v31.db');
  raw(path, (db) =>
    db.exec(
      "CREATE TRIGGER guard BEFORE DELETE ON messages BEGIN SELECT RAISE(ABORT, 'not here'); END",
    ),
  );
  expect(writeProbe(open(path))).toBe(
    'its trigger "guard" is not of Hermes, and a test write fails by it (SQLITE_CONSTRAINT_TRIGGER); let the program that made it do the writing, or remove it.',
  );
});

it('says that a file opened for reading cannot be written', () => {
  const path = copyFixture('versions/v11.db');
  const connection = new Database(path, { readonly: true });
  onTestFinished(() => void connection.close());
  expect(writeProbe(connection)).toBe('the file or its folder may not be written by this user.');
});

it('says that a damaged file is damaged', () => {
  const path = copyFixture('versions/v23.db');
  damagePage(path, 'sessions');
  expect(writeProbe(open(path))).toBe('it is damaged; run `hermes-graphql doctor`.');
});
