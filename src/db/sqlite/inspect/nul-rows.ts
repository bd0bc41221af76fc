import { count, row, text } from '../decode.js';
import { SqliteError, type Connection } from '../driver.js';
import type { FullTextIndex } from '../layout.js';

/** A run of three characters, which an index of runs can be asked for. */
const RUN = 3;
/** Bytes after a U+0000 that are enough for a run. */
const RUN_BYTES = RUN * 4;

/**
 * Whether an index of runs differs from its messages by nothing but how text with a U+0000 is read:
 * one version of SQLite reads it to its end, another up to there. In a copy each such text that the
 * index does not know beyond its U+0000 is cut there; an index that then is exact differed by
 * nothing else.
 *
 * @param copy a store in memory, which this changes
 */
export function differsByNulOnly(copy: Connection, index: FullTextIndex): boolean {
  copy.unsafeMode(true);
  try {
    dropTriggers(copy);
    const { table, column } = storedText(index);
    const cut = unknownBeyondNul(copy, index);
    copy
      .prepare(
        `UPDATE ${table} SET ${column} =
           CAST(substr(CAST(${column} AS BLOB), 1, ${firstNul(column)} - 1) AS TEXT)
         WHERE id IN (SELECT value FROM json_each(?))`,
      )
      .run(JSON.stringify(cut));
    copy.exec(`INSERT INTO ${index.table} (${index.table}, rank) VALUES ('integrity-check', 1)`);
    return cut.length > 0;
  } catch (error) {
    if (!(error instanceof SqliteError)) throw error;
    return false;
  }
}

/** Where the text of an index is: its own copy of it, or the messages. */
function storedText({ table, form }: FullTextIndex): { table: string; column: string } {
  return form === 'inline'
    ? { table: `${table}_content`, column: 'c0' }
    : { table: 'messages', column: 'content' };
}

/** The ids of texts with a U+0000 that the index does not find by the run after it. */
function unknownBeyondNul(copy: Connection, index: FullTextIndex): number[] {
  const { table, column } = storedText(index);
  const rows = copy
    .prepare(
      `SELECT id, substr(CAST(${column} AS BLOB), ${firstNul(column)} + 1, ${RUN_BYTES}) AS rest
       FROM ${table} WHERE typeof(${column}) = 'text' AND ${firstNul(column)} > 0`,
    )
    .all()
    .map(row);
  const known = new Map<string, ReadonlySet<number>>();
  const find = copy.prepare(`SELECT rowid AS id FROM ${index.table} WHERE ${index.table} MATCH ?`);
  return rows.flatMap(({ id, rest }) => {
    const run = Array.from(text(rest)).slice(0, RUN).join('');
    const found =
      known.get(run) ??
      new Set(find.all(`"${run.replaceAll('"', '""')}"`).map((hit) => count(row(hit)['id'])));
    known.set(run, found);
    return found.has(count(id)) ? [] : [count(id)];
  });
}

function firstNul(column: string): string {
  return `instr(CAST(${column} AS BLOB), x'00')`;
}

function dropTriggers(copy: Connection): void {
  const triggers = copy.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all();
  for (const trigger of triggers) {
    copy.exec(`DROP TRIGGER "${text(row(trigger)['name']).replaceAll('"', '""')}"`);
  }
}
