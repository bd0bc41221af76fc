import { count } from '../decode.js';
import type { Sql } from '../sql.js';
import { fewOnce } from './few.js';
import { matching, type Asking } from './matching.js';
import type { Range } from './ranges.js';

/** What was found holds for so long, or until the schema changes; newer messages are looked at. */
const KNOWN_MS = 60_000;

interface Known {
  mark: string;
  until: number;
  /** All messages up to this id were looked at. */
  high: number;
  ids: number[];
}

const knownOf = new WeakMap<Sql, Known>();

/**
 * The structured messages of the file that the index of runs does not hold: the one of an older
 * SQLite stops at the NUL that they start with. The index of words holds them; none is known without
 * it. In the order of ids.
 */
export function unseenByRuns(asked: Asking): readonly number[] {
  const { sql, indexes } = asked;
  if (indexes.words === null || indexes.trigrams === null) return [];
  return fewOnce(asked, 'unseen by runs', () => unseenNow(sql)) ?? [];
}

function unseenNow(sql: Sql): readonly number[] {
  const high = count(sql.get('SELECT MAX(id) AS high FROM messages')?.['high'] ?? 0);
  const before = knownOf.get(sql);
  const { mark } = sql.layout();
  const holds = before?.mark === mark && before.until > performance.now();
  if (holds && before.high >= high) return before.ids;
  const known = holds ? before : { mark, until: performance.now() + KNOWN_MS, high: 0, ids: [] };
  const found = look(sql, { low: holds ? known.high + 1 : Number.MIN_SAFE_INTEGER, high });
  const ids = [...known.ids, ...found];
  knownOf.set(sql, { ...known, high, ids });
  return ids;
}

/** Structured content starts with `json:` for the index of words, to which NUL is nothing. */
function look(sql: Sql, range: Range): number[] {
  const structured = matching({ sql }, 'words', '^json', range);
  if (structured.length === 0) return [];
  const seen = new Set(matching({ sql }, 'trigrams', '"json:"', range, { among: structured }));
  const left = structured.filter((id) => !seen.has(id));
  if (left.length === 0) return [];
  return sql
    .all(
      `SELECT m.id FROM json_each(?) AS k CROSS JOIN messages AS m ON m.id = k.value
       WHERE m.content < char(1) ORDER BY m.id`,
      JSON.stringify(left),
    )
    .map((row) => count(row['id']));
}
