import { describe, expect, it } from 'vitest';
import { parseSearchQuery } from '../../src/domain/search-query/parse.js';
import { DEFAULT_UPKEEP } from '../../src/domain/upkeep.js';
import { findDamage } from '../support/health.js';
import { startChild } from '../support/processes.js';
import {
  insertMessage,
  insertSession,
  openTestStore,
  TEST_NOW,
  type TestStoreOptions,
} from '../support/store.js';

const DAY = 86_400;
const ago = (days: number) => TEST_NOW - days * DAY;

/** One old session with so much text that its pages are worth giving back. */
function open(options: Pick<TestStoreOptions, 'patience' | 'heavy'> = {}) {
  return openTestStore({
    ...options,
    seed: (db) => {
      insertSession(db, 'old', { started_at: ago(200), ended_at: ago(199) });
      insertSession(db, 'new', { started_at: TEST_NOW });
      for (let n = 0; n < 300; n += 1) {
        insertMessage(db, 'old', 'tool', `line ${n} `.repeat(200), { timestamp: ago(199) });
      }
    },
  });
}

describe('optimizing', () => {
  it('merges the indexes into one segment each and rewrites the file when asked to', async () => {
    const { store, raw } = open();
    const segments = () =>
      raw((db) => db.prepare('SELECT COUNT(DISTINCT segid) FROM messages_fts_idx').pluck().get());
    expect(segments()).toBeGreaterThan(1);
    await store.deleteSession('old', 'SESSION');
    expect(await store.optimizeStore({ vacuum: true })).toEqual({
      mergedIndexes: ['messages_fts', 'messages_fts_trigram'],
      vacuumed: true,
      vacuumRefused: null,
    });
    expect(segments()).toBeLessThanOrEqual(1);
    expect(raw(findDamage)).toEqual([]);
    expect(raw((db) => db.pragma('freelist_count', { simple: true }))).toBe(0);
  });

  it('rewrites no file that another process has open, and says who', async () => {
    const { store, path } = open();
    const holder = startChild('open.py', [path]);
    await holder.printed(1);
    const { vacuumed, vacuumRefused } = await store.optimizeStore({ vacuum: true });
    expect(vacuumed).toBe(false);
    expect(vacuumRefused).toMatch(/^another process \(\d+\) has the store open\.$/);
    holder.kill();
    await holder.ended;
    expect(await store.optimizeStore({ vacuum: true })).toMatchObject({ vacuumed: true });
  });

  it('rewrites no file without a write-ahead log either that another process has open', async () => {
    const { store, path } = openTestStore({
      seed: (db) => {
        insertSession(db, 'a');
        db.pragma('journal_mode = DELETE');
      },
    });
    const holder = startChild('open.py', [path]);
    await holder.printed(1);
    const { vacuumRefused } = await store.optimizeStore({ vacuum: true });
    expect(vacuumRefused).toMatch(/^another process \(\d+\) has the store open\.$/);
    holder.kill();
    await holder.ended;
    expect(await store.optimizeStore({ vacuum: true })).toMatchObject({ vacuumed: true });
  });

  it('rewrites a file that its own searching processes have open, and they search on', async () => {
    const { store, path, raw } = open({ heavy: 'processes' });
    const find = () =>
      Promise.all(
        ['line', '299'].map((word) =>
          store.search(parseSearchQuery(word), {}, 'NEWEST', { limit: 1, after: null }),
        ),
      );
    const before = await find();
    await store.deleteSession('old', 'SESSION');
    expect(before.map(({ items }) => items.length)).toEqual([1, 1]);
    expect(await store.optimizeStore({ vacuum: true })).toMatchObject({
      vacuumed: true,
      vacuumRefused: null,
    });
    expect(raw((db) => db.pragma('freelist_count', { simple: true }))).toBe(0);
    expect((await find()).map(({ items }) => items.length)).toEqual([0, 0]);

    const holder = startChild('open.py', [path]);
    await holder.printed(1);
    const { vacuumRefused } = await store.optimizeStore({ vacuum: true });
    expect(vacuumRefused).toMatch(/^another process \(\d+\) has the store open\.$/);
  });

  it('leaves indexes alone while Hermes rebuilds them', async () => {
    const { store, raw } = open();
    raw((db) => db.exec("INSERT INTO state_meta VALUES ('fts_rebuild_high_water', '5')"));
    expect((await store.optimizeStore({ vacuum: false })).mergedIndexes).toEqual([]);
  });
});

describe('the automatic upkeep', () => {
  it('runs once in an interval, and notes when in the words of Hermes', async () => {
    const { store, clock } = open();
    const upkeep = { ...DEFAULT_UPKEEP, vacuum: false };
    const ran = { skipped: false, vacuumed: false, error: null };
    expect(await store.runUpkeep(upkeep)).toEqual({ ...ran, pruned: 1 });
    expect(await store.meta('last_auto_prune')).toBe('1780000000.0');
    clock.advance(DAY - 1);
    expect((await store.runUpkeep(upkeep)).skipped).toBe(true);
    clock.advance(1);
    expect(await store.runUpkeep(upkeep)).toEqual({ ...ran, pruned: 0 });
  });

  it.each(['', 'soon', '0x10', '1e', '  '])('runs when the note is %j', async (note) => {
    const { store } = open();
    await store.setMeta('last_auto_prune', note);
    expect((await store.runUpkeep({ ...DEFAULT_UPKEEP, vacuum: false })).skipped).toBe(false);
  });

  it('reports what failed, throws nothing and notes nothing', async () => {
    const { store, path } = open({ patience: { limitMs: 0 } });
    const holder = startChild('hold.py', [path, '30']);
    await holder.printed(1);
    const report = await store.runUpkeep(DEFAULT_UPKEEP);
    expect(report).toMatchObject({ skipped: false, pruned: 0, vacuumed: false });
    expect(report.error).toContain('another process holds its write lock');
    expect(await store.meta('last_auto_prune')).toBeNull();
  });
});

describe('cleaning up after Hermes', () => {
  it('detaches the children of empty ghosts instead of failing on them', async () => {
    const { store, raw } = open();
    raw((db) => {
      insertSession(db, 'ghost', { source: 'tui', started_at: ago(3), ended_at: ago(2) });
      insertSession(db, 'child', { parent_session_id: 'ghost' });
      insertSession(db, 'named', { source: 'tui', started_at: ago(3), ended_at: 1, title: 'T' });
      insertSession(db, 'odd', { source: 'tui', started_at: 'long ago', ended_at: 1 });
    });
    expect(await store.pruneEmptyGhosts()).toEqual({ sessionIds: ['ghost'] });
    expect((await store.sessionsByIds(['child']))[0]?.parent_session_id).toBeNull();
  });

  it('ends orphaned continuations, once', async () => {
    const { store, raw } = open();
    raw((db) => {
      insertSession(db, 'p', { started_at: 1, ended_at: 2, end_reason: 'compression' });
      insertSession(db, 'c', { started_at: ago(8), parent_session_id: 'p' });
      insertMessage(db, 'c', 'user', 'hi');
    });
    expect(await store.finalizeOrphanedCompressions()).toEqual({ sessionIds: ['c'] });
    expect((await store.sessionsByIds(['c']))[0]).toMatchObject({
      ended_at: TEST_NOW,
      end_reason: 'orphaned_compression',
    });
    expect(await store.finalizeOrphanedCompressions()).toEqual({ sessionIds: [] });
  });
});
