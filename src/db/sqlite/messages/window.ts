import type { MessageRow, MessageState } from '../../../domain/message.js';
import type { AnchoredView, MessageWindow, ViewSize } from '../../../domain/window.js';
import { and, clause, isIn, type Clause } from '../clause.js';
import type { Sql } from '../sql.js';
import { decodeMessage, messageColumns } from './columns.js';
import { messagesByIds } from './lists.js';
import { hasState } from './states.js';

/**
 * A message of a session with up to `size` messages on each side, by id; a negative size counts as
 * 0. Around a compacted or undone message of newer files, messages in its state are shown too.
 *
 * @returns null when the session has no such message
 */
export function messagesAround(
  sql: Sql,
  sessionId: string,
  messageId: number,
  size: number,
): MessageWindow | null {
  const anchor = anchorOf(sql, sessionId, messageId);
  if (anchor === null) return null;
  const states: MessageState[] = ['ACTIVE', anchor.state];
  const limit = Math.max(0, size);
  const select = (where: Clause, from: 'first' | 'last') =>
    selectMessages(sql, sessionId, states, where, from, limit);
  const before = select(clause('m.id < ?', messageId), 'last');
  const after = select(clause('m.id > ?', messageId), 'first');
  return {
    messages: [...before, anchor, ...after],
    before: before.length,
    after: after.length,
  };
}

/**
 * The window around a message, of it only the messages with one of these roles and the message
 * itself, and up to `bookend` messages with text from the session's start and end that lie outside
 * of the window. Null for `roles` admits all.
 *
 * @returns null when the session has no such message
 */
export function anchoredView(
  sql: Sql,
  sessionId: string,
  messageId: number,
  view: ViewSize,
): AnchoredView | null {
  const window = messagesAround(sql, sessionId, messageId, view.window);
  if (window === null) return null;
  const { roles } = view;
  const first = window.messages[0]?.id ?? messageId;
  const last = window.messages.at(-1)?.id ?? messageId;
  const states = window.messages.map((message) => message.state);
  const bookend = (outside: Clause, from: 'first' | 'last') =>
    selectMessages(
      sql,
      sessionId,
      states,
      and([
        outside,
        clause('length(m.content) > 0'),
        ...(roles === null ? [] : [isIn('m.role', roles)]),
      ]),
      from,
      Math.max(0, view.bookend),
    );
  return {
    ...window,
    messages: window.messages.filter(
      ({ id, role }) => id === messageId || roles === null || roles.includes(role),
    ),
    start: bookend(clause('m.id < ?', first), 'first'),
    end: bookend(clause('m.id > ?', last), 'last'),
  };
}

function anchorOf(sql: Sql, sessionId: string, messageId: number): MessageRow | null {
  const anchor = messagesByIds(sql, [messageId])[0];
  return anchor?.session_id === sessionId ? anchor : null;
}

function selectMessages(
  sql: Sql,
  sessionId: string,
  states: readonly MessageState[],
  where: Clause,
  from: 'first' | 'last',
  limit: number,
): MessageRow[] {
  if (limit === 0) return [];
  const layout = sql.layout();
  const all = and([
    clause('m.session_id = ?', sessionId),
    clause(hasState(layout, 'm', [...new Set(states)])),
    where,
  ]);
  const rows = sql
    .all(
      `SELECT ${messageColumns(layout)} FROM messages AS m WHERE ${all.sql}
       ORDER BY m.id ${from === 'first' ? 'ASC' : 'DESC'} LIMIT ?`,
      ...all.values,
      limit,
    )
    .map(decodeMessage);
  return from === 'first' ? rows : rows.reverse();
}
