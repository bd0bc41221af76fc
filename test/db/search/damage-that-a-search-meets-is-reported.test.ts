import type Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { parseSearchQuery } from '../../../src/domain/search-query/parse.js';
import { insertMessage, insertSession, openTestStore } from '../../support/store.js';

/** Words in the middle of the index cannot be read; the newest and the oldest message can. */
function garble(db: Database.Database): void {
  insertSession(db, 'a');
  db.transaction(() => {
    for (let n = 0; n < 4000; n += 1) {
      insertMessage(db, 'a', 'user', `aaa word${n} alpha${n * 7} filler text`);
    }
  })();
  db.exec("INSERT INTO messages_fts (messages_fts) VALUES ('optimize')");
  insertMessage(db, 'a', 'user', 'newest message here');
  const pages = db
    .prepare('SELECT id FROM messages_fts_data WHERE id > 10 ORDER BY id')
    .pluck()
    .all() as number[];
  db.unsafeMode(true);
  const damage = db.prepare("UPDATE messages_fts_data SET block = x'ffff' WHERE id = ?");
  for (const id of pages.slice(-10, -6)) damage.run(id);
}

it.each(['inline', 'processes'] as const)(
  'in the status of the store, also when the search ran elsewhere: %s',
  async (heavy) => {
    const { store } = openTestStore({ seed: garble, heavy });
    expect((await store.status()).search).toMatchObject({ words: true, problem: null });
    const page = { limit: 1, after: null };
    for (const word of ['word3999', 'word2000', 'word50', 'word1234', 'word777']) {
      const { items } = await store.search(parseSearchQuery(word), {}, 'NEWEST', page);
      expect(items, word).toHaveLength(1);
    }
    expect((await store.status()).search).toEqual({
      words: false,
      trigrams: true,
      pendingRows: 0,
      problem: 'The index of words is damaged; searches read the messages instead.',
    });
  },
);
