import type Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { InvalidInputError, SessionNotFoundError } from '../../src/domain/errors.js';
import { IDEMPOTENCY_PREFIX } from '../../src/domain/storable.js';
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

const remembered = (db: Database.Database) =>
  db
    .prepare('SELECT COUNT(*) FROM state_meta WHERE key LIKE ?')
    .pluck()
    .get(`${IDEMPOTENCY_PREFIX}%`);

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
  expect(raw(remembered)).toBe(1);
  const rows = raw((db) => db.prepare('SELECT key, value FROM state_meta').all());
  expect(JSON.stringify(rows)).not.toContain('secret');
});

it('writes anew once the first row was deleted', async () => {
  const { store } = open();
  await store.appendMessage(message('k'));
  await store.clearMessages('a');
  expect((await store.appendMessage(message('k'))).duplicate).toBe(false);
});

it('knows a key for a day, and not a second longer', async () => {
  const { store, clock } = open();
  const first = await store.appendMessage(message('k'));
  clock.advance(DAY);
  expect(await store.appendMessage(message('k'))).toEqual({
    message: first.message,
    duplicate: true,
  });
  clock.advance(1);
  const anew = await store.appendMessage(message('k'));
  expect(anew.duplicate).toBe(false);
  expect(await store.appendMessage(message('k'))).toEqual({
    message: anew.message,
    duplicate: true,
  });
});

it('clears away the keys of more than a day ago, whatever the ids of their messages are', async () => {
  const { store, raw, clock } = open();
  await store.appendMessages([message('old 1'), message('old 2'), message('old 3')]);
  clock.advance(DAY + 2);
  await store.appendMessage(message('new'));
  expect(raw(remembered)).toBe(1);
});

it('clears away at most once an hour, and when the clock was set back', async () => {
  const { store, raw, clock } = open();
  await store.appendMessage(message('first'));
  const agedBy = (seconds: number) =>
    raw((db) =>
      db
        .prepare('INSERT INTO state_meta VALUES (?, ?)')
        .run(`${IDEMPOTENCY_PREFIX}${seconds}`, `${clock() - seconds}:1`),
    );
  agedBy(DAY + 3600);
  clock.advance(3599);
  await store.appendMessage(message('second'));
  expect(raw(remembered)).toBe(3);
  clock.advance(1);
  await store.appendMessage(message('third'));
  expect(raw(remembered)).toBe(3);
  clock.advance(-100);
  agedBy(DAY + 1);
  await store.appendMessage(message('fourth'));
  expect(raw(remembered)).toBe(4);
});

it.each(['', 'soon', ':', '1780000000.0:', ':1', '1780000000:soon'])(
  'appends when what is remembered reads %j',
  async (value) => {
    const { store, raw } = open();
    await store.appendMessage(message('k'));
    raw((db) => db.prepare('UPDATE state_meta SET value = ?').run(value));
    expect((await store.appendMessage(message('k'))).duplicate).toBe(false);
  },
);

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
