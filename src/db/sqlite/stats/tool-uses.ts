import type { ToolTally } from '../../../domain/stats/tools.js';
import { parseToolCalls } from '../../../domain/tool-calls.js';
import { cellUpTo } from '../cells.js';
import { textOrNull } from '../decode.js';
import type { Sql } from '../sql.js';
import { jsonList } from './lists.js';

/** A tool's name of more bytes is read with its message: names come by the thousand. */
const LONG_NAME = 1000;
/** Messages that are read for their calls, so many at once, for each may be large. */
const READ_AT_ONCE = 20;

/** The name of a call (`c.value`, an object), in OpenAI's form or flat; NULL where it is no text. */
const CALLED = `CASE WHEN json_type(c.value, '$.function') = 'object'
  THEN CASE WHEN json_type(c.value, '$.function.name') = 'text'
    THEN json_extract(c.value, '$.function.name') END
  WHEN json_type(c.value, '$.name') = 'text' THEN json_extract(c.value, '$.name') END`;

/**
 * How a message (alias `m`) uses tools, without the arguments of calls, which may be megabytes: `r` and
 * the name of the tool that a result is of, `c` and the name of the one tool that is called, `n` and a
 * list of names as JSON. What else may call tools is `m` and the message’s id: it must be read.
 */
export const TOOL_USE = `CASE m.role
  WHEN 'tool' THEN CASE WHEN octet_length(m.tool_name) > ${LONG_NAME} THEN 'm' || m.id
    ELSE 'r' || m.tool_name END
  WHEN 'assistant' THEN CASE
    WHEN m.tool_calls IS NULL THEN NULL
    WHEN typeof(m.tool_calls) <> 'text' OR NOT json_valid(m.tool_calls) THEN 'm' || m.id
    WHEN json_type(m.tool_calls, '$[0].function.name') = 'text'
      AND json_array_length(m.tool_calls) = 1
    THEN 'c' || json_extract(m.tool_calls, '$[0].function.name')
    WHEN json_type(m.tool_calls) = 'array'
    THEN 'n' || (SELECT json_group_array(${CALLED}) FROM json_each(m.tool_calls) AS c
      WHERE c.type = 'object')
    ELSE 'm' || m.id END
  END`;

/** Counts the tools that the messages of one session use, as TOOL_USE gives them. */
export function addToolUses(
  sql: Sql,
  tally: ToolTally,
  sessionId: string,
  uses: readonly unknown[],
): void {
  const unread: string[] = [];
  const add = (name: unknown, kind: 'calls' | 'results') => {
    if (typeof name === 'string' && name !== '') tally.add(sessionId, name, kind);
  };
  for (const use of uses) {
    if (typeof use !== 'string') continue;
    const rest = use.slice(1);
    if (use.startsWith('r')) add(rest, 'results');
    else if (use.startsWith('c')) add(rest, 'calls');
    else if (use.startsWith('n')) for (const name of jsonList(rest)) add(name, 'calls');
    else unread.push(rest);
  }
  for (let start = 0; start < unread.length; start += READ_AT_ONCE) {
    for (const row of readUses(sql, unread.slice(start, start + READ_AT_ONCE))) {
      if (row['role'] === 'tool') add(textOrNull(row['tool_name']), 'results');
      else for (const { name } of parseToolCalls(textOrNull(row['tool_calls']))) add(name, 'calls');
    }
  }
}

/** By ids as text, for a number of JSON may be larger than JavaScript holds. */
function readUses(sql: Sql, ids: readonly string[]) {
  return sql.all(
    `SELECT m.role, ${cellUpTo('m.tool_name')} AS tool_name, ${cellUpTo('m.tool_calls')} AS tool_calls
     FROM json_each(?) AS k CROSS JOIN messages AS m ON m.id = CAST(k.value AS INTEGER)`,
    JSON.stringify(ids),
  );
}
