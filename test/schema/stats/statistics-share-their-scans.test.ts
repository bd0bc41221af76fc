import { expect, test } from 'vitest';
import type { SessionStore } from '../../../src/db/store.js';
import type { StatsPart } from '../../../src/domain/stats.js';
import { dataOf } from '../../support/api.js';
import { insertMessage, insertSession, openTestStore } from '../../support/store.js';

/** A store that notes which parts of the statistics it was asked for, question by question. */
function counted() {
  const opened = openTestStore({
    seed: (db) => {
      insertSession(db, 'a');
      insertMessage(db, 'a', 'user', 'hi');
    },
  });
  const questions: StatsPart[][] = [];
  const store: SessionStore = {
    ...opened.store,
    stats: (filter, timeZone, parts) => {
      questions.push([...parts].sort());
      return opened.store.stats(filter, timeZone, parts);
    },
  };
  return { questions, opened, asked: { store, clock: opened.clock } };
}

test('all fields of one request are one question', async () => {
  const { asked, questions } = counted();
  await dataOf(
    asked,
    `{ stats { sessionCount usage { total } messagesByRole { role } byTool { name } bySource { key }
         series(basis: ACTIVITY) { start } heatmap { hour } activeDays durations { p95 } } }`,
  );
  expect(questions).toEqual([['roles', 'sessions', 'starts', 'times', 'tokens', 'tools']]);
});

test('and so is one filter in one zone under several names, however it is written', async () => {
  const { asked, questions } = counted();
  await dataOf(
    asked,
    `{ a: stats { sessionCount } b: stats(timeZone: "UTC") { activeDays }
       c: stats(filter: {}) { byTool { name } } d: stats(filter: { sources: null }) { sessionCount }
       e: stats(timeZone: "Asia/Tokyo") { sessionCount }
       f: stats(filter: { sources: ["cli"], models: null }) { sessionCount }
       g: stats(filter: { sources: ["cli"] }) { messagesByRole { role } } }`,
  );
  expect(questions).toEqual([
    ['sessions', 'starts', 'times', 'tools'],
    ['sessions'],
    ['roles', 'sessions'],
  ]);
});

test('only what is asked for is read', async () => {
  const { asked, questions } = counted();
  await dataOf(asked, '{ stats { timeZone } }');
  await dataOf(asked, '{ stats { messagesByRole { count } } }');
  expect(questions).toEqual([['roles']]);
});

test('a write is seen by the next request, our own and another program’s', async () => {
  const { asked, opened } = counted();
  const query = '{ stats { sessionCount messageCount messagesByRole { role count } } }';
  expect((await dataOf(asked, query)).stats.messageCount).toBe(1);
  await opened.store.appendMessage({ sessionId: 'a', role: 'user', content: 'again' });
  expect((await dataOf(asked, query)).stats.messageCount).toBe(2);
  opened.raw((db) => insertMessage(db, 'a', 'assistant', 'hello'));
  expect((await dataOf(asked, query)).stats.messagesByRole).toEqual([
    { role: 'user', count: 2 },
    { role: 'assistant', count: 1 },
  ]);
});
