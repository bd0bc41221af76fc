import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { StoreBusyError } from '../../src/domain/errors.js';
import { parseSearchQuery } from '../../src/domain/search-query/parse.js';
import { ask } from '../support/api.js';
import { insertMessage, insertSession, openTestStore, type TestStore } from '../support/store.js';

const NEEDLE = parseSearchQuery('needle');

/** A store with a rollback journal, and a process that may lock it whole. */
function lockable(sleep: (release: () => void) => void): TestStore & { lock: () => void } {
  let now = 0;
  const api = openTestStore({
    seed: (db) => {
      db.pragma('journal_mode = DELETE');
      insertSession(db, 'a');
      insertMessage(db, 'a', 'user', 'needle');
    },
    patience: {
      now: () => now,
      sleep: (ms) => {
        now += ms;
        sleep(() => other.exec('ROLLBACK'));
        return Promise.resolve();
      },
    },
  });
  const other = new Database(api.path);
  onTestFinished(() => void other.close());
  return { ...api, lock: () => void other.exec('BEGIN EXCLUSIVE') };
}

test('a read that meets a commit is tried again until it is done', async () => {
  let tries = 0;
  const { store, lock } = lockable((release) => {
    tries += 1;
    if (tries === 3) release();
  });
  expect(await store.messageCounts(['a'])).toEqual([1]);
  lock();
  const started = performance.now();
  const counts = store.messageCounts(['a']);
  expect(counts).toBeInstanceOf(Promise);
  expect(performance.now() - started).toBeLessThan(90);
  expect(await counts).toEqual([1]);
  expect(tries).toBe(3);
});

test('so are the state of the store, its values, hand-offs and a dry run of a prune', async () => {
  const { store, lock } = lockable((release) => release());
  const reads = [
    async () => (await store.status()).messageCount,
    async () => store.meta('none'),
    async () => store.pendingHandoffs(),
    async () =>
      (
        await store.pruneSessions({
          olderThanDays: 1,
          basis: 'STARTED',
          includeNeverEnded: true,
          dryRun: true,
        })
      ).count,
  ];
  const answers = [];
  for (const read of reads) {
    lock();
    answers.push(await read());
  }
  expect(answers).toEqual([1, null, [], 1]);
});

test('one that is never done is an error that tells how long was waited and that nothing was read', async () => {
  const { lock, ...api } = lockable(() => undefined);
  lock();
  const failure: unknown = await Promise.resolve(api.store.messageCounts(['a'])).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(StoreBusyError);
  expect(failure).toMatchObject({ retryable: true, work: 'read' });
  expect(String(failure)).toMatch(
    /The store was busy for 5\d{3} ms: another process is at a write, or was killed in the middle of one\. Nothing could be read; try again\.$/,
  );
  const { errors } = await ask(api, '{ session(sessionId: "a") { sessionId } }');
  expect(errors.map(({ code }) => code)).toEqual(['STORE_BUSY']);
});

test('searches and statistics wait too', async () => {
  const { store, lock } = lockable((release) => release());
  lock();
  expect(await store.searchTotal(NEEDLE, {})).toBe(1);
  lock();
  expect((await store.stats({}, 'UTC', ['roles'])).roles).not.toBeNull();
}, 30_000);

test('a write that waited in vain is not tried again as if it were a read', async () => {
  let sleeps = 0;
  const { store, lock } = lockable(() => (sleeps += 1));
  lock();
  await expect(store.requestHandoff('a', 'telegram')).rejects.toThrow('Nothing was written');
  expect(sleeps).toBeLessThan(1100);
});
