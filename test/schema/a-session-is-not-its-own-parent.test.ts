import { expect, test } from 'vitest';
import { dataOf } from '../support/api.js';
import { insertSession, openTestStore } from '../support/store.js';

test('a session that names itself has no parent, by all ways', async () => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'self', { parent_session_id: 'self' });
      insertSession(db, 'child', { parent_session_id: 'self' });
      insertSession(db, 'orphan', { parent_session_id: 'gone' });
      insertSession(db, 'root');
    },
  });
  const data = await dataOf(
    api,
    `query ($children: SessionFilter) {
      session(sessionId: "self") { parent { sessionId } ancestors { sessionId } depth lineageKind }
      with: sessions(filter: { hasParent: true }) { nodes { sessionId } }
      without: sessions(filter: { hasParent: false }) { nodes { sessionId } }
      children: sessions(filter: $children) { nodes { sessionId } }
      chats: conversations(filter: { hasParent: true }) { nodes { root { sessionId } } } }`,
    { children: { parentSessionId: 'self' } },
  );
  const ids = (...all: string[]) => ({ nodes: all.map((sessionId) => ({ sessionId })) });
  expect(data).toEqual({
    session: { parent: null, ancestors: [], depth: 0, lineageKind: 'ROOT' },
    with: ids('orphan', 'child'),
    without: ids('self', 'root'),
    children: ids('child'),
    chats: { nodes: [{ root: { sessionId: 'orphan' } }] },
  });
});
