import type { MessageFilter, MessageRow } from '../../../domain/message.js';
import type { Page, PageRequest } from '../../../domain/paging.js';
import { and, clause, isIn, isNotIn, type Clause } from '../clause.js';
import { count, type Row } from '../decode.js';
import { toPage } from '../keyset.js';
import type { Layout } from '../layout.js';
import type { Sql } from '../sql.js';
import { isTime } from '../sessions/values.js';
import { decodeMessage, messageColumns } from './columns.js';
import { hasState, isNoOlderCopy } from './states.js';

/** Messages by id: one for each id asked for, in the same order, null where there is none. */
export function messagesByIds(sql: Sql, ids: readonly number[]): (MessageRow | null)[] {
  const rows = sql.all(
    `SELECT ${messageColumns(sql.layout())} FROM json_each(?) AS k JOIN messages AS m ON m.id = k.value`,
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
  const where = and([
    clause('f.session_id IN (SELECT value FROM json_each(k.value))'),
    messageWhere(layout, filter, 'f'),
    ...(page.after === null ? [] : [clause('f.id > ?', page.after[0] ?? null)]),
    ...(page.before === null ? [] : [clause('f.id < ?', page.before[0] ?? null)]),
  ]);
  const direction = page.fromEnd ? 'DESC' : 'ASC';
  const rows = sql.all(
    `SELECT k.key AS slot, ${messageColumns(layout)}
     FROM json_each(?) AS k JOIN messages AS m ON m.id IN (
       SELECT f.id FROM messages AS f WHERE ${where.sql} ORDER BY f.id ${direction} LIMIT ?)
     ORDER BY k.key, m.id ${direction}`,
    JSON.stringify(transcripts),
    ...where.values,
    page.limit + 1,
  );
  const slots = new Map<unknown, Row[]>();
  for (const row of rows) {
    const slot = slots.get(row['slot']);
    if (slot === undefined) slots.set(row['slot'], [row]);
    else slot.push(row);
  }
  return transcripts.map((_, slot) =>
    toPage(slots.get(slot) ?? [], page, (row) => {
      const message = decodeMessage(row);
      return { row: message, key: [message.id] };
    }),
  );
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
  const { from, until } = filter.timestamp ?? {};
  const timestamp = `${alias}.timestamp`;
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
    ...(from == null ? [] : [clause(`${timestamp} >= ? AND ${isTime(timestamp)}`, from)]),
    ...(until == null ? [] : [clause(`${timestamp} < ? AND ${isTime(timestamp)}`, until)]),
  ]);
}
