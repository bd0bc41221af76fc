import { expect, it } from 'vitest';
import { SessionClosedError, SessionLockedError } from '../../src/domain/errors.js';
import {
  insertMessage,
  insertRow,
  insertSession,
  openTestStore,
  TEST_NOW,
} from '../support/store.js';

/** A conversation r → t, a branch b of it, and a session of its own. */
function open() {
  const opened = openTestStore({ fixture: 'versions/v31.db', mode: 'write' });
  opened.raw((db) => {
    insertSession(db, 'r', { started_at: 100, ended_at: 200, end_reason: 'compression' });
    insertSession(db, 't', { started_at: 200, parent_session_id: 'r' });
    const config = JSON.stringify({ _branched_from: 'r' });
    insertSession(db, 'b', { started_at: 150, parent_session_id: 'r', model_config: config });
    insertSession(db, 'other', { started_at: 100, ended_at: 150 });
    insertMessage(db, 't', 'user', 'words');
  });
  const hold = (
    table: string,
    column: string,
    id: string,
    expires_at: number | string = TEST_NOW + 60,
  ) =>
    opened.raw((db) =>
      insertRow(db, table, { [column]: id, holder: 'gateway', acquired_at: TEST_NOW, expires_at }),
    );
  return {
    ...opened,
    compress: (id: string, until?: number | string) =>
      hold('compression_locks', 'session_id', id, until),
    takeTurn: (id: string, until?: number | string) =>
      hold('session_turn_leases', 'conversation_id', id, until),
  };
}

it.each([
  [
    'an append',
    (s: ReturnType<typeof open>['store']) => s.appendMessage({ sessionId: 't', role: 'user' }),
  ],
  ['a replacement', (s: ReturnType<typeof open>['store']) => s.replaceMessages('t', [])],
  ['clearing', (s: ReturnType<typeof open>['store']) => s.clearMessages('t')],
  ['an end', (s: ReturnType<typeof open>['store']) => s.endSession('t', 'user_exit')],
  ['reopening', (s: ReturnType<typeof open>['store']) => s.reopenSession('t')],
  ['a deletion', (s: ReturnType<typeof open>['store']) => s.deleteSession('t', 'SESSION')],
  [
    'deleting its conversation',
    (s: ReturnType<typeof open>['store']) => s.deleteSession('r', 'CONVERSATION'),
  ],
])(
  'refuses %s while the session is compressed, and takes it when the lock ended',
  async (_, write) => {
    const { store, clock, compress, raw } = open();
    compress('t');
    const rows = () =>
      raw((db) =>
        ['sessions', 'messages'].map((table) => db.prepare(`SELECT * FROM ${table}`).all()),
      );
    const before = rows();
    await expect(write(store)).rejects.toThrow(SessionLockedError);
    await expect(write(store)).rejects.toMatchObject({
      sessionId: 't',
      expiresAt: TEST_NOW + 60,
      retryable: true,
    });
    expect(rows()).toEqual(before);
    clock.advance(60);
    await write(store);
  },
);

it('holds all parts of a conversation during a turn, by its first session, but no branch of it', async () => {
  const { store, takeTurn } = open();
  takeTurn('r');
  const append = (sessionId: string) => store.appendMessage({ sessionId, role: 'user' });
  await expect(append('t')).rejects.toThrow(SessionLockedError);
  await append('b');
  await append('other');
});

it('reopens no part that compression closed while its conversation has a turn', async () => {
  const { store, takeTurn, clock } = open();
  takeTurn('r');
  await expect(store.reopenSession('r')).rejects.toThrow(SessionLockedError);
  expect((await store.sessionsByIds(['r']))[0]).toMatchObject({
    ended_at: 200,
    end_reason: 'compression',
  });
  clock.advance(60);
  expect((await store.reopenSession('r')).session.ended_at).toBeNull();
});

it('takes titles, usage, settings and marks of a session that is held, as Hermes does', async () => {
  const { store, compress, takeTurn } = open();
  compress('t');
  takeTurn('r');
  await store.setSessionTitle('t', 'Named');
  await store.recordUsage({ sessionId: 't', mode: 'ADD', inputTokens: 5 });
  await store.updateSession({ sessionId: 't', model: 'm' });
  await store.archiveSessions(['t'], true);
  await store.pinSession('t', true);
  expect((await store.sessionsByIds(['t']))[0]).toMatchObject({
    title: 'Named',
    input_tokens: 5,
    model: 'm',
  });
  await expect(store.reopenSession('t')).rejects.toThrow(SessionLockedError);
});

it.each([
  ['has ended', TEST_NOW],
  ['holds no time', 'soon'],
])('takes no notice of a lock that %s', async (_, until) => {
  const { store, compress, takeTurn } = open();
  compress('t', until);
  takeTurn('r', until);
  await store.appendMessage({ sessionId: 't', role: 'user', content: 'hi' });
});

it('passes held sessions over when many are deleted or pruned, and says so', async () => {
  const { store, compress, takeTurn, clock } = open();
  compress('other');
  takeTurn('r');
  const prune = {
    olderThanDays: 1,
    filter: { sessionIds: ['r', 't', 'other'] },
    basis: 'STARTED' as const,
    includeNeverEnded: true,
    dryRun: false,
  };
  expect((await store.pruneSessions({ ...prune, dryRun: true })).sessionIds).toEqual([]);
  expect((await store.pruneSessions(prune)).sessionIds).toEqual([]);
  const { answers, deletedIds } = await store.deleteSessions(['other', 'b', 'none'], 'SESSION');
  expect(answers).toEqual([
    { sessionId: 'other', outcome: 'LOCKED' },
    { sessionId: 'b', outcome: 'DELETED' },
    { sessionId: 'none', outcome: 'NOT_FOUND' },
  ]);
  expect(deletedIds).toEqual(['b']);
  clock.advance(60);
  expect((await store.pruneSessions(prune)).sessionIds).toEqual(['other', 'r', 't']);
});

it('takes no more messages into a session that compression closed, and names where to go', async () => {
  const { store } = open();
  const append = store.appendMessage({ sessionId: 'r', role: 'user', content: 'late' });
  await expect(append).rejects.toThrow(SessionClosedError);
  await expect(append).rejects.toThrow('Write to its continuation "t".');
  await store.reopenSession('r');
  await store.appendMessage({ sessionId: 'r', role: 'user', content: 'reopened' });
});

it('of schema 11, which has no such rule, takes messages into any ended session', async () => {
  const { store } = openTestStore({
    seed: (db) => insertSession(db, 'r', { ended_at: 200, end_reason: 'compression' }),
  });
  await store.appendMessage({ sessionId: 'r', role: 'user', content: 'late' });
  const [session] = await store.sessionsByIds(['r']);
  expect(session).toMatchObject({ ended_at: 200, end_reason: 'compression' });
});
