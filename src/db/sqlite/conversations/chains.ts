import type { Layout } from '../layout.js';
import { continues, isHead, nextInConversation } from '../lineage/kind.js';

/**
 * Common table expressions for all conversations: those of `chainTable`, and `conversation(head, tip)`
 * with one row for each.
 */
export function conversationTables(layout: Layout): string {
  const heads = `sessions AS s LEFT JOIN sessions AS p ON p.id = s.parent_session_id
    WHERE s.id IS NOT NULL AND ${isHead(layout, 's', 'p')}`;
  return `RECURSIVE ${chainTable(layout, heads)},
    conversation(head, tip) AS (SELECT head, id FROM chain WHERE ${IS_TIP})`;
}

/**
 * A recursive table `chain(head, id, next, step, is_main)` with a row for each session of each
 * conversation: all continuations belong to it, also those that compete. Of these the newest start
 * goes on (`next`, NULL at an end), and the line that goes on from the first session is the main one.
 *
 * @param heads what follows FROM, with the first sessions as `s`
 */
export function chainTable(layout: Layout, heads: string): string {
  const next = nextInConversation(layout, 's');
  return `chain(head, id, next, step, is_main) AS (
      SELECT s.id, s.id, ${next}, 0, 1 FROM ${heads}
      UNION
      SELECT chain.head, s.id, ${next}, chain.step + 1, chain.is_main AND s.id = chain.next
      FROM chain JOIN sessions AS p ON p.id = chain.id
      JOIN sessions AS s ON s.parent_session_id = p.id
      WHERE chain.next IS NOT NULL AND s.id IS NOT NULL
      AND (s.id = chain.next OR ${continues(layout, 's', 'p')}))`;
}

/** Whether a row of the chain is where its conversation goes on: the end of the main line. */
export const IS_TIP = '(next IS NULL AND is_main)';

/**
 * The order of a conversation's sessions, over `chain AS g` joined with `sessions AS s`: by steps from
 * the first one, then the main line after those that compete with it, then by start and id.
 */
export function segmentOrder(direction: 'ASC' | 'DESC'): string {
  return ['g.step', 'g.is_main', 's.started_at', 's.id']
    .map((column) => `${column} ${direction}`)
    .join(', ');
}
