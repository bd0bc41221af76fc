import { expect, it } from 'vitest';
import { dataOf } from '../support/api.js';
import { openTestStore, insertMessage, insertSession } from '../support/store.js';

const REPLAY = '{ session(sessionId: "a") { replay } }';

it('what was observed is marked, and what was really sent comes along as it is', async () => {
  const opened = openTestStore({
    fixture: 'versions/v25.db',
    seed: (db) => {
      insertSession(db, 'a');
      insertMessage(db, 'a', 'user', 'said in the group', { observed: 1 });
      insertMessage(db, 'a', 'user', 'hello', {
        api_content: ' <memory-context>kept</memory-context> hello ',
      });
      insertMessage(db, 'a', 'assistant', 'hi', { observed: 0 });
    },
  });
  const { session } = await dataOf(opened, REPLAY);
  expect(session.replay).toEqual([
    { role: 'user', content: 'said in the group', observed: true },
    {
      role: 'user',
      content: 'hello',
      api_content: ' <memory-context>kept</memory-context> hello ',
    },
    { role: 'assistant', content: 'hi' },
  ]);
});

it('files that know of neither replay as before', async () => {
  const opened = openTestStore({
    seed: (db) => {
      insertSession(db, 'a');
      insertMessage(db, 'a', 'user', 'hello');
    },
  });
  const { session } = await dataOf(opened, REPLAY);
  expect(session.replay).toEqual([{ role: 'user', content: 'hello' }]);
});
