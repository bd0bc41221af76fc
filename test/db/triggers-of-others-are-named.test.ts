import { describe, expect, it } from 'vitest';
import { inspectStore } from '../../src/db/sqlite/inspect/inspect.js';
import { dataOf } from '../support/api.js';
import { insertMessage, insertSession, openTestStore } from '../support/store.js';

function withTrigger(trigger: string) {
  return openTestStore({
    seed: (db) => {
      insertSession(db, 'a');
      insertMessage(db, 'a', 'user', 'hello');
      db.exec(trigger);
    },
  });
}

const REFUSES = `CREATE TRIGGER mine AFTER INSERT ON messages
  BEGIN SELECT RAISE(ABORT, 'secret policy'); END`;

describe('a trigger that is not of Hermes', () => {
  it('and refuses writes is named, and what it says is not repeated', async () => {
    const { store } = withTrigger(REFUSES);
    expect((await store.status()).readOnlyReason).toBe(
      'its trigger "mine" is not of Hermes, and a test write fails by it (SQLITE_CONSTRAINT_TRIGGER); let the program that made it do the writing, or remove it.',
    );
  });

  it('and calls a function that is missing is named with it', async () => {
    const { store } = withTrigger(`${REFUSES.replace('mine', 'other').replace('INSERT', 'UPDATE')};
      CREATE TRIGGER mine AFTER INSERT ON messages BEGIN SELECT my_py_func(new.id); END`);
    expect((await store.status()).readOnlyReason).toBe(
      'its trigger "mine" is not of Hermes, and the function my_py_func that it calls is not known here; let the program that made it do the writing, or remove it.',
    );
  });

  it.each([
    ['refuses it', "RAISE(ABORT, 'no')"],
    ['calls a function that is missing', 'my_py_func(new.id)'],
  ])('and meets a write later on and %s makes it a failure that says so', async (_, does) => {
    const opened = withTrigger(
      `CREATE TRIGGER mine AFTER UPDATE OF input_tokens ON sessions BEGIN SELECT ${does}; END`,
    );
    const { recordUsage } = await dataOf(
      opened,
      `mutation { recordUsage(input: { sessionId: "a", mode: ADD, inputTokens: 1 }) {
         __typename ... on UserError { message } } }`,
    );
    expect(recordUsage).toEqual({
      __typename: 'ReadOnlyStoreError',
      message:
        'This store is read-only: one of its triggers, which is not of Hermes, does not let this be written; `hermes-graphql doctor` names those triggers.',
    });
  });

  it('is a note of the doctor', async () => {
    const { path } = withTrigger(REFUSES);
    const { findings } = await inspectStore(path, { limitMs: 1 });
    expect(findings).toContainEqual({
      severity: 'note',
      code: 'foreign-triggers',
      message: 'The store has the trigger "mine", which no Hermes makes.',
      advice: 'Nothing needs to be done. Should writing fail, look at what they do.',
    });
  });
});

it.each(['v11_rich.db', 'versions/v25.db', 'versions/v31.db', 'v31_cjk_no_tokenizer.db'])(
  'the triggers that Hermes makes are no foreign ones: %s',
  async (fixture) => {
    const { path } = openTestStore({ fixture });
    const { findings } = await inspectStore(path, { limitMs: 1 });
    expect(findings.map(({ code }) => code)).not.toContain('foreign-triggers');
  },
);

it('a table of others that refers to a session makes its deletion a failure that says so', async () => {
  const opened = withTrigger(
    `CREATE TABLE notes (id INTEGER PRIMARY KEY, session_id TEXT NOT NULL REFERENCES sessions(id));
     INSERT INTO notes (session_id) VALUES ('a')`,
  );
  const { deleteSession } = await dataOf(
    opened,
    'mutation { deleteSession(input: { sessionId: "a" }) { __typename ... on UserError { message } } }',
  );
  expect(deleteSession).toEqual({
    __typename: 'ReadOnlyStoreError',
    message:
      'This store is read-only: another table of the file refers to what this would remove or change, so it was not written.',
  });
  expect(opened.raw((db) => db.prepare('SELECT COUNT(*) FROM messages').pluck().get())).toBe(1);
});
