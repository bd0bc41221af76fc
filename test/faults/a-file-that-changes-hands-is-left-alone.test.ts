import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createStore } from '../../src/db/sqlite/create.js';
import { migrate } from '../../src/db/sqlite/migrations/migrate.js';
import { ask, dataOf } from '../support/api.js';
import { insertSession, openTestStore } from '../support/store.js';

const APPEND =
  'mutation { appendMessage(input: { sessionId: "a", role: "user", content: "x" }) { __typename ... on UserError { error: message } } }';

test('a store that a newer Hermes took over is not written any more, though no table changed', async () => {
  const api = openTestStore({ seed: (db) => insertSession(db, 'a') });
  expect((await dataOf(api, APPEND)).appendMessage.__typename).toBe('AppendMessagePayload');
  api.raw((db) => db.prepare('UPDATE schema_version SET version = 31').run());
  const { appendMessage } = await dataOf(api, APPEND);
  expect(appendMessage).toEqual({
    __typename: 'ReadOnlyStoreError',
    error: expect.stringContaining('schema 31'),
  });
  expect(api.raw((db) => db.prepare('SELECT COUNT(*) AS n FROM messages').get())).toEqual({ n: 1 });
});

test('a file that was replaced is not written, and the store says so', async () => {
  const api = openTestStore({ seed: (db) => insertSession(db, 'a') });
  const other = `${api.path}.new`;
  createStore(other);
  renameSync(other, api.path);
  const { appendMessage } = await dataOf(api, APPEND);
  expect(appendMessage.__typename).toBe('StoreReplacedError');
  const { store } = await dataOf(api, '{ store { writable readOnlyReason } }');
  expect(store).toEqual({
    writable: false,
    readOnlyReason:
      'the file or its write-ahead log was replaced while the server ran; restart the server to serve what is there now.',
  });
});

test.each(['removed', 'replaced'])(
  'a store whose write-ahead log was %s is not written',
  async (how) => {
    const api = openTestStore({ seed: (db) => insertSession(db, 'a') });
    expect((await dataOf(api, APPEND)).appendMessage.__typename).toBe('AppendMessagePayload');
    const log = `${api.path}-wal`;
    if (how === 'removed') rmSync(log);
    else {
      copyFileSync(log, `${log}.new`);
      renameSync(`${log}.new`, log);
    }
    const { appendMessage } = await dataOf(api, APPEND);
    expect(appendMessage).toEqual({
      __typename: 'StoreReplacedError',
      error: expect.stringContaining('write-ahead log'),
    });
    const { store } = await dataOf(
      api,
      '{ store { writable } session(sessionId: "a") { messageCount } }',
    );
    expect(store.writable).toBe(false);
  },
);

test('other processes that come and go leave the store writable', async () => {
  const api = openTestStore({ seed: (db) => insertSession(db, 'a') });
  for (let n = 0; n < 5; n += 1) {
    api.raw((db) => db.pragma('wal_checkpoint(TRUNCATE)'));
    expect((await dataOf(api, APPEND)).appendMessage.__typename).toBe('AppendMessagePayload');
  }
});

test('a store that was migrated while it was served says so, instead of asking for it again', async () => {
  const api = openTestStore({ fixture: 'versions/v09.db' });
  const STORE = '{ store { schemaVersion writable readOnlyReason } }';
  expect((await dataOf(api, STORE)).store).toMatchObject({
    schemaVersion: 9,
    readOnlyReason: expect.stringContaining('hermes-graphql migrate'),
  });
  await migrate(api.path);
  const reason = 'it was opened before it was migrated; restart the server to write to it.';
  expect((await dataOf(api, STORE)).store).toEqual({
    schemaVersion: 11,
    writable: false,
    readOnlyReason: reason,
  });
  const { appendMessage } = await dataOf(api, APPEND);
  expect(appendMessage).toEqual({
    __typename: 'ReadOnlyStoreError',
    error: `This store is read-only: ${reason}`,
  });
});

test('damage that a read meets is an error with a code and not an unexpected one', async () => {
  const api = openTestStore({ seed: (db) => insertSession(db, 'a') });
  api.raw((db) => {
    db.unsafeMode(true);
    db.pragma('writable_schema = ON');
    db.prepare("UPDATE sqlite_master SET rootpage = 99999 WHERE name = 'sessions'").run();
    db.pragma('writable_schema = OFF');
    db.pragma('schema_version = 999');
  });
  const { errors } = await ask(api, '{ session(sessionId: "a") { sessionId } }');
  expect(errors.map(({ code }) => code)).toEqual(['STORE_CORRUPT']);
});
