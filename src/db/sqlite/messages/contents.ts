import { setImmediate } from 'node:timers/promises';
import { contentParts, contentText, type ContentPart } from '../../../domain/content.js';
import { countCodePoints, sliceCodePoints } from '../../../domain/text.js';
import { cellUpTo, MAX_CELL_BYTES } from '../cells.js';
import { content, count } from '../decode.js';
import type { Sql } from '../sql.js';

/** So much content is read at once; then other work of the process gets its turn. */
const PIECE_BYTES = 4 * 1024 * 1024;

const WHOLE = { sql: cellUpTo('m.content'), values: [] };

/**
 * What many messages say, as a person reads it: all of it, or the first `maxLength` code points. Null
 * where there is no content, and where it is too large to be read at all.
 */
export function contentTexts(
  sql: Sql,
  ids: readonly number[],
  maxLength: number | null,
): Promise<(string | null)[]> {
  if (maxLength === null) return inPieces(sql, ids, WHOLE, contentText, null);
  // Plain text needs its first bytes only; of structured content the text may stand anywhere.
  const start = {
    sql: `CASE WHEN octet_length(m.content) > ${MAX_CELL_BYTES} THEN NULL
      WHEN substr(CAST(m.content AS BLOB), 1, 1) = x'00' THEN m.content
      ELSE substr(CAST(m.content AS BLOB), 1, ?) END`,
    values: [4 * maxLength],
  };
  const cut = (stored: unknown) => {
    const text = contentText(stored);
    return text === null ? null : sliceCodePoints(text, 0, maxLength);
  };
  return inPieces(sql, ids, start, cut, null);
}

/**
 * The code points of what many messages say, 0 where there is no content; of content that is too
 * large to be read its bytes.
 */
export function contentLengths(sql: Sql, ids: readonly number[]): Promise<number[]> {
  const length = (stored: unknown, bytes: number) =>
    bytes > MAX_CELL_BYTES ? bytes : countCodePoints(contentText(stored) ?? '');
  return inPieces(sql, ids, WHOLE, length, 0);
}

/** The parts of many messages; none where there is no content, or too much to be read. */
export function contentPartLists(sql: Sql, ids: readonly number[]): Promise<ContentPart[][]> {
  return inPieces(sql, ids, WHOLE, contentParts, []);
}

/** One value for each id, made of its content; read a few megabytes at a time. */
async function inPieces<Value>(
  sql: Sql,
  ids: readonly number[],
  column: { sql: string; values: readonly number[] },
  make: (stored: unknown, bytes: number) => Value,
  missing: Value,
): Promise<Value[]> {
  const values = new Map<number, Value>();
  for (const [index, piece] of pieces(sql, ids).entries()) {
    if (index > 0) await setImmediate();
    const rows = sql.all(
      `SELECT m.id, octet_length(m.content) AS bytes, ${column.sql} AS content
       FROM json_each(?) AS k JOIN messages AS m ON m.id = k.value`,
      ...column.values,
      JSON.stringify(piece),
    );
    for (const row of rows) {
      values.set(count(row['id']), make(content(row['content']), count(row['bytes'])));
    }
  }
  return ids.map((id) => values.get(id) ?? missing);
}

function pieces(sql: Sql, ids: readonly number[]): number[][] {
  const rows = sql.all(
    `SELECT m.id, octet_length(m.content) AS bytes
     FROM json_each(?) AS k JOIN messages AS m ON m.id = k.value`,
    JSON.stringify(ids),
  );
  const found: number[][] = [];
  let last: number[] = [];
  let room = 0;
  for (const row of rows) {
    const bytes = count(row['bytes']);
    if (last.length === 0 || bytes > room) {
      last = [];
      found.push(last);
      room = PIECE_BYTES;
    }
    last.push(count(row['id']));
    room -= bytes <= MAX_CELL_BYTES ? bytes : 0;
  }
  return found;
}
