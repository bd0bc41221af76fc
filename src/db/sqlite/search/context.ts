import { contextText } from '../../../domain/content.js';
import { displayTexts } from '../../../domain/search-query/document.js';
import type { SearchContextEntry } from '../../../domain/search.js';
import { sliceCodePoints } from '../../../domain/text.js';
import { cellUpTo, MAX_CELL_BYTES } from '../cells.js';
import { content, count, text, textOrNull, type Row } from '../decode.js';
import { messageNeighbours } from '../messages/relations.js';
import type { Sql } from '../sql.js';

const CONTEXT_LENGTH = 200;
/** Enough bytes for 200 code points of text. */
const READ_BYTES = 4 * CONTEXT_LENGTH;

/**
 * For each message id the message before it, itself and the one after, in its session and in the
 * order of ids, as far as a person may see them; none for an id that is not there. Each content is
 * cut to 200 code points; a message that says nothing shows the tools that it calls.
 *
 * Structured content is read whole, pictures and all: run it where nobody else waits.
 */
export function contexts(sql: Sql, messageIds: readonly number[]): SearchContextEntry[][] {
  const neighbours = messageNeighbours(sql, messageIds, ['ACTIVE', 'COMPACTED']);
  const entries = new Map<number, SearchContextEntry | null>();
  const entry = (id: number) => {
    const known = entries.get(id);
    if (known !== undefined) return known;
    const read = readEntry(sql, id);
    entries.set(id, read);
    return read;
  };
  return messageIds.map((id, slot) => {
    const { previous = null, next = null } = neighbours[slot] ?? {};
    return [previous, id, next].flatMap((one) => (one === null ? [] : (entry(one) ?? [])));
  });
}

function readEntry(sql: Sql, id: number): SearchContextEntry | null {
  const row = sql.get(
    `SELECT m.id, m.role, ${cellUpTo('m.tool_calls')} AS tool_calls,
       CASE WHEN octet_length(m.content) > ${MAX_CELL_BYTES} THEN NULL
         WHEN octet_length(m.content) > ${READ_BYTES}
           AND substr(CAST(m.content AS BLOB), 1, 1) <> x'00'
         THEN substr(CAST(m.content AS BLOB), 1, ${READ_BYTES}) ELSE m.content END AS content
     FROM messages AS m WHERE m.id = ?`,
    id,
  );
  if (row === undefined) return null;
  return { messageId: count(row['id']), role: text(row['role']), content: shown(row) };
}

function shown(row: Row): string {
  const stored = content(row['content']);
  const said = contextText(stored instanceof Uint8Array ? text(stored) : stored);
  if (said !== '') return said;
  const { tools } = displayTexts({
    content: null,
    tool_name: null,
    tool_calls: textOrNull(row['tool_calls']),
  });
  return sliceCodePoints(tools, 0, CONTEXT_LENGTH);
}
