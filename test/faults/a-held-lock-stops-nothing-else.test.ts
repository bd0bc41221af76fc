import { expect, it } from 'vitest';
import { startChild } from '../support/processes.js';
import { insertMessage, insertSession, openTestStore } from '../support/store.js';

const HELD_SECONDS = 3;

it('appends after another process held the lock for three seconds, and reads meanwhile', async () => {
  const { store, path } = openTestStore({
    seed: (db) => {
      insertSession(db, 'a');
      insertMessage(db, 'a', 'user', 'first');
    },
  });
  const holder = startChild('hold.py', [path, `${HELD_SECONDS}`]);
  await holder.printed(1);

  let lag = 0;
  let last = performance.now();
  const ticker = setInterval(() => {
    const now = performance.now();
    lag = Math.max(lag, now - last - 10);
    last = now;
  }, 10);
  const started = performance.now();
  let slowestRead = 0;
  let reads = 0;
  let pending = 1;
  const append = store
    .appendMessage({ sessionId: 'a', role: 'user', content: 'second' })
    .finally(() => (pending -= 1));
  while (pending > 0) {
    const before = performance.now();
    expect((await store.messageCounts(['a']))[0]).toBeGreaterThanOrEqual(1);
    slowestRead = Math.max(slowestRead, performance.now() - before);
    reads += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  clearInterval(ticker);

  expect((await append).message.content).toBe('second');
  expect(performance.now() - started).toBeGreaterThan((HELD_SECONDS - 1) * 1000);
  expect(reads).toBeGreaterThan(20);
  expect(slowestRead).toBeLessThan(500);
  expect(lag).toBeLessThan(500);
  expect(await store.messageCounts(['a'])).toEqual([2]);
}, 30_000);
