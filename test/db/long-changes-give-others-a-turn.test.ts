import { expect, it } from 'vitest';
import { openForWriting } from '../../src/db/sqlite/driver.js';
import type { Steps, Tx } from '../../src/db/sqlite/sql.js';
import { PATIENCE, Writer } from '../../src/db/sqlite/write.js';
import { findDamage } from '../support/health.js';
import { insertMessage, insertSession, openTestStore } from '../support/store.js';

const MESSAGES = 1200;

/** A store whose clock says that every step took long enough for others to get their turn. */
function filled() {
  let time = 0;
  return openTestStore({
    patience: { now: () => (time += 20) },
    seed: (db) => {
      for (const id of ['a', 'b']) {
        insertSession(db, id);
        for (let n = 0; n < MESSAGES / 2; n += 1) insertMessage(db, id, 'user', `word ${n}`);
      }
    },
  });
}

/** How many turns the process had for other work, and what readers saw at each of them. */
async function watched<Result>(
  work: Promise<Result>,
  look: () => Promise<number | null | undefined>,
) {
  const seen = new Set<number | null | undefined>();
  let turns = 0;
  const state = { done: false };
  const settled = work.finally(() => (state.done = true));
  settled.catch(() => undefined);
  while (!state.done) {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
    if (turns < 5) seen.add(await look());
  }
  return { result: await settled, turns, seen: [...seen] };
}

it('a delete of many messages lets other work go on, and nobody sees a half of it', async () => {
  const { store, raw } = filled();
  const { result, turns, seen } = await watched(
    store.deleteSessions(['a', 'b'], 'SESSION'),
    async () => (await store.messageCounts(['b']))[0],
  );
  expect(result.deletedIds).toEqual(['a', 'b']);
  expect(turns).toBeGreaterThan(MESSAGES / 200);
  expect(seen).toEqual([MESSAGES / 2]);
  raw((db) => {
    expect(db.prepare('SELECT COUNT(*) FROM messages').pluck().get()).toBe(0);
    expect(findDamage(db)).toEqual([]);
  });
});

it('an append of many messages lets other work go on, and is refused as a whole', async () => {
  const { store } = filled();
  const messages = Array.from({ length: 50 }, (_, n) => ({
    sessionId: n === 49 ? 'nobody' : 'a',
    role: 'user',
    content: `${n}`,
  }));
  const work = store.appendMessages(messages);
  await expect(watched(work, async () => (await store.messageCounts(['a']))[0])).rejects.toThrow(
    'No session "nobody".',
  );
  expect(await store.messageCounts(['a'])).toEqual([MESSAGES / 2]);
});

it('a write that was asked for meanwhile comes after it', async () => {
  const { store } = filled();
  const clearing = store.clearMessages('a');
  const appending = store.appendMessage({ sessionId: 'a', role: 'user', content: 'after' });
  expect((await clearing).removed).toBe(MESSAGES / 2);
  expect((await appending).message.content).toBe('after');
  expect(await store.messageCounts(['a'])).toEqual([1]);
});

it('a step that fails takes all steps before it back', async () => {
  const { path, raw } = filled();
  const writer = new Writer(openForWriting(path, { create: false }), () => undefined, PATIENCE);
  function* half(tx: Tx): Steps<void> {
    tx.run("DELETE FROM messages WHERE session_id = 'a'");
    yield;
    throw new Error('no');
  }
  await expect(writer.writeInSteps(half)).rejects.toThrow('no');
  await writer.close();
  expect(raw((db) => db.prepare('SELECT COUNT(*) FROM messages').pluck().get())).toBe(MESSAGES);
});
