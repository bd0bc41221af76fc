import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../../src/db/sqlite/index.js';
import { migrate } from '../../src/db/sqlite/migrations/migrate.js';
import { ask, dataOf } from '../support/api.js';
import { openTestStore } from '../support/store.js';

const APPEND = `mutation { appendMessage(input: { sessionId: "20260506_154156_dd27da", role: "user", content: "x" }) {
  __typename ... on UserError { message } } }`;

describe.each([
  ['messages', 'codex_message_items'],
  ['sessions', 'api_call_count'],
  ['messages', 'reasoning_content'],
])('a store of schema 11 without %s.%s', (table, column) => {
  const open = () =>
    openTestStore({
      fixture: 'v11_rich.db',
      seed: (db) => db.exec(`ALTER TABLE ${table} DROP COLUMN ${column}`),
    });
  const REASON = `it lacks the column ${table}.${column}; run \`hermes-graphql migrate\` to add what is missing.`;

  it('is read-only, and says what it lacks and what to run', async () => {
    const opened = open();
    const { store } = await dataOf(opened, '{ store { writable readOnlyReason } }');
    expect(store).toEqual({ writable: false, readOnlyReason: REASON });
    const { data, errors } = await ask(opened, APPEND);
    expect(errors).toEqual([]);
    expect(data.appendMessage).toEqual({
      __typename: 'ReadOnlyStoreError',
      message: `This store is read-only: ${REASON}`,
    });
  });

  it('is written to again once it was migrated and opened anew', async () => {
    const opened = open();
    await opened.store.close();
    const report = await migrate(opened.path);
    expect(report.lacked.columns).toEqual([`${table}.${column}`]);
    const store = openSqliteStore({ path: opened.path, heavy: 'inline' });
    onTestFinished(() => store.close());
    expect(await store.status()).toMatchObject({ writable: true, readOnlyReason: null });
  });
});

it('several columns are named together', async () => {
  const opened = openTestStore({
    seed: (db) =>
      db.exec(`ALTER TABLE sessions DROP COLUMN api_call_count;
        ALTER TABLE messages DROP COLUMN reasoning`),
  });
  expect((await opened.store.status()).readOnlyReason).toContain(
    'it lacks the columns sessions.api_call_count, messages.reasoning;',
  );
});
