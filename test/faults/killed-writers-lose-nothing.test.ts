import { expect, it } from 'vitest';
import { findDamage } from '../support/health.js';
import { acknowledged, startChild } from '../support/processes.js';
import { insertSession, openTestStore } from '../support/store.js';

const ROUNDS = 30;
const ROUNDS_WITH_KEYS = 12;
const NEVER = '1000000';

interface Row {
  id: number;
  content: string;
}

async function openForChildren() {
  const { raw, path, store } = openTestStore({
    seed: (db) => {
      insertSession(db, 's');
      insertSession(db, 'python');
    },
  });
  await store.close();
  return { raw, path };
}

/** Few appends in the one round, more in the next: the kill comes at another moment each time. */
const appendsBeforeTheKill = (round: number) => 1 + ((round * 7) % 13);

it('has every acknowledged message once after 30 rounds of kill -9, while Hermes writes', async () => {
  const { raw, path } = await openForChildren();
  const hermes = startChild('append.py', [path, 'python', 'hermes', NEVER]);
  const known = new Map<number, string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const child = startChild('append.js', [path, 's', `round${round}`, '0', NEVER]);
    await child.printed(1 + appendsBeforeTheKill(round));
    child.kill();
    expect(await child.ended).toBeNull();
    for (const [number, id] of acknowledged(child)) known.set(id, `round${round} ${number}`);
  }
  hermes.kill();
  await hermes.ended;
  for (const [number, id] of acknowledged(hermes)) known.set(id, `hermes ${number}`);

  raw((db) => {
    const rows = db.prepare('SELECT id, content FROM messages').all() as Row[];
    const stored = new Map(rows.map(({ id, content }) => [id, content]));
    expect([...known].filter(([id, content]) => stored.get(id) !== content)).toEqual([]);
    expect(new Set(stored.values()).size).toBe(rows.length);
    const counters = db.prepare(
      `SELECT message_count, (SELECT COUNT(*) FROM messages WHERE session_id = s.id) AS counted
       FROM sessions AS s`,
    );
    for (const counter of counters.all() as { message_count: number; counted: number }[]) {
      expect(counter.message_count).toBe(counter.counted);
    }
    expect(findDamage(db)).toEqual([]);
  });
}, 90_000);

it('has nothing twice when a killed writer starts again with the same keys', async () => {
  const { raw, path } = await openForChildren();
  let next = 0;
  for (let round = 0; round < ROUNDS_WITH_KEYS; round += 1) {
    const child = startChild('append.js', [path, 's', 'message', `${next}`, NEVER, 'keys']);
    await child.printed(1 + appendsBeforeTheKill(round));
    child.kill();
    await child.ended;
    next = Math.max(next - 1, ...acknowledged(child).keys()) + 1;
  }
  const last = startChild('append.js', [path, 's', 'message', `${next}`, `${next + 1}`, 'keys']);
  expect(await last.ended).toBe(0);

  raw((db) => {
    const stored = db.prepare('SELECT content FROM messages ORDER BY id').pluck().all();
    expect(stored).toEqual(Array.from({ length: next + 1 }, (_, n) => `message ${n}`));
    expect(findDamage(db)).toEqual([]);
  });
}, 90_000);
