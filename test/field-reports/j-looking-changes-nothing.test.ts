import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../../src/db/sqlite/index.js';
import { dataOf } from '../support/api.js';
import { openTestStore, temporaryFolder, testClock } from '../support/store.js';

const LOOK = '{ sessions { nodes { title messages { nodes { content } } } } store { writable } }';

test('J8: looking at a store that is not there makes none, and says so', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'home', 'state.db');
  expect(() => openSqliteStore({ path, mode: 'read-only' })).toThrow(`No store at ${path}.`);
  expect(readdirSync(folder)).toEqual([]);
});

test('J8: a store that Hermes makes meanwhile is found at the next look', async () => {
  const path = join(temporaryFolder(), 'state.db');
  expect(() => openSqliteStore({ path, mode: 'read-only' })).toThrow();
  await openSqliteStore({ path }).close();
  const store = openSqliteStore({ path, mode: 'read-only' });
  expect(await dataOf({ store, clock: testClock() }, LOOK)).toEqual({
    sessions: { nodes: [] },
    store: { writable: false },
  });
  await store.close();
});

test.each(['v11_rich.db', 'versions/v31.db', 'versions/v25.db', 'versions/v09.db'])(
  'J8: a read-only store refuses every write, and not a byte of it changes: %s',
  async (fixture) => {
    const api = openTestStore({ fixture, mode: 'read-only', after: () => undefined });
    const digest = () => createHash('sha256').update(readFileSync(api.path)).digest('hex');
    const before = digest();
    await dataOf(api, LOOK);
    const { endSession, optimizeStore } = await dataOf(
      api,
      `mutation {
        endSession(input: { sessionId: "20260517_093000_d4e5f6" }) { ... on ReadOnlyStoreError { reason } }
        optimizeStore(input: {}) { ... on ReadOnlyStoreError { reason } } }`,
    );
    const refused = { reason: 'it is served with --read-only.' };
    expect([endSession, optimizeStore]).toEqual([refused, refused]);
    await api.store.close();
    expect(digest()).toBe(before);
    // SQLite makes an empty log to read a file in WAL mode, which a reader may not take away.
    const log = `${api.path}-wal`;
    expect(existsSync(log) ? statSync(log).size : 0).toBe(0);
    const others = readdirSync(dirname(api.path)).filter(
      (name) => !/^state\.db(-wal|-shm)?$/.test(name),
    );
    expect(others).toEqual([]);
    await api.close();
  },
);
