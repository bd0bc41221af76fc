import { expect, test } from 'vitest';
import { dataOf } from '../support/api.js';
import { insertMessage, insertSession, openTestStore } from '../support/store.js';

const PAGE = `query ($first: Int!) {
  sessions(first: $first, filter: { sources: "mid" }) {
    totalCount
    nodes {
      sessionId title preview status lastActiveAt durationSeconds messageCount childCount lineageKind
      modelConfig systemPrompt
      parent { sessionId }
      children { sessionId }
      ancestors { sessionId }
      descendants { sessionId }
      root { sessionId }
      tip { sessionId preview }
      conversation { title messageCount segments { sessionId } }
      messages(last: 5) { totalCount nodes { messageId content session { sessionId } } }
    }
  }
}`;

test('a page of 200 sessions with all their relatives takes as many statements as one of 5', async () => {
  const statements: string[] = [];
  const api = openTestStore({
    observe: (sql) => statements.push(sql),
    seed: (db) => {
      for (let n = 0; n < 200; n += 1) {
        const compressed = { ended_at: 2000 + n, end_reason: 'compression' };
        insertSession(db, `root${n}`, { started_at: 1000 + n, source: 'cli', ...compressed });
        insertSession(db, `mid${n}`, {
          parent_session_id: `root${n}`,
          started_at: 2000 + n,
          source: 'mid',
          ended_at: 3000 + n,
          end_reason: 'compression',
        });
        insertSession(db, `tip${n}`, {
          parent_session_id: `mid${n}`,
          started_at: 3000 + n,
          source: 'tip',
        });
        insertSession(db, `delegate${n}`, {
          parent_session_id: `mid${n}`,
          started_at: 2001 + n,
          source: 'tool',
        });
        for (let m = 0; m < 7; m += 1) insertMessage(db, `mid${n}`, 'user', `message ${m}`);
      }
    },
  });
  const count = async (first: number) => {
    statements.length = 0;
    const { sessions } = await dataOf(api, PAGE, { first });
    expect(sessions.nodes).toHaveLength(first);
    expect(sessions.totalCount).toBe(200);
    return statements.length;
  };
  const narrow = await count(5);
  expect(await count(200)).toBe(narrow);
  expect(narrow).toBeLessThan(30);
});

test('40,000 ids in one request are one statement', async () => {
  const statements: string[] = [];
  const api = openTestStore({
    observe: (sql) => statements.push(sql),
    seed: (db) => insertSession(db, 'a'),
  });
  const ids = Array.from({ length: 40_000 }, (_, n) => `missing-${n}`);
  const found = await api.store.sessionsByIds([...ids, 'a']);
  expect(found).toHaveLength(40_001);
  expect(found.at(-1)?.id).toBe('a');
  expect(found.filter((session) => session !== null)).toHaveLength(1);
  expect(statements).toHaveLength(1);
  const { sessions } = await dataOf(
    api,
    'query ($ids: [String!]) { sessions(filter: { sessionIds: $ids }) { totalCount } }',
    {
      ids: [...ids, 'a'],
    },
  );
  expect(sessions.totalCount).toBe(1);
});
