import { expect, it } from 'vitest';
import { findDamage } from '../support/health.js';
import { insertMessage, insertSession, openTestStore } from '../support/store.js';

/** A conversation r → m → t with a branch of m, a delegate of t, and a second continuation of r. */
function open() {
  return openTestStore({
    seed: (db) => {
      const ended = (at: number) => ({ ended_at: at, end_reason: 'compression' });
      insertSession(db, 'r', { started_at: 1, ...ended(10) });
      insertSession(db, 'm', { started_at: 10, parent_session_id: 'r', ...ended(20) });
      insertSession(db, 't', { started_at: 20, parent_session_id: 'm' });
      insertSession(db, 'r2', { started_at: 11, parent_session_id: 'r', ended_at: 12 });
      insertSession(db, 'branch', { started_at: 15, parent_session_id: 'm' });
      insertSession(db, 'delegate', { started_at: 21, parent_session_id: 't' });
      insertSession(db, 'other');
      for (const id of ['r', 'm', 't', 'branch', 'delegate', 'other']) {
        insertMessage(db, id, 'user', `words of ${id}`);
      }
    },
  });
}

it('deletes one session with its messages; its children stay and lose their parent', async () => {
  const { store, raw } = open();
  expect(await store.deleteSession('m', 'SESSION')).toEqual({
    deletedIds: ['m'],
    detachedIds: ['branch', 't'],
  });
  const left = raw((db) =>
    db.prepare('SELECT id, parent_session_id FROM sessions ORDER BY id').all(),
  );
  expect(left).toEqual([
    { id: 'branch', parent_session_id: null },
    { id: 'delegate', parent_session_id: 't' },
    { id: 'other', parent_session_id: null },
    { id: 'r', parent_session_id: null },
    { id: 'r2', parent_session_id: 'r' },
    { id: 't', parent_session_id: null },
  ]);
  expect(await store.messageCounts(['m', 'branch', 't'])).toEqual([0, 1, 1]);
});

it.each(['r', 'm', 't', 'r2'])(
  'deletes the whole conversation of %s, wherever one begins',
  async (id) => {
    const { store } = open();
    const { deletedIds, detachedIds } = await store.deleteSession(id, 'CONVERSATION');
    expect([...deletedIds].sort()).toEqual(['m', 'r', 'r2', 't']);
    expect(detachedIds).toEqual(['branch', 'delegate']);
  },
);

it('leaves no row and no word in any index', async () => {
  const { store, raw } = open();
  await store.deleteSessions(['r', 'm', 't', 'r2', 'branch', 'delegate', 'other'], 'SESSION');
  raw((db) => {
    for (const table of ['sessions', 'messages', 'messages_fts', 'messages_fts_trigram']) {
      expect(db.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get(), table).toBe(0);
    }
    expect(findDamage(db)).toEqual([]);
  });
});

it('answers for each id of many, each time it was named, and deletes what it can', async () => {
  const { store } = open();
  const answer = await store.deleteSessions(['t', 'nobody', 't', 'other'], 'SESSION');
  expect(answer).toEqual({
    answers: [
      { sessionId: 't', outcome: 'DELETED' },
      { sessionId: 'nobody', outcome: 'NOT_FOUND' },
      { sessionId: 't', outcome: 'DELETED' },
      { sessionId: 'other', outcome: 'DELETED' },
    ],
    deletedIds: ['t', 'other'],
    detachedIds: ['delegate'],
  });
  expect(await store.deleteSessions([], 'CONVERSATION')).toEqual({
    answers: [],
    deletedIds: [],
    detachedIds: [],
  });
});

it('says of a session that is not there that it is not there, and touches nothing', async () => {
  const { store } = open();
  for (const scope of ['SESSION', 'CONVERSATION'] as const) {
    await expect(store.deleteSession('nobody', scope)).rejects.toThrow('No session "nobody".');
  }
  expect(await store.sessionTotal({})).toBe(7);
});

it('deletes sessions whose parents make a cycle, and one that is its own parent', async () => {
  const { store } = openTestStore({
    seed: (db) => {
      insertSession(db, 'a', { parent_session_id: 'b', ended_at: 1, end_reason: 'compression' });
      insertSession(db, 'b', { parent_session_id: 'a', ended_at: 1, end_reason: 'compression' });
      insertSession(db, 'self', { parent_session_id: 'self' });
    },
  });
  expect((await store.deleteSession('self', 'CONVERSATION')).deletedIds).toEqual(['self']);
  const { deletedIds } = await store.deleteSession('a', 'CONVERSATION');
  expect([...deletedIds].sort()).toEqual(['a', 'b']);
});

it('deletes 40,000 sessions at once', async () => {
  const ids = Array.from({ length: 40_000 }, (_, n) => `s${n}`);
  const { store } = openTestStore({
    seed: (db) => db.transaction(() => ids.forEach((id) => insertSession(db, id)))(),
  });
  const { answers } = await store.deleteSessions(ids, 'SESSION');
  expect(answers.filter(({ outcome }) => outcome === 'DELETED')).toHaveLength(40_000);
  expect(await store.sessionTotal({})).toBe(0);
});

it('removes the Telegram binding of a session along with it', async () => {
  const { store } = open();
  const topic = { chatId: 'c', threadId: '1', userId: 'u', sessionKey: 'k' };
  await store.bindTopic({ ...topic, sessionId: 'other' });
  await store.deleteSession('other', 'SESSION');
  expect(await store.topicBinding('c', '1')).toBeNull();
});
