import { expect, it } from 'vitest';
import { InvalidInputError, SessionNotFoundError } from '../../src/domain/errors.js';
import { insertSession, openTestStore } from '../support/store.js';

const DAY = 86_400;

function open() {
  return openTestStore({
    seed: (db) => {
      insertSession(db, 'a');
      insertSession(db, 'b');
    },
  });
}

const message = (idempotencyKey: string | null, sessionId = 'a') => ({
  sessionId,
  role: 'user',
  content: 'hi',
  toolCalls: [{ id: '1' }],
  idempotencyKey,
});

it('answers a repeated key with the first row and writes nothing', async () => {
  const { store, raw } = open();
  const first = await store.appendMessage(message('k1'));
  const again = await store.appendMessage({ ...message('k1'), content: 'other text' });
  expect(again).toEqual({ message: first.message, duplicate: true });
  const counters = 'SELECT message_count, tool_call_count FROM sessions WHERE id = ?';
  expect(raw((db) => db.prepare(counters).get('a'))).toEqual({
    message_count: 1,
    tool_call_count: 1,
  });
});

it('writes honest duplicates when there is no key', async () => {
  const { store } = open();
  const [first, second] = [
    await store.appendMessage(message(null)),
    await store.appendMessage(message(null)),
  ];
  expect(second.duplicate).toBe(false);
  expect(second.message.id).not.toBe(first.message.id);
});

it('tells the keys of two sessions apart', async () => {
  const { store } = open();
  await store.appendMessage(message('k'));
  expect((await store.appendMessage(message('k', 'b'))).duplicate).toBe(false);
});

it('knows a key from an earlier process, and keeps it unreadable in the file', async () => {
  const { store, raw } = open();
  await store.appendMessage(message('a secret key'));
  const rows = raw((db) => db.prepare('SELECT key, value FROM state_meta').all());
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('secret');
});

it('writes anew once the first row was deleted', async () => {
  const { store } = open();
  await store.appendMessage(message('k'));
  await store.clearMessages('a');
  expect((await store.appendMessage(message('k'))).duplicate).toBe(false);
});

it('forgets keys after a day', async () => {
  const { store, raw, clock } = open();
  await store.appendMessage(message('old'));
  clock.advance(DAY + 1);
  for (let n = 0; n < 100; n += 1) await store.appendMessage(message(`new ${n}`));
  expect(raw((db) => db.prepare('SELECT COUNT(*) FROM state_meta').pluck().get())).toBe(100);
});

it('appends many to several sessions in their order, with an answer for each', async () => {
  const { store } = open();
  await store.appendMessage(message('k'));
  const answers = await store.appendMessages([message('k'), message(null, 'b'), message('new')]);
  expect(answers.map(({ duplicate }) => duplicate)).toEqual([true, false, false]);
  expect(answers.map((answer) => answer.message.session_id)).toEqual(['a', 'b', 'a']);
  const times = answers.slice(1).map((answer) => Number(answer.message.timestamp));
  expect(times).toEqual([...times].sort((x, y) => x - y));
  expect(new Set(times).size).toBe(2);
  expect(await store.messageCounts(['a', 'b'])).toEqual([2, 1]);
});

it('appends a key that comes twice in one call once', async () => {
  const { store } = open();
  const [first, second] = await store.appendMessages([message('k'), message('k')]);
  expect(second).toEqual({ message: first?.message, duplicate: true });
});

it('appends none of many when one is refused, and says which', async () => {
  const { store } = open();
  const bad = store.appendMessages([message('k'), { ...message(null), toolName: '\u0000' }]);
  await expect(bad).rejects.toThrow(InvalidInputError);
  await expect(bad).rejects.toMatchObject({
    field: 'messages[1].toolName',
    message: '`messages[1].toolName` holds the character U+0000; remove it.',
  });
  const nowhere = store.appendMessages([message('k'), message(null, 'nobody')]);
  await expect(nowhere).rejects.toThrow(SessionNotFoundError);
  expect(await store.messageCounts(['a'])).toEqual([0]);
  expect((await store.appendMessage(message('k'))).duplicate).toBe(false);
});
