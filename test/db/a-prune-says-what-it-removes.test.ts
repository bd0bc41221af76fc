import { expect, it } from 'vitest';
import type { PruneSessions } from '../../src/domain/removal.js';
import { insertMessage, insertSession, openTestStore, TEST_NOW } from '../support/store.js';

const DAY = 86_400;
const ago = (days: number) => TEST_NOW - days * DAY;

const PRUNE: PruneSessions = {
  olderThanDays: 90,
  basis: 'LAST_ACTIVE',
  includeNeverEnded: false,
  dryRun: false,
};

function open() {
  return openTestStore({
    seed: (db) => {
      insertSession(db, 'old', { started_at: ago(200), ended_at: ago(199), source: 'cron' });
      insertSession(db, 'older', { started_at: ago(300), ended_at: ago(299) });
      insertSession(db, 'used', { started_at: ago(100), ended_at: TEST_NOW - 1 });
      insertSession(db, 'open', { started_at: ago(400) });
      insertSession(db, 'openUsed', { started_at: ago(400) });
      insertMessage(db, 'openUsed', 'user', 'today', { timestamp: TEST_NOW - 10 });
      insertSession(db, 'edge', { started_at: ago(90), ended_at: ago(90) });
      insertSession(db, 'garbage', { started_at: 'never', ended_at: 'whenever' });
      insertSession(db, 'impossible', { started_at: -1e300, ended_at: -1e300 });
      insertSession(db, 'child', { started_at: ago(1), parent_session_id: 'old' });
      insertMessage(db, 'child', 'user', 'kept');
    },
  });
}

it('counts the age from the last activity: what was used a moment ago stays', async () => {
  const { store } = open();
  expect(await store.pruneSessions(PRUNE)).toEqual({
    sessionIds: ['older', 'old'],
    count: 2,
    oldestStartedAt: ago(300),
    newestStartedAt: ago(200),
    dryRun: false,
  });
});

it('counts it from the start when asked to, as the reference does', async () => {
  const { store } = open();
  const { sessionIds } = await store.pruneSessions({ ...PRUNE, basis: 'STARTED' });
  expect(sessionIds).toEqual(['older', 'old', 'used']);
});

it('removes what nobody ended only when told to, and only when it was idle as long', async () => {
  const { store } = open();
  for (const basis of ['STARTED', 'LAST_ACTIVE'] as const) {
    const prune = { ...PRUNE, basis, includeNeverEnded: true, dryRun: true };
    const { sessionIds } = await store.pruneSessions(prune);
    expect(sessionIds).toContain('open');
    expect(sessionIds).not.toContain('openUsed');
  }
});

it('never removes a session of which no time says how old it is', async () => {
  const { store } = open();
  const prune = { ...PRUNE, olderThanDays: -1e6, includeNeverEnded: true };
  for (const basis of ['STARTED', 'LAST_ACTIVE'] as const) {
    const { sessionIds } = await store.pruneSessions({ ...prune, basis, dryRun: true });
    expect(sessionIds).not.toContain('garbage');
    expect(sessionIds).not.toContain('impossible');
  }
});

it('leaves children whole, without their parent', async () => {
  const { store } = open();
  await store.pruneSessions(PRUNE);
  const [child] = await store.sessionsByIds(['child']);
  expect(child?.parent_session_id).toBeNull();
  expect(await store.messageCounts(['child'])).toEqual([1]);
});

it('removes only what its filter admits', async () => {
  const { store } = open();
  const { sessionIds } = await store.pruneSessions({ ...PRUNE, filter: { sources: ['cron'] } });
  expect(sessionIds).toEqual(['old']);
  const none = await store.pruneSessions({ ...PRUNE, filter: { sources: [] } });
  expect(none).toMatchObject({ count: 0, oldestStartedAt: null, newestStartedAt: null });
});

it.each([
  {},
  { basis: 'STARTED' as const },
  { olderThanDays: 0, includeNeverEnded: true },
  { olderThanDays: 250 },
  { olderThanDays: 0.5, filter: { hasParent: true }, includeNeverEnded: true },
])('names in a dry run what the real one removes: %o', async (part) => {
  const { store } = open();
  const before = await store.sessionTotal({});
  const dry = await store.pruneSessions({ ...PRUNE, ...part, dryRun: true });
  expect(await store.sessionTotal({})).toBe(before);
  const real = await store.pruneSessions({ ...PRUNE, ...part });
  expect(real).toEqual({ ...dry, dryRun: false });
  expect(await store.sessionTotal({})).toBe(before - real.count);
});

it('answers a dry run on a store that is served for reading', async () => {
  const { store } = openTestStore({
    mode: 'read-only',
    seed: (db) => insertSession(db, 'old', { started_at: ago(200), ended_at: ago(199) }),
  });
  expect((await store.pruneSessions({ ...PRUNE, dryRun: true })).sessionIds).toEqual(['old']);
  await expect(store.pruneSessions(PRUNE)).rejects.toThrow('This store is read-only');
});

it('takes delegates along only where they are as old and ended; others stay without a parent', async () => {
  const { store, raw } = openTestStore({ fixture: 'versions/v25.db', mode: 'write' });
  const marked = { source: 'subagent', model_config: '{"_delegate_from": "gone"}' };
  raw((db) => {
    const old = { started_at: ago(100), ended_at: ago(99) };
    insertSession(db, 'gone', { ...old, source: 'pruned' });
    insertSession(db, 'oldDelegate', { ...old, ...marked, parent_session_id: 'gone' });
    for (const [id, started_at] of Object.entries({ live: ago(1), stale: ago(100) })) {
      insertSession(db, id, { started_at, ...marked, parent_session_id: 'gone' });
    }
    insertMessage(db, 'live', 'user', 'still at work', { timestamp: TEST_NOW - 60 });
  });
  const filter = { sources: ['pruned'] };
  const { sessionIds } = await store.pruneSessions({ ...PRUNE, filter });
  expect(sessionIds).toEqual(['gone', 'oldDelegate']);
  const left = await store.sessionsByIds(['live', 'stale']);
  expect(left.map((session) => session?.parent_session_id)).toEqual([null, null]);
  expect(await store.messageCounts(['live'])).toEqual([1]);
});
