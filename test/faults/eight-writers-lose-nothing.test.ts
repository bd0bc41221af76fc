import { expect, it } from 'vitest';
import { findDamage } from '../support/health.js';
import { acknowledged, startChild } from '../support/processes.js';
import { insertSession, openTestStore } from '../support/store.js';

const APPENDS = 500;

it('keeps 4,000 rows of four writers of ours and four of the reference, each once', async () => {
  const { raw, path, store } = openTestStore({ seed: (db) => insertSession(db, 's') });
  await store.close();
  const writers = [0, 1, 2, 3].flatMap((n) => [
    {
      label: `node${n}`,
      child: startChild('append.js', [path, 's', `node${n}`, '0', `${APPENDS}`]),
    },
    {
      label: `python${n}`,
      child: startChild('append.py', [path, 's', `python${n}`, `${APPENDS}`]),
    },
  ]);
  expect(await Promise.all(writers.map(({ child }) => child.ended))).toEqual(writers.map(() => 0));

  const expected = writers.flatMap(({ label, child }) =>
    [...acknowledged(child)].map(([number, id]) => ({ id, content: `${label} ${number}` })),
  );
  expect(expected).toHaveLength(writers.length * APPENDS);
  const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
  raw((db) => {
    const rows = db.prepare('SELECT id, content FROM messages ORDER BY id').all();
    expect(rows).toEqual(expected.sort(byId));
    expect(db.prepare('SELECT message_count, tool_call_count FROM sessions').get()).toEqual({
      message_count: expected.length,
      tool_call_count: expected.length,
    });
    for (const index of ['messages_fts', 'messages_fts_trigram']) {
      expect(db.prepare(`SELECT COUNT(*) FROM ${index}`).pluck().get()).toBe(expected.length);
    }
    expect(findDamage(db)).toEqual([]);
  });
}, 60_000);
