import { BadUserInputError } from '../../domain/errors.js';
import type { JsonValue } from '../../domain/python-json.js';
import { toConversation } from '../../domain/replay.js';
import { ancestorIds } from './lineage/walks.js';
import { decodeMessage, messageColumns } from './messages/columns.js';
import { isLive } from './messages/states.js';
import type { Sql } from './sql.js';

/** Hermes itself resumes no longer transcript; a runaway one would fill the memory. */
export const MAX_REPLAY_MESSAGES = 20_000;

/**
 * A session's messages as Hermes sends them to a model again, in the order of their ids. With its
 * ancestors, of whatever kind, their messages come along and what was said twice is left out. On
 * newer files only messages that are still part of the conversation count.
 *
 * @throws BadUserInputError when they are more than 20,000
 */
export function replay(sql: Sql, sessionId: string, includeAncestors: boolean): JsonValue[] {
  const layout = sql.layout();
  const ancestors = includeAncestors ? (ancestorIds(sql, [sessionId])[0] ?? []) : [];
  const rows = sql.all(
    `SELECT ${messageColumns(layout)} FROM messages AS m
     WHERE m.session_id IN (SELECT value FROM json_each(?)) AND ${isLive(layout, 'm')}
     ORDER BY m.id LIMIT ?`,
    JSON.stringify([...ancestors, sessionId]),
    MAX_REPLAY_MESSAGES + 1,
  );
  if (rows.length > MAX_REPLAY_MESSAGES) {
    throw new BadUserInputError(
      `A replay holds ${MAX_REPLAY_MESSAGES} messages at most, and session ${JSON.stringify(sessionId)} has more. Page through \`messages\` instead.`,
    );
  }
  return toConversation(rows.map(decodeMessage), { dedupe: includeAncestors });
}
