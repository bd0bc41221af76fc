import type { MessageFilter, MessageRow } from '../../../domain/message.js';
import type { CursorKey, Page, PageRequest } from '../../../domain/paging.js';
import { MAX_CELL_BYTES } from '../cells.js';
import { and, clause, isIn, isNotIn, type Clause } from '../clause.js';
import { count } from '../decode.js';
import { toPage } from '../keyset.js';
import type { Layout } from '../layout.js';
import type { Sql } from '../sql.js';
import { isTime } from '../sessions/values.js';
import { timeRange } from '../time-range.js';
import { decodeMessage, messageColumns } from './columns.js';
import { hasState, isNoOlderCopy } from './states.js';
import { walk } from './walk.js';

/**
 * Messages by id: one for each id asked for, in the same order, null where there is none. Content
 * above so many bytes is left unread.
 */
export function messagesByIds(
  sql: Sql,
  ids: readonly number[],
  contentBytes: number = MAX_CELL_BYTES,
): (MessageRow | null)[] {
  const rows = sql.all(
    `SELECT ${messageColumns(sql.layout(), contentBytes)} FROM json_each(?) AS k JOIN messages AS m ON m.id = k.value`,
    JSON.stringify(ids),
  );
  const found = new Map(rows.map(decodeMessage).map((message) => [message.id, message]));
  return ids.map((id) => found.get(id) ?? null);
}

/**
 * The same page of each transcript, in the order of message ids (clocks go backwards, ids do not):
 * one statement for any number of transcripts. A transcript is the messages of one session, or of
 * the several that make a conversation.
 */
export function messagePages(
  sql: Sql,
  transcripts: readonly (readonly string[])[],
  filter: MessageFilter,
  page: PageRequest,
): Page<MessageRow>[] {
  const layout = sql.layout();
  const stretches = transcripts.map((sessions) => ({
    sessions,
    low: idOf(page.after),
    high: idOf(page.before),
  }));
  const walks = walk(sql, stretches, {
    columns: messageColumns(layout),
    where: messageWhere(layout, filter, 'f'),
    limit: page.limit + 1,
    backwards: page.fromEnd,
  });
  return walks.map((rows) =>
    toPage(rows, page, (row) => {
      const message = decodeMessage(row);
      return { row: message, key: [message.id] };
    }),
  );
}

function idOf(key: CursorKey | null): number | null {
  return key === null ? null : count(key[0]);
}

/** How many messages of each transcript a filter admits. */
export function messageTotals(
  sql: Sql,
  transcripts: readonly (readonly string[])[],
  filter: MessageFilter,
): number[] {
  const where = messageWhere(sql.layout(), filter, 'f');
  const rows = sql.all(
    `SELECT (SELECT COUNT(*) FROM messages AS f WHERE f.session_id IN (SELECT value FROM json_each(k.value)) AND ${where.sql}) AS total
     FROM json_each(?) AS k ORDER BY k.key`,
    ...where.values,
    JSON.stringify(transcripts),
  );
  return rows.map((row) => count(row['total']));
}

/**
 * The messages that a filter admits; of newer files the active ones, unless states are named. Where
 * compacted ones are asked for together with active ones, what was written twice counts once.
 */
export function messageWhere(layout: Layout, filter: MessageFilter, alias: string): Clause {
  const timestamp = `${alias}.timestamp`;
  const times = timeRange(timestamp, filter.timestamp);
  const states = filter.states ?? ['ACTIVE'];
  const areBoth = states.includes('ACTIVE') && states.includes('COMPACTED');
  return and([
    clause(hasState(layout, alias, states)),
    ...(areBoth ? [clause(isNoOlderCopy(layout, alias))] : []),
    ...(filter.roles == null ? [] : [isIn(`${alias}.role`, filter.roles)]),
    ...(filter.excludeRoles == null || filter.excludeRoles.length === 0
      ? []
      : [isNotIn(`${alias}.role`, filter.excludeRoles)]),
    ...(filter.toolNames == null ? [] : [isIn(`${alias}.tool_name`, filter.toolNames)]),
    ...(times.length === 0 ? [] : [...times, clause(isTime(timestamp))]),
  ]);
}
