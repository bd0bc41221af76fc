import { InvalidInputError } from '../../domain/errors.js';
import { text } from './decode.js';
import { writeMeta } from './meta.js';
import type { Sql, Tx } from './sql.js';

const VERSION_KEY = 'telegram_dm_topic_schema_version';
const VERSION = '2';

const MODE = `CREATE TABLE IF NOT EXISTS telegram_dm_topic_mode (
    chat_id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    enabled INTEGER NOT NULL DEFAULT 1,
    activated_at REAL NOT NULL,
    updated_at REAL NOT NULL,
    has_topics_enabled INTEGER,
    allows_users_to_create_topics INTEGER,
    capability_checked_at REAL,
    intro_message_id TEXT,
    pinned_message_id TEXT
)`;

const BINDING_COLUMNS = [
  'chat_id TEXT NOT NULL',
  'thread_id TEXT NOT NULL',
  'user_id TEXT NOT NULL',
  'session_key TEXT NOT NULL',
  'session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE',
  `managed_mode TEXT NOT NULL DEFAULT 'auto'`,
  'linked_at REAL NOT NULL',
  'updated_at REAL NOT NULL',
];

const INDEXES = [
  `CREATE UNIQUE INDEX IF NOT EXISTS idx_telegram_dm_topic_bindings_session
     ON telegram_dm_topic_bindings(session_id)`,
  `CREATE INDEX IF NOT EXISTS idx_telegram_dm_topic_bindings_user
     ON telegram_dm_topic_bindings(user_id, chat_id)`,
];

/**
 * Makes the two tables of Telegram topics, which files have only once they are used. An early form
 * of the bindings, whose rows did not go with their session, is made anew with its rows.
 *
 * @throws InvalidInputError on a newer file without these tables: those are Hermes' own to make
 */
export function createTopicTables(tx: Tx): void {
  const existing = topicTables(tx);
  if (tx.layout().family !== 'current') {
    if (existing.size === 2) return;
    throw new InvalidInputError(
      'chatId',
      "This store's file has no tables for Telegram topics; Hermes makes them when it first uses topics.",
    );
  }
  tx.run(MODE);
  if (existing.has('telegram_dm_topic_bindings') && !bindingsGoWithSession(tx)) {
    tx.run(createBindings('telegram_dm_topic_bindings_new'));
    const names = BINDING_COLUMNS.map((column) => column.split(' ')[0] ?? '').join(', ');
    tx.run(
      `INSERT INTO telegram_dm_topic_bindings_new (${names})
       SELECT ${names} FROM telegram_dm_topic_bindings AS b
       WHERE EXISTS (SELECT 1 FROM sessions AS s WHERE s.id = b.session_id)`,
    );
    tx.run('DROP TABLE telegram_dm_topic_bindings');
    tx.run('ALTER TABLE telegram_dm_topic_bindings_new RENAME TO telegram_dm_topic_bindings');
  }
  tx.run(createBindings('telegram_dm_topic_bindings'));
  for (const index of INDEXES) tx.run(index);
  writeMeta(tx, VERSION_KEY, VERSION);
}

/** Which of the two tables the file has now: they come into being while it is served. */
export function topicTables(sql: Sql): ReadonlySet<string> {
  const names = sql.all(
    `SELECT name FROM sqlite_master
     WHERE name IN ('telegram_dm_topic_mode', 'telegram_dm_topic_bindings')`,
  );
  return new Set(names.map((row) => text(row['name'])));
}

function createBindings(name: string): string {
  return `CREATE TABLE IF NOT EXISTS ${name} (
    ${BINDING_COLUMNS.join(',\n    ')},
    PRIMARY KEY (chat_id, thread_id)
)`;
}

function bindingsGoWithSession(tx: Tx): boolean {
  return tx
    .all(`SELECT on_delete FROM pragma_foreign_key_list('telegram_dm_topic_bindings')`)
    .every((key) => text(key['on_delete']) === 'CASCADE');
}
