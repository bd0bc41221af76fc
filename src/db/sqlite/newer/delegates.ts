import { text } from '../decode.js';
import { lineageKindValue } from '../lineage/kind.js';
import type { Sql } from '../sql.js';

/**
 * The delegates of these sessions, theirs, and what continues them: what Hermes deletes along with
 * them on files that mark delegates. A session without a mark stays, as on all older files; so does
 * what was branched off a delegate. None of `ids` is among them, also where the parents make a cycle.
 */
export function delegateIds(sql: Sql, ids: readonly string[]): string[] {
  const layout = sql.layout();
  if (!layout.messages.has('compacted')) return [];
  const given = new Set(ids);
  return sql
    .all(
      `WITH RECURSIVE found(id) AS (
         SELECT value FROM json_each(?)
         UNION
         SELECT c.id FROM found JOIN sessions AS p ON p.id = found.id
         JOIN sessions AS c ON c.parent_session_id = p.id
         WHERE c.id IS NOT NULL AND ${isMarked}
         AND (${lineageKindValue(layout, 'c', 'p')}) IN ('DELEGATE', 'CONTINUATION'))
       SELECT id FROM found`,
      JSON.stringify(ids),
    )
    .map((row) => text(row['id']))
    .filter((id) => !given.has(id));
}

const isMarked = `instr(c.model_config, '_delegate_from') > 0 AND json_valid(c.model_config)
  AND json_extract(c.model_config, '$._delegate_from') IS NOT NULL`;
