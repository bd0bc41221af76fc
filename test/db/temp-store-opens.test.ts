import { expect, it } from 'vitest';
import { insertMessage, insertSession, openTestStore } from '../support/store.js';

it('opens a new store with the rows that a test put in', async () => {
  const { store } = openTestStore({
    seed: (db) => {
      insertSession(db, 'a', { title: 'Fix' });
      insertMessage(db, 'a', 'user', 'hi');
    },
  });
  expect(await store.messageCounts(['a'])).toEqual([1]);
});

it('opens a copy of a fixture', async () => {
  const { store } = openTestStore({ fixture: 'v11_wal/state.db' });
  expect((await store.status()).messageCount).toBe(40);
});
