import type { StoredRow } from '../../domain/export.js';
import { textOrNull, type Row } from './decode.js';
import { stateValue } from './messages/states.js';
import { systemPrompts } from './sessions/details.js';
import type { Sql } from './sql.js';

/**
 * Sessions with every column that the file has, in the file's order of columns; the system prompt is
 * its text also where the file keeps prompts by hash. One for each id, null where there is none.
 */
export function exportedSessions(sql: Sql, ids: readonly string[]): (StoredRow | null)[] {
  const found = new Map<string | null, StoredRow>();
  const prompts = new Map(systemPrompts(sql, ids).map((prompt, slot) => [ids[slot], prompt]));
  const rows = sql.all(
    'SELECT s.* FROM json_each(?) AS k JOIN sessions AS s ON s.id = k.value',
    JSON.stringify(ids),
  );
  for (const row of rows) {
    const id = textOrNull(row['id']);
    found.set(id, { ...stored(row), system_prompt: prompts.get(id ?? '') ?? null });
  }
  return ids.map((id) => found.get(id) ?? null);
}

/**
 * Messages of a session with every column that the file has and their `state`, in the order of ids:
 * at most `limit` of those after `afterId`. Compacted and undone ones are among them.
 */
export function exportedMessages(
  sql: Sql,
  sessionId: string,
  afterId: number,
  limit: number,
): StoredRow[] {
  return sql
    .all(
      `SELECT m.*, ${stateValue(sql.layout(), 'm')} AS state FROM messages AS m
       WHERE m.session_id = ? AND m.id > ? ORDER BY m.id LIMIT ?`,
      sessionId,
      afterId,
      limit,
    )
    .map(stored);
}

function stored(row: Row): StoredRow {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, cell(value)]));
}

function cell(value: unknown): string | number | Uint8Array | null {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return value instanceof Uint8Array ? value : textOrNull(value);
}
