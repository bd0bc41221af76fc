import { row, text } from '../decode.js';
import { openForReading, SqliteError } from '../driver.js';
import { readLayout } from '../layout.js';
import { copyIntoMemory } from './memory-copy.js';

/**
 * A process of its own: `health-child <store>`. Runs SQLite's integrity checks, reading only, and
 * prints `{ "lines": […], "broken": […], "differing": […] }`: what is damaged outside of search, the
 * search indexes that are broken, and those that do not hold what their messages say.
 */
const LOCK_PATIENCE_MS = 10_000;
/** A copy in memory takes about twice this. */
const MOST_COPIED_BYTES = 256 * 1024 * 1024;
const INDEX = /^(messages_fts(?:_trigram|_cjk)?)(?:_(?:data|idx|content|docsize|config))?$/;
const MALFORMED = /^malformed inverted index for FTS\d+ table/;

const connection = openForReading(process.argv[2] ?? '');
connection.pragma(`busy_timeout = ${LOCK_PATIENCE_MS}`);
const whole = integrity();
process.stdout.write(
  JSON.stringify(
    whole.length === 0 ? { lines: [], broken: [], differing: differingIndexes() } : attributed(),
  ),
);
connection.close();

/** Asks table by table where the damage is; what no table accounts for is damage of the file. */
function attributed(): { lines: string[]; broken: string[]; differing: string[] } {
  const lines: string[] = [];
  const broken = new Set<string>();
  const differing = new Set<string>();
  for (const table of tables()) {
    const index = INDEX.exec(table)?.[1];
    for (const line of integrity(table)) {
      if (index === undefined) lines.push(line);
      else (MALFORMED.test(line) ? differing : broken).add(index);
    }
  }
  const explained = lines.length + broken.size + differing.size > 0;
  return {
    lines: explained ? lines : whole,
    broken: [...broken],
    differing: [...differing].filter((index) => !broken.has(index)),
  };
}

/** What `integrity_check` says of one table, or of the whole file; nothing when all is well. */
function integrity(table?: string): string[] {
  const argument = table === undefined ? '' : `("${table.replaceAll('"', '""')}")`;
  try {
    return connection
      .prepare(`PRAGMA integrity_check${argument}`)
      .all()
      .map((found) => text(Object.values(row(found))[0]))
      .filter((line) => line !== 'ok');
  } catch (error) {
    if (!(error instanceof SqliteError)) throw error;
    return [error.code];
  }
}

function tables(): string[] {
  return connection
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
    .all()
    .map((found) => text(row(found)['name']));
}

/** `integrity_check` does not compare an external index with its messages; a command that writes does. */
function differingIndexes(): string[] {
  const { words, trigrams } = readLayout(connection);
  const external = [words, trigrams].filter((index) => index?.form === 'external');
  if (external.length === 0 || fileBytes() > MOST_COPIED_BYTES) return [];
  const copy = copyIntoMemory(connection);
  return external.flatMap((index) => {
    const table = index?.table ?? '';
    try {
      copy.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('integrity-check', 1)`);
      return [];
    } catch (error) {
      if (!(error instanceof SqliteError)) throw error;
      return error.code.startsWith('SQLITE_CORRUPT') ? [table] : [];
    }
  });
}

function fileBytes(): number {
  const number = (pragma: string) => Number(connection.pragma(pragma, { simple: true }));
  return number('page_count') * number('page_size');
}
