import { row, text } from '../decode.js';
import { openForReading, SqliteError } from '../driver.js';
import { readLayout } from '../layout.js';
import { copyIntoMemory } from './memory-copy.js';

/**
 * A process of its own: `health-child <store>`. Runs SQLite's integrity checks, reading only, and
 * prints `{ "lines": […], "differing": […] }`: what `integrity_check` says, and which external
 * indexes do not hold what their messages say.
 */
const LOCK_PATIENCE_MS = 10_000;
const MOST_LINES = 100;
/** A copy in memory takes about twice this. */
const MOST_COPIED_BYTES = 256 * 1024 * 1024;

const connection = openForReading(process.argv[2] ?? '');
connection.pragma(`busy_timeout = ${LOCK_PATIENCE_MS}`);
const lines = integrity();
const differing = lines.length === 0 ? differingIndexes() : [];
process.stdout.write(JSON.stringify({ lines, differing }));
connection.close();

function integrity(): string[] {
  try {
    return connection
      .prepare(`PRAGMA integrity_check(${MOST_LINES})`)
      .all()
      .map((found) => text(Object.values(row(found))[0]))
      .filter((line) => line !== 'ok');
  } catch (error) {
    if (!(error instanceof SqliteError)) throw error;
    return [error.code];
  }
}

/** `integrity_check` does not compare an external index with its messages; a command that writes does. */
function differingIndexes(): string[] {
  const { words, trigrams } = readLayout(connection, 0);
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
