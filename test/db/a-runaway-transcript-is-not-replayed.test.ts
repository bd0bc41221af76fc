import { expect, test } from 'vitest';
import { MAX_REPLAY_MESSAGES } from '../../src/db/sqlite/replay.js';
import { ask } from '../support/api.js';
import { insertSession, openTestStore } from '../support/store.js';

test('H8: a transcript beyond what fits an answer is refused in words, and can be paged', async () => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'a');
      db.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO messages (session_id, role, content, timestamp) SELECT 'a', 'user', 'x' || i, i FROM n`,
      ).run(MAX_REPLAY_MESSAGES);
    },
  });
  const replay = () => ask(api, '{ session(sessionId: "a") { replay } }');
  expect((await replay()).data.session.replay).toHaveLength(MAX_REPLAY_MESSAGES);
  await ask(
    api,
    'mutation { appendMessage(input: { sessionId: "a", role: "user" }) { __typename } }',
  );
  const { errors } = await replay();
  expect(errors).toMatchObject([{ code: 'BAD_USER_INPUT', path: ['session', 'replay'] }]);
  expect(errors[0]?.message).toContain('20000 messages at most');
  const { data } = await ask(
    api,
    '{ session(sessionId: "a") { messages(last: 2) { totalCount nodes { role } } } }',
  );
  expect(data.session.messages).toMatchObject({ totalCount: MAX_REPLAY_MESSAGES + 1 });
});
