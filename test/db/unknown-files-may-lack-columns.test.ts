import type Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { inspectStore } from '../../src/db/sqlite/inspect/inspect.js';
import { schema } from '../../src/schema/index.js';
import { everyField } from '../support/all-fields.js';
import { dataOf } from '../support/api.js';
import { openTestStore } from '../support/store.js';

const GIVEN = {
  'Query.node.id': '"U2Vzc2lvbjpub3Bl"',
  'Query.nodes.ids': '["U2Vzc2lvbjpub3Bl"]',
  'Query.session.sessionId': '"20260506_154156_dd27da"',
  'Query.sessionsByPrefix.prefix': '"2"',
  'Query.resolveTitle.title': '"Fix Docker Build"',
  'Query.nextTitle.title': '"Fix Docker Build"',
  'Query.meta.key': '"last_auto_prune"',
  'Query.search.query': '"docker"',
  'Query.searchSessions.query': '"docker"',
  'Query.sessions.first': '10',
  'Query.conversations.first': '10',
  'Session.messagesAround.messageId': '10',
};
const QUERY = everyField(schema, 'Query', 1, GIVEN);

const COLUMNS = [
  ...[
    'end_reason',
    'ended_at',
    'model_config',
    'parent_session_id',
    'started_at',
    'title',
    'source',
    'model',
    'system_prompt',
    'user_id',
  ].map((name) => ['sessions', name] as const),
  ...['timestamp', 'role', 'tool_calls', 'tool_name', 'tool_call_id', 'content'].map(
    (name) => ['messages', name] as const,
  ),
];

function ofSchema40(db: Database.Database): void {
  db.exec('UPDATE schema_version SET version = 40');
}

function rename(db: Database.Database, table: string, column: string): void {
  ofSchema40(db);
  db.exec(`ALTER TABLE ${table} RENAME COLUMN ${column} TO ${column}_of_2030`);
}

/** With the indexes and triggers, which refer to it. */
function drop(db: Database.Database, table: string, column: string): void {
  ofSchema40(db);
  const others = db
    .prepare(
      "SELECT type, name FROM sqlite_master WHERE type = 'trigger' OR (type = 'index' AND sql IS NOT NULL)",
    )
    .all() as { type: string; name: string }[];
  for (const { type, name } of others) db.exec(`DROP ${type} ${name}`);
  db.exec(`ALTER TABLE ${table} DROP COLUMN ${column}`);
}

const ANSWERED = '%s.%s reads as null, and all else is answered';

async function expectAllAnswered(column: string, seed: (db: Database.Database) => void) {
  const data = await dataOf(openTestStore({ fixture: 'v11_rich.db', seed }), QUERY);
  expect(data.sessions.totalCount).toBeGreaterThan(10);
  expect(data.conversations.totalCount).toBeGreaterThan(0);
  expect(data.stats.messageCount).toBe(201);
  if (column !== 'content') expect(data.search.totalCount).toBeGreaterThan(0);
}

describe('of a schema that is not known yet, a column that was renamed', () => {
  it.each(COLUMNS)(ANSWERED, (table, column) =>
    expectAllAnswered(column, (db) => rename(db, table, column)),
  );
});

describe('of a schema that is not known yet, a column that was dropped', () => {
  it.each([
    ['sessions', 'ended_at'],
    ['sessions', 'title'],
    ['messages', 'role'],
    ['messages', 'timestamp'],
  ])(ANSWERED, (table, column) => expectAllAnswered(column, (db) => drop(db, table, column)));
});

it('reads a column as null where it is missing, and as it is elsewhere', async () => {
  const opened = openTestStore({
    fixture: 'v11_rich.db',
    seed: (db) => rename(db, 'sessions', 'end_reason'),
  });
  const { sessions } = await dataOf(
    opened,
    '{ sessions(first: 100) { nodes { endReason endedAt } } }',
  );
  const all: { endReason: unknown; endedAt: unknown }[] = sessions.nodes;
  expect(new Set(all.map(({ endReason }) => endReason))).toEqual(new Set([null]));
  expect(all.some(({ endedAt }) => endedAt !== null)).toBe(true);
});

it('serves a column again that came back while the store was open', async () => {
  const opened = openTestStore({
    fixture: 'v11_rich.db',
    seed: (db) => rename(db, 'messages', 'role'),
  });
  await dataOf(opened, '{ stats { messageCount } search(query: "docker") { totalCount } }');
  opened.raw((db) => db.exec('ALTER TABLE messages RENAME COLUMN role_of_2030 TO role'));
  await new Promise((resolve) => setTimeout(resolve, 300));
  const { sessions } = await dataOf(
    opened,
    '{ sessions(first: 3) { nodes { messages(first: 3) { nodes { role } } } } }',
  );
  const roles = JSON.stringify(sessions);
  expect(roles).toContain('user');
});

it('is looked over by the doctor all the same', async () => {
  const { path } = openTestStore({
    fixture: 'v11_rich.db',
    seed: (db) => {
      rename(db, 'sessions', 'ended_at');
      rename(db, 'messages', 'timestamp');
    },
  });
  const { findings } = await inspectStore(path, { limitMs: 1 });
  const codes = findings.map(({ code }) => code);
  expect(codes).toContain('unknown-schema');
  expect(findings.filter(({ code }) => code === 'check-failed')).toEqual([]);
});
