import { expect, test } from 'vitest';
import { ask, dataOf } from '../support/api.js';
import { insertMessage, insertSession, openTestStore } from '../support/store.js';

const PAGE = 'messages(first: 2, after: $after) { nodes { messageId } pageInfo { endCursor } }';

test('a cursor of one transcript is refused in every other', async () => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'a');
      insertSession(db, 'b');
      for (const id of ['b', 'a', 'b', 'a', 'a', 'b', 'b']) insertMessage(db, id, 'user', 'x');
    },
  });
  const transcripts = ['a', 'b'].flatMap((id) => [
    { read: `session(sessionId: "${id}") { ${PAGE} }`, of: (data: any) => data.session.messages },
    {
      read: `session(sessionId: "${id}") { conversation { ${PAGE} } }`,
      of: (data: any) => data.session.conversation.messages,
    },
  ]);
  for (const own of transcripts) {
    const { endCursor } = own.of(
      await dataOf(api, `query ($after: String) { ${own.read} }`),
    ).pageInfo;
    for (const { read, of } of transcripts) {
      const { data, errors } = await ask(api, `query ($after: String) { ${read} }`, {
        after: endCursor,
      });
      if (read === own.read) expect(of(data).nodes).not.toEqual([]);
      else {
        expect(errors.map(({ code }) => code)).toEqual(['BAD_USER_INPUT']);
        expect(errors[0]?.message).toContain('is a cursor of another list or order');
      }
    }
  }
});

test('a cursor holds although its message was deleted', async () => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'a');
      for (let n = 0; n < 4; n += 1) insertMessage(db, 'a', 'user', 'x');
    },
  });
  const read = `query ($after: String) { session(sessionId: "a") { ${PAGE} } }`;
  const { endCursor } = (await dataOf(api, read)).session.messages.pageInfo;
  api.raw((db) => db.prepare('DELETE FROM messages WHERE id = 2').run());
  expect((await dataOf(api, read, { after: endCursor })).session.messages.nodes).toEqual([
    { messageId: 3 },
    { messageId: 4 },
  ]);
});
