import { BadUserInputError } from '../../domain/errors.js';
import type { JsonValue } from '../../domain/python-json.js';
import { toConversation } from '../../domain/replay.js';
import { cellUpTo, MAX_CELL_BYTES } from './cells.js';
import { count, flagOrNull, textOrNull } from './decode.js';
import type { Layout } from './layout.js';
import { ancestorIds } from './lineage/walks.js';
import { decodeMessage, messageColumns } from './messages/columns.js';
import { isLive } from './messages/states.js';
import type { Sql } from './sql.js';

/** Hermes itself resumes no longer transcript; a runaway one would fill the memory. */
export const MAX_REPLAY_MESSAGES = 20_000;
/** The answer is made of it, and travels between processes. */
const MAX_REPLAY_BYTES = 64 * 1024 * 1024;

/** The texts that a replay is made of; the others are short. */
const TEXTS = [
  'content',
  'tool_calls',
  'reasoning',
  'reasoning_content',
  'reasoning_details',
  'codex_reasoning_items',
  'codex_message_items',
  'api_content',
];

/**
 * Sessions' messages as Hermes sends them to a model again, one list for each session, in the order
 * of their ids. With a session's ancestors, of whatever kind, their messages come along and what was
 * said twice is left out. On newer files only messages that are still part of the conversation count.
 *
 * @throws BadUserInputError when together they are more than 20,000 messages, or 64 MiB
 */
export function replays(
  sql: Sql,
  sessionIds: readonly string[],
  includeAncestors: boolean,
): JsonValue[][] {
  const ancestors = includeAncestors ? ancestorIds(sql, sessionIds) : [];
  const transcripts = sessionIds.map((id, slot) => [...(ancestors[slot] ?? []), id]);
  assertFits(sql, transcripts);
  return transcripts.map((sessions) =>
    toConversation(messagesOf(sql, sessions), { dedupe: includeAncestors }),
  );
}

function messagesOf(sql: Sql, sessions: readonly string[]) {
  const layout = sql.layout();
  const rows = sql.all(
    `SELECT ${messageColumns(layout, MAX_CELL_BYTES)}, ${newerColumns(layout)} FROM messages AS m
     WHERE m.session_id IN (SELECT value FROM json_each(?)) AND ${isLive(layout, 'm')}
     ORDER BY m.id`,
    JSON.stringify(sessions),
  );
  return rows.map((row) => ({
    ...decodeMessage(row),
    observed: flagOrNull(row['observed']) ?? false,
    api_content: textOrNull(row['api_content']),
  }));
}

/** What newer files note for the model alone: nothing else serves it. */
function newerColumns({ messages }: Layout): string {
  const stored = (name: string, value: string) =>
    `${messages.has(name) ? value : 'NULL'} AS ${name}`;
  return [stored('observed', 'm.observed'), stored('api_content', cellUpTo('m.api_content'))].join(
    ', ',
  );
}

function assertFits(sql: Sql, transcripts: readonly (readonly string[])[]): void {
  const layout = sql.layout();
  const bytes = TEXTS.filter((name) => layout.messages.has(name)).map(
    (name) => `COALESCE(octet_length(m.${name}), 0)`,
  );
  let messages = 0;
  let size = 0;
  for (const sessions of transcripts) {
    const [row = {}] = sql.all(
      `SELECT COUNT(*) AS messages, TOTAL(bytes) AS bytes FROM (
         SELECT ${bytes.join(' + ')} AS bytes FROM messages AS m
         WHERE m.session_id IN (SELECT value FROM json_each(?)) AND ${isLive(layout, 'm')}
         LIMIT ?)`,
      JSON.stringify(sessions),
      MAX_REPLAY_MESSAGES + 1,
    );
    messages += count(row['messages']);
    size += count(row['bytes']);
    if (messages > MAX_REPLAY_MESSAGES || size > MAX_REPLAY_BYTES) {
      throw new BadUserInputError(tooMuch(sessions.at(-1) ?? '', messages > MAX_REPLAY_MESSAGES));
    }
  }
}

function tooMuch(sessionId: string, tooMany: boolean): string {
  const most = tooMany
    ? `${MAX_REPLAY_MESSAGES} messages`
    : `${MAX_REPLAY_BYTES / 1024 / 1024} MiB of messages`;
  return `Replays hold ${most} at most in one request, and with session ${JSON.stringify(sessionId)} it is more. Page through \`messages\` instead.`;
}
