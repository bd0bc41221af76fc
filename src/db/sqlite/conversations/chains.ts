import type { Layout } from '../layout.js';
import { isHead, nextSegment } from '../lineage/kind.js';

/**
 * Common table expressions for all conversations: `chain(head, id, next, step)` has a row for
 * each session of each conversation, `conversation(head, tip)` one for each conversation.
 */
export function conversationTables(layout: Layout): string {
  return `RECURSIVE chain(head, id, next, step) AS (
      SELECT s.id, s.id, ${nextSegment(layout, 's')}, 0 FROM sessions AS s
      LEFT JOIN sessions AS p ON p.id = s.parent_session_id
      WHERE s.id IS NOT NULL AND ${isHead(layout, 's', 'p')}
      UNION
      SELECT chain.head, s.id, ${nextSegment(layout, 's')}, chain.step + 1
      FROM chain JOIN sessions AS s ON s.id = chain.next),
    conversation(head, tip) AS (SELECT head, id FROM chain WHERE next IS NULL)`;
}
