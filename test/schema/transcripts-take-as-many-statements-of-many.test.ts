import { expect, test } from 'vitest';
import { dataOf } from '../support/api.js';
import { insertMessage, insertSession, openTestStore } from '../support/store.js';

const WINDOWS = `query ($first: Int!) {
  sessions(first: $first, orderBy: { field: STARTED_AT, direction: ASC }) {
    nodes {
      messages(first: 3) { nodes { messageId previous { messageId } next { messageId } } }
      messagesAround(messageId: 2, window: 2) { before after messages { messageId } }
      replay
    }
  }
}`;

test('windows, neighbours and replays of 200 sessions take as many statements as of 5', async () => {
  const statements: string[] = [];
  const api = openTestStore({
    observe: (sql) => statements.push(sql),
    seed: (db) => {
      for (let n = 0; n < 200; n += 1) {
        insertSession(db, `s${n}`, { started_at: 1000 + n });
        for (let m = 0; m < 3; m += 1) insertMessage(db, `s${n}`, 'user', `message ${m}`);
      }
    },
  });
  const count = async (first: number) => {
    statements.length = 0;
    const { nodes } = (await dataOf(api, WINDOWS, { first })).sessions;
    expect(nodes).toHaveLength(first);
    expect(nodes[0].messagesAround).toMatchObject({ before: 1, after: 1 });
    expect(nodes[1].messagesAround).toBeNull();
    expect(nodes.map(({ replay }: { replay: unknown[] }) => replay.length)).toEqual(
      nodes.map(() => 3),
    );
    return statements.length;
  };
  const narrow = await count(5);
  expect(await count(200)).toBe(narrow);
  expect(narrow).toBeLessThan(12);
});

test('what is replayed in one request is bounded in sum', async () => {
  const api = openTestStore({
    seed: (db) => {
      for (const id of ['a', 'b']) {
        insertSession(db, id);
        db.prepare(
          `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10001)
           INSERT INTO messages (session_id, role, content, timestamp)
           SELECT ?, 'user', 'x', i FROM n`,
        ).run(id);
      }
    },
  });
  const [alone] = await api.store.replays(['a'], false);
  expect(alone).toHaveLength(10_001);
  await expect(api.store.replays(['a', 'b'], false)).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    message: expect.stringContaining('session "b"'),
  });
});
