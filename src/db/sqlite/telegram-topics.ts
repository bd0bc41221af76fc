import { InvalidInputError } from '../../domain/errors.js';
import type { NewTopicBinding, TopicBinding, TopicMode } from '../../domain/gateway.js';
import type { SessionRow } from '../../domain/session.js';
import { storableText } from '../../domain/storable.js';
import { text, time, type Row } from './decode.js';
import { decodeSession, sessionColumns } from './sessions/columns.js';
import { existingSession } from './sessions/rows.js';
import { lastActiveValue } from './sessions/values.js';
import type { Sql, Tx } from './sql.js';
import { createTopicTables, topicTables } from './telegram-tables.js';

const BINDINGS = 'telegram_dm_topic_bindings';

/** Whether the topics of a chat are on for a user. */
export function isTopicModeEnabled(sql: Sql, chatId: string, userId: string): boolean {
  if (!topicTables(sql).has('telegram_dm_topic_mode')) return false;
  return (
    sql.get(
      'SELECT 1 FROM telegram_dm_topic_mode WHERE chat_id = ? AND user_id = ? AND enabled = 1',
      chatId,
      userId,
    ) !== undefined
  );
}

/** Which session a topic is bound to; null when to none. */
export function topicBinding(sql: Sql, chatId: string, threadId: string): TopicBinding | null {
  return bindings(sql, 'chat_id = ? AND thread_id = ?', chatId, threadId)[0] ?? null;
}

/** Which topic a session is bound to; null when to none. */
export function topicBindingOfSession(sql: Sql, sessionId: string): TopicBinding | null {
  return bindings(sql, 'session_id = ?', sessionId)[0] ?? null;
}

/** The bindings of a chat, the one that changed last first. */
export function topicBindingsOfChat(sql: Sql, chatId: string): TopicBinding[] {
  return bindings(sql, 'chat_id = ?', chatId);
}

/** A user's Telegram sessions that no topic is bound to, the most recently active first. */
export function unlinkedTelegramSessions(sql: Sql, userId: string, limit: number): SessionRow[] {
  const layout = sql.layout();
  const unbound = topicTables(sql).has(BINDINGS)
    ? `NOT EXISTS (SELECT 1 FROM ${BINDINGS} AS b WHERE b.session_id = s.id)`
    : '1';
  return sql
    .all(
      `SELECT ${sessionColumns(layout)} FROM sessions AS s
       WHERE s.source = 'telegram' AND s.user_id = ? AND s.id IS NOT NULL AND ${unbound}
       ORDER BY ${lastActiveValue(layout)} DESC, s.started_at DESC, s.id DESC LIMIT ?`,
      userId,
      limit,
    )
    .map(decodeSession);
}

/**
 * Turns the topics of a chat on at `now` (epoch seconds). Schema-11 files get the tables for it.
 *
 * @throws InvalidInputError on a newer file without these tables
 */
export function enableTopicMode(tx: Tx, mode: TopicMode, now: number): void {
  createTopicTables(tx);
  tx.run(
    `INSERT INTO telegram_dm_topic_mode (chat_id, user_id, enabled, activated_at, updated_at,
       has_topics_enabled, allows_users_to_create_topics, capability_checked_at)
     VALUES (?, ?, 1, ?, ?, ?, ?, ?)
     ON CONFLICT (chat_id) DO UPDATE SET user_id = excluded.user_id, enabled = 1,
       updated_at = excluded.updated_at, has_topics_enabled = excluded.has_topics_enabled,
       allows_users_to_create_topics = excluded.allows_users_to_create_topics,
       capability_checked_at = excluded.capability_checked_at`,
    storableText('chatId', mode.chatId),
    storableText('userId', mode.userId),
    now,
    now,
    flag(mode.hasTopicsEnabled),
    flag(mode.allowsUsersToCreateTopics),
    now,
  );
}

/** Turns the topics of a chat off at `now`, and unbinds them unless told to keep them. */
export function disableTopicMode(
  tx: Tx,
  chatId: string,
  options: { clearBindings: boolean },
  now: number,
): void {
  const tables = topicTables(tx);
  if (tables.has('telegram_dm_topic_mode')) {
    tx.run(
      'UPDATE telegram_dm_topic_mode SET enabled = 0, updated_at = ? WHERE chat_id = ?',
      now,
      chatId,
    );
  }
  if (options.clearBindings && tables.has(BINDINGS)) {
    tx.run(`DELETE FROM ${BINDINGS} WHERE chat_id = ?`, chatId);
  }
}

/**
 * Binds a topic to a session at `now`; bound before, it moves to that session.
 *
 * @throws SessionNotFoundError, InvalidInputError when the session is bound to another topic
 */
export function bindTopic(tx: Tx, binding: NewTopicBinding, now: number): TopicBinding {
  createTopicTables(tx);
  const bound = topicBindingOfSession(tx, binding.sessionId);
  if (bound !== null && !isOf(bound, binding)) {
    throw new InvalidInputError(
      'sessionId',
      `Session ${JSON.stringify(binding.sessionId)} is already bound to topic ${JSON.stringify(bound.thread_id)} of chat ${JSON.stringify(bound.chat_id)}.`,
    );
  }
  existingSession(tx, binding.sessionId);
  tx.run(
    `INSERT INTO ${BINDINGS} (chat_id, thread_id, user_id, session_key, session_id, managed_mode,
       linked_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (chat_id, thread_id) DO UPDATE SET user_id = excluded.user_id,
       session_key = excluded.session_key, session_id = excluded.session_id,
       managed_mode = excluded.managed_mode, updated_at = excluded.updated_at`,
    storableText('chatId', binding.chatId),
    storableText('threadId', binding.threadId),
    storableText('userId', binding.userId),
    storableText('sessionKey', binding.sessionKey),
    binding.sessionId,
    storableText('managedMode', binding.managedMode ?? 'auto'),
    now,
    now,
  );
  const written = topicBinding(tx, binding.chatId, binding.threadId);
  if (written === null) throw new Error('A binding that was just written cannot be read.');
  return written;
}

function isOf(bound: TopicBinding, binding: NewTopicBinding): boolean {
  return bound.chat_id === binding.chatId && bound.thread_id === binding.threadId;
}

function bindings(sql: Sql, where: string, ...values: string[]): TopicBinding[] {
  if (!topicTables(sql).has(BINDINGS)) return [];
  return sql
    .all(
      `SELECT * FROM ${BINDINGS} WHERE ${where} ORDER BY updated_at DESC, chat_id, thread_id`,
      ...values,
    )
    .map(decodeBinding);
}

function decodeBinding(row: Row): TopicBinding {
  return {
    chat_id: text(row['chat_id']),
    thread_id: text(row['thread_id']),
    user_id: text(row['user_id']),
    session_key: text(row['session_key']),
    session_id: text(row['session_id']),
    managed_mode: text(row['managed_mode']),
    linked_at: time(row['linked_at']),
    updated_at: time(row['updated_at']),
  };
}

function flag(value: boolean | null | undefined): number | null {
  return value == null ? null : Number(value);
}
