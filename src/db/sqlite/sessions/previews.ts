import { previewText } from '../../../domain/content.js';
import { MAX_CELL_BYTES } from '../cells.js';
import { content, count, type Row } from '../decode.js';
import type { Layout } from '../layout.js';
import { LIMIT } from '../keyset.js';
import { isVisible } from '../messages/states.js';
import type { Sql } from '../sql.js';

/** How many messages of each session a round looks at: nearly always the first one has text. */
const FIRST_ROUND = 1;
const GROWTH = 8;
const LARGEST_ROUND = 512;

/**
 * The first user message with something to show, cut for a list; null where there is none. What others
 * said in a group, which newer files keep as context, is no turn of the user.
 *
 * Where the messages of a round show nothing, the next round looks at more of those that follow; blank
 * text stays in the file.
 */
export function previews(sql: Sql, ids: readonly string[]): (string | null)[] {
  const found = new Map<string, string>();
  let open: readonly string[] = ids;
  let size = FIRST_ROUND;
  for (
    let passed = 0;
    open.length > 0;
    passed += size, size = Math.min(size * GROWTH, LARGEST_ROUND)
  ) {
    const turns = nextTurns(sql, open, size, passed);
    open.forEach((id, slot) => {
      const preview = firstText(turns[slot] ?? []);
      if (preview !== null) found.set(id, preview);
    });
    open = open.filter((id, slot) => !found.has(id) && turns[slot]?.length === size);
  }
  return ids.map((id) => found.get(id) ?? null);
}

/** The user messages of each session after the first ones, by their ids; blank text reads as NULL. */
function nextTurns(sql: Sql, ids: readonly string[], size: number, passed: number): Row[][] {
  const layout = sql.layout();
  const rows = sql.all(
    `SELECT k.key AS slot, CASE WHEN octet_length(m.content) > ${MAX_CELL_BYTES} THEN NULL
       WHEN ${mayShow('m.content')} THEN m.content END AS content
     FROM json_each(?) AS k JOIN messages AS m ON m.id IN (
       SELECT f.id FROM messages AS f
       WHERE f.session_id = k.value AND f.role = 'user' AND f.content IS NOT NULL
         AND octet_length(f.content) > 0 AND ${isTurn(layout, 'f')}
       ORDER BY f.id ${LIMIT} OFFSET ? + 0)
     ORDER BY k.key, m.id`,
    JSON.stringify(ids),
    size,
    passed,
  );
  const turns = ids.map((): Row[] => []);
  for (const row of rows) turns[count(row['slot'])]?.push(row);
  return turns;
}

function isTurn(layout: Layout, alias: string): string {
  const isOwn = layout.messages.has('observed') ? `COALESCE(${alias}.observed, 0) = 0` : '1';
  return `${isOwn} AND ${isVisible(layout, alias)}`;
}

function firstText(turns: readonly Row[]): string | null {
  for (const turn of turns) {
    const preview = previewText(content(turn['content']));
    if (preview !== null) return preview;
  }
  return null;
}

/** What Python takes for whitespace, as code points. */
const WHITESPACE = [
  ...[9, 10, 11, 12, 13, 28, 29, 30, 31, 32, 0x85, 0xa0, 0x1680],
  ...[0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a],
  ...[0x2028, 0x2029, 0x202f, 0x205f, 0x3000],
].join(', ');
/** In characters, of a BLOB in bytes: more than a preview reads in either. */
const BEGINNING = 256;

/**
 * Whether content may have a preview: its beginning is not blank, or hides behind a NUL, where SQLite
 * ends text and structured content begins.
 */
function mayShow(column: string): string {
  return `(ltrim(substr(${column}, 1, ${BEGINNING}), char(${WHITESPACE})) <> ''
      OR instr(${column}, char(0)) > 0)`;
}
