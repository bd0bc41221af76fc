import type { MessageKey, MessageRow, MessageState } from '../../../domain/message.js';
import type { AnchoredView, MessageWindow, ViewSize } from '../../../domain/window.js';
import { cellUpTo } from '../cells.js';
import { and, clause, isIn, type Clause } from '../clause.js';
import type { Sql } from '../sql.js';
import { decodeMessage, messageColumns, ROW_CONTENT_BYTES } from './columns.js';
import { messagesByIds } from './lists.js';
import { hasState } from './states.js';
import { walk, type Stretch } from './walk.js';

/**
 * Messages of sessions, each with up to `size` messages on either side, by id; a negative size counts
 * as 0. Around a compacted or undone message of newer files, messages in its state are shown too.
 *
 * @returns one for each key, null where the session has no such message
 */
export function messagesAround(
  sql: Sql,
  keys: readonly MessageKey[],
  size: number,
): (MessageWindow | null)[] {
  const messages = messagesByIds(
    sql,
    keys.map(({ id }) => id),
    ROW_CONTENT_BYTES,
  );
  const anchors = messages.map((message, slot) =>
    message?.session_id === keys[slot]?.session_id ? message : null,
  );
  const windows = new Map<MessageRow, MessageWindow>();
  for (const state of new Set(anchors.flatMap((anchor) => anchor?.state ?? []))) {
    const same = anchors.filter((anchor) => anchor !== null).filter((one) => one.state === state);
    const around = (backwards: boolean) =>
      selectMessages(
        sql,
        same.map(({ id, session_id: session }) => ({
          sessions: [session],
          low: backwards ? null : id,
          high: backwards ? id : null,
        })),
        ['ACTIVE', state],
        [],
        backwards ? 'last' : 'first',
        size,
      );
    const before = around(true);
    const after = around(false);
    for (const [slot, anchor] of same.entries()) {
      const [left, right] = [before[slot] ?? [], after[slot] ?? []];
      const shown = [...left, anchor, ...right];
      windows.set(anchor, { messages: shown, before: left.length, after: right.length });
    }
  }
  return anchors.map((anchor) => (anchor === null ? null : (windows.get(anchor) ?? null)));
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
  const window = messagesAround(sql, [{ session_id: sessionId, id: messageId }], view.window)[0];
  if (window == null) return null;
  const { roles } = view;
  const first = window.messages[0]?.id ?? messageId;
  const last = window.messages.at(-1)?.id ?? messageId;
  const states = window.messages.map((message) => message.state);
  const bookend = (outside: Pick<Stretch, 'low' | 'high'>, from: 'first' | 'last') =>
    selectMessages(
      sql,
      [{ sessions: [sessionId], ...outside }],
      states,
      [
        clause(`length(${cellUpTo('f.content')}) > 0`),
        ...(roles === null ? [] : [isIn('f.role', roles)]),
      ],
      from,
      view.bookend,
    )[0] ?? [];
  return {
    ...window,
    messages: window.messages.filter(
      ({ id, role }) => id === messageId || roles === null || roles.includes(role),
    ),
    start: bookend({ low: null, high: first }, 'first'),
    end: bookend({ low: last, high: null }, 'last'),
  };
}

function selectMessages(
  sql: Sql,
  stretches: readonly Stretch[],
  states: readonly MessageState[],
  where: readonly Clause[],
  from: 'first' | 'last',
  limit: number,
): MessageRow[][] {
  if (limit <= 0) return stretches.map(() => []);
  const layout = sql.layout();
  const backwards = from === 'last';
  const walks = walk(sql, stretches, {
    columns: messageColumns(layout),
    where: and([clause(hasState(layout, 'f', [...new Set(states)])), ...where]),
    limit,
    backwards,
  });
  return walks.map((rows) => {
    const messages = rows.map(decodeMessage);
    return backwards ? messages.reverse() : messages;
  });
}
