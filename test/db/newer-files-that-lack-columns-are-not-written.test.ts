import type Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { ask, dataOf } from '../support/api.js';
import { openTestStore } from '../support/store.js';

const STATE = '{ store { writable readOnlyReason } }';
const CREATE = `mutation { createSession(input: { sessionId: "new", source: "cli" }) {
  __typename ... on UserError { message } } }`;
const APPEND = `mutation { appendMessage(input: { sessionId: "20260517_090000_a1b2c3", role: "user", content: "x" }) {
  __typename ... on UserError { message } } }`;

function drop(db: Database.Database, table: string, column: string): void {
  db.exec(`ALTER TABLE ${table} RENAME COLUMN ${column} TO ${column}_of_another_name`);
}

const reasonOf = (version: number, lacked: string) =>
  `it has schema ${version}, but lacks ${lacked}; leave the writing to the Hermes that made it.`;

it.each([
  [14, 'sessions', 'model_config'],
  [20, 'sessions', 'end_reason'],
  [25, 'messages', 'token_count'],
  [31, 'messages', 'tool_calls'],
  [31, 'messages', 'codex_message_items'],
])(
  'a file of schema %i without %s.%s is refused for writing, and the column is named',
  async (version, table, column) => {
    const opened = openTestStore({
      fixture: `versions/v${version}.db`,
      seed: (db) => drop(db, table, column),
      mode: 'write',
    });
    const reason = reasonOf(version, `the column ${table}.${column}`);
    expect((await dataOf(opened, STATE)).store).toEqual({
      writable: false,
      readOnlyReason: reason,
    });
    for (const mutation of [CREATE, APPEND]) {
      const { data, errors } = await ask(opened, mutation);
      expect(errors).toEqual([]);
      expect(Object.values(data)).toEqual([
        { __typename: 'ReadOnlyStoreError', message: `This store is read-only: ${reason}` },
      ]);
    }
  },
);

it('several are named together, and --write is not recommended where it would not help', async () => {
  const opened = openTestStore({
    fixture: 'versions/v25.db',
    seed: (db) => {
      drop(db, 'sessions', 'user_id');
      drop(db, 'messages', 'finish_reason');
    },
  });
  expect((await opened.store.status()).readOnlyReason).toBe(
    reasonOf(25, 'the columns sessions.user_id, messages.finish_reason'),
  );
});

it('a column that is lost while the store is open is named by the next write', async () => {
  const opened = openTestStore({ fixture: 'versions/v25.db', mode: 'write' });
  expect((await dataOf(opened, STATE)).store.writable).toBe(true);
  opened.raw((db) => drop(db, 'sessions', 'model_config'));
  const { data, errors } = await ask(opened, CREATE);
  expect(errors).toEqual([]);
  expect(data.createSession.message).toBe(
    `This store is read-only: ${reasonOf(25, 'the column sessions.model_config')}`,
  );
  expect(opened.raw((db) => db.prepare("SELECT 1 FROM sessions WHERE id = 'new'").get())).toBe(
    undefined,
  );
});

it('the columns that early files of schema 11 lack may be missing', async () => {
  const opened = openTestStore({
    fixture: 'versions/v25.db',
    seed: (db) => drop(db, 'sessions', 'handoff_state'),
    mode: 'write',
  });
  expect((await opened.store.status()).readOnlyReason).toBeNull();
});
