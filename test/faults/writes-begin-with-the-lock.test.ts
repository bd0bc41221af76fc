import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openForWriting } from '../../src/db/sqlite/driver.js';
import { PATIENCE, Writer } from '../../src/db/sqlite/write.js';
import { insertSession, openTestStore } from '../support/store.js';

it('has a writer whose commits survive a power cut and whose triggers behave as under Hermes', () => {
  const { path } = openTestStore();
  const connection = openForWriting(path, { create: false });
  const pragma = (name: string) => connection.pragma(name, { simple: true });
  expect({
    synchronous: pragma('synchronous'),
    foreign_keys: pragma('foreign_keys'),
    recursive_triggers: pragma('recursive_triggers'),
    busy_timeout: pragma('busy_timeout'),
  }).toEqual({ synchronous: 2, foreign_keys: 1, recursive_triggers: 0, busy_timeout: 0 });
  connection.close();
});

it('reads nothing in a write before it has the lock, so that no read has to become a write', async () => {
  const { path } = openTestStore({ seed: (db) => insertSession(db, 'a') });
  const other = new Database(path);
  other.exec('BEGIN IMMEDIATE');
  let runs = 0;
  const writer = new Writer(openForWriting(path, { create: false }), () => undefined, {
    ...PATIENCE,
    sleep: () => {
      expect(runs).toBe(0);
      other.exec("UPDATE sessions SET title = 'theirs' WHERE id = 'a'; COMMIT");
      return Promise.resolve();
    },
  });
  const seen = await writer.write((tx) => {
    runs += 1;
    const title = tx.get("SELECT title FROM sessions WHERE id = 'a'")?.['title'];
    tx.run("UPDATE sessions SET title = 'ours' WHERE id = 'a'");
    return title;
  });
  expect({ seen, runs }).toEqual({ seen: 'theirs', runs: 1 });
  await writer.close();
  other.close();
});

it('does many writes one after the other, each whole, in the order they were asked for', async () => {
  const { store } = openTestStore({ seed: (db) => insertSession(db, 'a') });
  const appends = Array.from({ length: 120 }, (_, n) =>
    store.appendMessage({ sessionId: 'a', role: 'user', content: `${n}` }),
  );
  const written = await Promise.all(appends);
  const ids = written.map(({ message }) => message.id);
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  expect(await store.messageCounts(['a'])).toEqual([120]);
});
