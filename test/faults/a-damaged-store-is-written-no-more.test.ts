import { expect, onTestFinished, test, vi } from 'vitest';
import { StoreCorruptError, SearchIndexDamagedError } from '../../src/domain/errors.js';
import { parseSearchQuery } from '../../src/domain/search-query/parse.js';
import { Damage } from '../../src/db/sqlite/damage.js';
import { openSqliteStore } from '../../src/db/sqlite/index.js';
import type { SessionStore } from '../../src/db/store.js';
import { copyFixture, damagePage, python, raw, SESSION } from '../db/migrations/files.js';

const DAMAGED =
  'SQLite found it damaged, so nothing more is written to it; run `hermes-graphql doctor`.';

function opened(path: string): { store: SessionStore; onDamage: ReturnType<typeof vi.fn> } {
  const onDamage = vi.fn();
  const store = openSqliteStore({ path, heavy: 'inline', onDamage });
  onTestFinished(() => store.close());
  return { store, onDamage };
}

/** Many messages in a session of its own, one page of which no test write touches. */
function damagedInTheMiddle(): string {
  const path = copyFixture('versions/v11.db');
  raw(path, (db) => {
    db.prepare("INSERT INTO sessions (id, source, started_at) VALUES ('long', 'cli', 1)").run();
    const insert = db.prepare(
      `INSERT INTO messages (session_id, role, content, reasoning, timestamp)
       VALUES ('long', 'user', 'short', ?, 1)`,
    );
    db.transaction(() => {
      for (let n = 0; n < 300; n += 1) insert.run(`thought ${n} `.repeat(20));
    })();
  });
  python(
    path,
    `import sqlite3, sys
sqlite3.connect(sys.argv[1]).execute('PRAGMA wal_checkpoint(TRUNCATE)')
with open(sys.argv[1], 'r+b') as f:
    at = f.read().index(b'thought 150 ')
    f.seek(at - at % 4096); f.write(b'\\xff' * 100)`,
  );
  return path;
}

const append = (store: SessionStore) =>
  store.appendMessage({ sessionId: SESSION, role: 'user', content: 'after' });
const readAll = async (store: SessionStore) =>
  store.messagePages([['long']], {}, { limit: 400, fromEnd: false, after: null, before: null });

test('damage that a read meets ends the writing, is in the state of the store, and is told once', async () => {
  const { store, onDamage } = opened(damagedInTheMiddle());
  await append(store);
  expect(await store.status()).toMatchObject({ writable: true, problem: null });
  for (let n = 0; n < 5; n += 1) {
    await expect(async () => readAll(store)).rejects.toThrow(StoreCorruptError);
  }
  await expect(append(store)).rejects.toThrow(`This store is read-only: ${DAMAGED}`);
  await expect(store.clearMessages(SESSION)).rejects.toThrow(DAMAGED);
  expect(await store.status()).toMatchObject({
    writable: false,
    readOnlyReason: DAMAGED,
    problem: DAMAGED,
  });
  expect(onDamage).toHaveBeenCalledTimes(1);
  expect(onDamage).toHaveBeenCalledWith(expect.any(StoreCorruptError));
});

test('so does damage that heavy work meets', async () => {
  const { store } = opened(damagedInTheMiddle());
  await expect(store.stats({}, 'UTC', ['tokens'])).rejects.toThrow(StoreCorruptError);
  await expect(append(store)).rejects.toThrow(DAMAGED);
});

test('and damage that the test write meets, at the start', async () => {
  const path = copyFixture('versions/v11.db');
  damagePage(path, 'sqlite_autoindex_sessions_1');
  const { store, onDamage } = opened(path);
  await expect(append(store)).rejects.toThrow(DAMAGED);
  expect(onDamage).toHaveBeenCalledTimes(1);
});

test('what is damaged only in a search index is written on, and searched', async () => {
  const path = copyFixture('versions/v11.db');
  raw(path, (db) => {
    db.unsafeMode(true);
    db.exec("UPDATE messages_fts_data SET block = x'0badc0de' WHERE id = 10");
  });
  const { store, onDamage } = opened(path);
  await store.searchTotal(parseSearchQuery('the'), {});
  const status = await store.status();
  expect(status.problem).toBeNull();
  expect(status.search.problem).not.toBeNull();
  expect((await store.setSessionTitle(SESSION, 'Still here')).session.title).toBe('Still here');
  expect(onDamage).not.toHaveBeenCalled();
});

test('damage is told once a minute at most', () => {
  let now = 0;
  const tell = vi.fn();
  const damage = new Damage(tell, () => now);
  expect(damage.noted(new SearchIndexDamagedError())).toBeInstanceOf(SearchIndexDamagedError);
  expect(damage.reason).toBeNull();
  for (now = 0; now < 300_000; now += 500) damage.noted(new StoreCorruptError());
  expect(tell).toHaveBeenCalledTimes(5);
  expect(damage.reason).toBe(DAMAGED);
});
