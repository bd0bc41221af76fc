import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { dataOf } from '../support/api.js';
import { openTestStore } from '../support/store.js';

const APPEND = `
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], timeout=1, isolation_level=None)
db.execute('BEGIN IMMEDIATE')
db.execute("INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, 'user', ?, ?)",
           (sys.argv[2], sys.argv[3], 1780000001.5))
db.execute('UPDATE sessions SET message_count = message_count + 1 WHERE id = ?', (sys.argv[2],))
db.execute('COMMIT')
print(db.execute('SELECT COUNT(*) FROM messages WHERE session_id = ?', (sys.argv[2],)).fetchone()[0])
`;

test('a message that Python appends to the served file is in the next answer', async () => {
  const api = openTestStore({ fixture: 'v11_rich.db' });
  const sessionId = '20260506_141047_e5582f';
  const query =
    'query ($id: String!) { session(sessionId: $id) { messageCount messages(last: 1) { nodes { content timestamp } } } }';
  const before = (await dataOf(api, query, { id: sessionId })).session.messageCount;
  const text = 'vom Schreiber daneben 你好';
  const output = execFileSync('python3', ['-c', APPEND, api.path, sessionId, text]);
  expect(Number(output)).toBe(before + 1);
  const { session } = await dataOf(api, query, { id: sessionId });
  expect(session.messageCount).toBe(before + 1);
  expect(session.messages.nodes).toEqual([
    { content: text, timestamp: '2026-05-28T20:26:41.500Z' },
  ]);
});

test('Python reads what a mutation wrote, also where the text held half an emoji', async () => {
  const api = openTestStore();
  await dataOf(
    api,
    `mutation ($content: String!) {
      createSession(input: { sessionId: "a", source: "test" }) { __typename }
      appendMessage(input: { sessionId: "a", role: "user", content: $content }) { __typename }
    }`,
    { content: 'half \ud83d emoji' },
  );
  const read =
    'import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute("SELECT content FROM messages").fetchone()[0].encode("utf-8").hex())';
  const hex = execFileSync('python3', ['-c', read, api.path]).toString().trim();
  expect(Buffer.from(hex, 'hex').toString()).toBe('half \ufffd emoji');
});
