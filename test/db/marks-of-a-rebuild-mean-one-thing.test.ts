import { expect, it } from 'vitest';
import { inspectStore } from '../../src/db/sqlite/inspect/inspect.js';
import { openTestStore } from '../support/store.js';

/** What search, doctor and upkeep make of the marks of a file. */
async function readings(marks: Readonly<Record<string, string>>) {
  const { store, path } = openTestStore({
    fixture: 'versions/v25.db',
    mode: 'write',
    seed: (db) => {
      const put = db.prepare('INSERT OR REPLACE INTO state_meta (key, value) VALUES (?, ?)');
      for (const [key, value] of Object.entries(marks)) put.run(key, value);
    },
  });
  const { search } = await store.status();
  const { findings } = await inspectStore(path, { limitMs: 1 });
  const codes = findings.map(({ code }) => code);
  const { mergedIndexes } = await store.optimizeStore({ vacuum: false });
  return {
    words: search.words,
    pending: search.pendingRows > 0,
    told: codes.filter((code) => /^(pending-rebuild|indexes-detached)$/.test(code)),
    merges: mergedIndexes.length > 0,
  };
}

const SOUND = { words: true, pending: false, told: [], merges: true };

it.each([
  ['no mark', {}],
  ['a stale mark of 0', { fts_stale: '0' }],
  ['a rebuild that has finished', { fts_rebuild_high_water: '9', fts_rebuild_progress: '9' }],
])('%s is a sound index for all', async (_, marks) => {
  expect(await readings(marks)).toEqual(SOUND);
});

it('a stale mark is one for all', async () => {
  expect(await readings({ fts_stale: '1' })).toEqual({
    words: false,
    pending: false,
    told: ['indexes-detached'],
    merges: false,
  });
});

it.each([
  ['under way', { fts_rebuild_high_water: '9', fts_rebuild_progress: '4' }],
  ['that noted no progress', { fts_rebuild_high_water: '9' }],
])('a rebuild %s is one for all', async (_, marks) => {
  expect(await readings(marks)).toEqual({
    words: true,
    pending: true,
    told: ['pending-rebuild'],
    merges: false,
  });
});
