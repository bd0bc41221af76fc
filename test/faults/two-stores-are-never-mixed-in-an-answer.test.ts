import { readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createStore } from '../../src/db/sqlite/create.js';
import { parseSearchQuery } from '../../src/domain/search-query/parse.js';
import { ask } from '../support/api.js';
import { insertMessage, insertSession, onConnection, openTestStore } from '../support/store.js';

const NEEDLE = parseSearchQuery('needle');

describe.each(['inline', 'processes'] as const)('with heavy work %s', (heavy) => {
  const open = () =>
    openTestStore({
      heavy,
      seed: (db) => {
        insertSession(db, 'a');
        insertMessage(db, 'a', 'user', 'the needle of this store');
      },
    });

  function replace(path: string): void {
    const other = `${path}.other`;
    createStore(other);
    onConnection(other, (db) => {
      insertSession(db, 'b');
      for (let n = 0; n < 5; n += 1) insertMessage(db, 'b', 'user', 'a needle of another store');
    });
    renameSync(other, path);
  }

  test.each(['replaced', 'removed'])(
    'a search or a statistic after the file was %s is refused with a code',
    async (how) => {
      const { store, path, clock } = open();
      if (how === 'replaced') replace(path);
      else rmSync(path);
      for (const query of [
        '{ search(query: "needle") { totalCount } }',
        '{ stats { sessionCount } }',
      ]) {
        const { errors } = await ask({ store, clock }, query);
        expect(errors, query).toMatchObject([{ code: 'STORE_REPLACED' }]);
        expect(errors[0]?.message).toContain('restart the server');
      }
      expect(await store.messageCounts(['a'])).toEqual([1]);
    },
  );

  test('so is one after the write-ahead log was removed, and none is made in its place', async () => {
    const { store, path } = open();
    await store.appendMessage({ sessionId: 'a', role: 'user', content: 'in the log' });
    rmSync(`${path}-wal`);
    await expect(store.searchTotal(NEEDLE, {})).rejects.toMatchObject({ code: 'STORE_REPLACED' });
    expect(readdirSync(dirname(path))).not.toContain('state.db-wal');
  });

  test('what has the old file open already goes on to read it', async () => {
    const { store, path } = open();
    expect(await store.searchTotal(NEEDLE, {})).toBe(1);
    replace(path);
    expect(await store.searchTotal(NEEDLE, {})).toBe(1);
    expect((await store.status()).problem).toContain('restart the server');
  });
});
