import { contextText } from '../../../domain/content.js';
import type { SearchContextEntry } from '../../../domain/search.js';
import { content, count, text } from '../decode.js';
import { isVisible } from '../messages/states.js';
import type { Sql } from '../sql.js';

/** Enough bytes for 200 code points of text, and for the text parts of most structured content. */
const READ_BYTES = 256 * 1024;

/** The next message of a session is looked for among so many ids before its session is walked. */
const NEAR = 100;

/**
 * For each message id the message before it, itself and the one after, in its session and in the
 * order of ids, as far as a person may see them; none for an id that is not there. Each content is
 * cut to 200 code points.
 */
export function contexts(sql: Sql, messageIds: readonly number[]): SearchContextEntry[][] {
  const visible = isVisible(sql.layout(), 'n');
  const neighbour = (comparison: '<' | '>', direction: 'DESC' | 'ASC') => {
    const near = `SELECT * FROM messages AS n WHERE n.id ${comparison} t.id
      ORDER BY n.id ${direction} LIMIT ${NEAR}`;
    const anywhere = `SELECT * FROM messages AS n WHERE n.session_id = t.session_id
      AND n.id ${comparison} t.id`;
    const first = (from: string) => `(SELECT n.id FROM (${from}) AS n
      WHERE n.session_id = t.session_id AND ${visible} ORDER BY n.id ${direction} LIMIT 1)`;
    return `COALESCE(${first(near)}, ${first(anywhere)})`;
  };
  const rows = sql.all(
    `SELECT k.key AS slot, m.id, m.role,
       CASE WHEN octet_length(m.content) > ${READ_BYTES}
         AND substr(CAST(m.content AS BLOB), 1, 1) <> x'00'
         THEN substr(CAST(m.content AS BLOB), 1, ${READ_BYTES}) ELSE m.content END AS content
     FROM json_each(?) AS k JOIN messages AS t ON t.id = k.value
     JOIN messages AS m ON m.id IN (t.id, ${neighbour('<', 'DESC')}, ${neighbour('>', 'ASC')})
     ORDER BY k.key, m.id`,
    JSON.stringify(messageIds),
  );
  const slots = messageIds.map((): SearchContextEntry[] => []);
  for (const row of rows) {
    slots[count(row['slot'])]?.push({
      messageId: count(row['id']),
      role: text(row['role']),
      content: contextText(readable(row['content'])),
    });
  }
  return slots;
}

function readable(value: unknown): unknown {
  const read = content(value);
  return read instanceof Uint8Array ? text(read) : read;
}
