import { ToolTally, type ToolCount } from '../../../domain/stats/tools.js';
import { parseToolCalls } from '../../../domain/tool-calls.js';
import { clause, type Clause } from '../clause.js';
import { count, text, textOrNull } from '../decode.js';
import { hasState } from '../messages/states.js';
import type { Sql } from '../sql.js';

/** How often each tool was used, over the messages of a scope (see `messagesOf`). */
export function toolTotals(sql: Sql, scope: Clause): ToolCount[] {
  return toolTally(sql, scope).total();
}

/** The tools that each session used, the most used first; none for an id that no session has. */
export function toolUsage(sql: Sql, ids: readonly string[]): ToolCount[][] {
  const scope = clause(
    'json_each(?) AS k CROSS JOIN messages AS m ON m.session_id = k.value',
    JSON.stringify([...new Set(ids)]),
  );
  const tally = toolTally(sql, scope);
  return ids.map((id) => tally.ofSession(id));
}

/**
 * Counts calls and results in one scan. Nearly all messages make one call in OpenAI’s form, and
 * SQLite itself reads the name of that; any other text comes here to be read.
 */
function toolTally(sql: Sql, scope: Clause): ToolTally {
  const layout = sql.layout();
  const single = `CASE WHEN typeof(m.tool_calls) = 'text' AND json_valid(m.tool_calls)
      AND json_type(m.tool_calls, '$[0].function.name') = 'text'
      AND json_array_length(m.tool_calls) = 1
    THEN json_extract(m.tool_calls, '$[0].function.name') END`;
  const rows = sql.all(
    `SELECT session_id, role, name, CASE WHEN name IS NULL THEN tool_calls END AS calls,
       COUNT(*) AS messages
     FROM (
       SELECT m.session_id, m.role, m.tool_calls,
         CASE WHEN m.role = 'tool' THEN m.tool_name ELSE ${single} END AS name
       FROM ${scope.sql} WHERE ${hasState(layout, 'm', ['ACTIVE'])} AND (
         (m.role = 'tool' AND m.tool_name IS NOT NULL)
         OR (m.role = 'assistant' AND m.tool_calls IS NOT NULL)))
     GROUP BY 1, 2, 3, 4`,
    ...scope.values,
  );
  const tally = new ToolTally();
  for (const row of rows) {
    const id = text(row['session_id']);
    const messages = count(row['messages']);
    const add = (name: string | null, kind: 'calls' | 'results') => {
      if (name !== null && name !== '') tally.add(id, name, kind, messages);
    };
    if (row['role'] === 'tool') add(textOrNull(row['name']), 'results');
    else if (row['name'] !== null) add(textOrNull(row['name']), 'calls');
    else for (const call of parseToolCalls(textOrNull(row['calls']))) add(call.name, 'calls');
  }
  return tally;
}
