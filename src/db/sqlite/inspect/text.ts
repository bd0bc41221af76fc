import { isUtf8 } from 'node:buffer';
import { parseExactJson } from '../../../domain/exact-json.js';
import { count, text as asText } from '../decode.js';
import { MESSAGE_COLUMNS, SESSION_COLUMNS } from '../tables.js';
import { counted, finding, named, type Finding, type Look } from './finding.js';

const PAGE_ROWS = 200;
const AS_TEXT = 'It is served as text. Nothing needs to be done.';
const JSON_COLUMNS = [
  ['sessions', 'model_config'],
  ['messages', 'tool_calls'],
  ['messages', 'reasoning_details'],
  ['messages', 'codex_reasoning_items'],
  ['messages', 'codex_message_items'],
] as const;
/** U+0000 and `json:`, before the JSON of structured content. */
const STRUCTURED = "x'006A736F6E3A'";

/** Messages of sessions that are not there. */
export function orphans({ sql }: Look): Finding[] {
  const lost = sql.all(
    `SELECT session_id, COUNT(*) AS n FROM messages AS m
     WHERE NOT EXISTS (SELECT 1 FROM sessions AS s WHERE s.id = m.session_id)
     GROUP BY session_id ORDER BY session_id`,
  );
  if (lost.length === 0) return [];
  const messages = lost.reduce((sum, each) => sum + count(each['n']), 0);
  const ids = lost.map((each) => asText(each['session_id']));
  return [
    finding(
      'warning',
      'orphan-messages',
      `${counted(messages, 'message belongs', 'messages belong')} to sessions that are not there: ${named(ids)}. No session shows them.`,
      'To see them again, make sessions with these ids.',
    ),
  ];
}

/** Text that is no UTF-8, and BLOBs where text belongs. */
export function encoding(look: Look): Finding[] {
  const broken = brokenRows(look, 'sessions') + brokenRows(look, 'messages');
  const findings: Finding[] = [];
  if (broken > 0) {
    findings.push(
      finding(
        'warning',
        'invalid-utf8',
        `${counted(broken, 'row holds', 'rows hold')} text that is no UTF-8. It is served with U+FFFD, but Hermes' Python cannot read it.`,
        'Write their text anew, for instance from an export.',
      ),
    );
  }
  const blobs = count(
    look.sql.get("SELECT COUNT(*) AS n FROM messages WHERE typeof(content) = 'blob'")?.['n'],
  );
  if (blobs > 0) {
    const what = `${counted(blobs, 'message holds', 'messages hold')} bytes where text belongs.`;
    findings.push(finding('note', 'blob-content', what, AS_TEXT));
  }
  return findings;
}

/** JSON columns and structured content that cannot be parsed. */
export function json({ sql, layout }: Look): Finding[] {
  let broken = 0;
  for (const [table, column] of JSON_COLUMNS) {
    if (!layout[table].has(column)) continue;
    const suspects = sql.all(
      `SELECT ${column} AS value FROM ${table} WHERE typeof(${column}) = 'text' AND ${column} <> ''
       AND NOT json_valid(${column})`,
    );
    broken += suspects.filter(({ value }) => !parses(asText(value))).length;
  }
  const structured = sql.all(
    `SELECT CAST(substr(CAST(content AS BLOB), 7) AS TEXT) AS value FROM messages
     WHERE typeof(content) = 'text' AND substr(CAST(content AS BLOB), 1, 6) = ${STRUCTURED}
       AND NOT json_valid(CAST(substr(CAST(content AS BLOB), 7) AS TEXT))`,
  );
  broken += structured.filter(({ value }) => !parses(asText(value))).length;
  if (broken === 0) return [];
  const what = `${counted(broken, 'value is', 'values are')} no JSON where JSON belongs.`;
  return [finding('note', 'broken-json', what, AS_TEXT)];
}

/** Python writes NaN and Infinity, which SQLite does not take for JSON. */
function parses(value: string): boolean {
  try {
    parseExactJson(value);
    return true;
  } catch {
    return false;
  }
}

/** How many rows of a table hold text that is no UTF-8. Reads all of it, a page at a time. */
function brokenRows({ sql, layout }: Look, table: 'sessions' | 'messages'): number {
  const declared = table === 'sessions' ? SESSION_COLUMNS : MESSAGE_COLUMNS;
  const columns = declared
    .filter(([name, type]) => type.startsWith('TEXT') && layout[table].has(name))
    .map(([name]) => `CASE WHEN typeof(${name}) = 'text' THEN CAST(${name} AS BLOB) END AS ${name}`)
    .join(', ');
  let broken = 0;
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const page = sql.all(
      `SELECT rowid AS number, ${columns} FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ?`,
      after,
      PAGE_ROWS,
    );
    broken += page.filter((found) => Object.values(found).some(isBroken)).length;
    const last = Number(page.at(-1)?.['number'] ?? after);
    if (page.length < PAGE_ROWS || last <= after) return broken;
    after = last;
  }
}

function isBroken(value: unknown): boolean {
  return value instanceof Uint8Array && !isUtf8(value);
}
