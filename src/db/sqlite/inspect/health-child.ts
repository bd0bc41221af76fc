import { damageReport } from '../damage-report.js';
import { openForReading, SqliteError, type Connection } from '../driver.js';
import { readLayout, type FullTextIndex } from '../layout.js';
import { copyIntoMemory } from './memory-copy.js';
import { differsByNulOnly } from './nul-rows.js';

/**
 * A process of its own: `health-child <store>`. Runs SQLite's integrity checks, reading only, and
 * prints the report of damage as JSON, search indexes that differ only in what follows a U+0000 apart
 * from the others, as `cut`.
 */
const LOCK_PATIENCE_MS = 10_000;
/** A copy in memory takes about twice this. */
const MOST_COPIED_BYTES = 256 * 1024 * 1024;

const NO_INDEXES = { words: null, trigrams: null };

const connection = openForReading(process.argv[2] ?? '');
connection.pragma(`busy_timeout = ${LOCK_PATIENCE_MS}`);
process.stdout.write(JSON.stringify(report()));
connection.close();

function report() {
  const { lines, broken, differing, unusedPages } = damageReport(connection, 'integrity_check');
  const { words, trigrams } = lines.length > 0 ? NO_INDEXES : readLayout(connection);
  // `integrity_check` does not compare an external index with its messages; a command that writes does.
  const asked = [words, trigrams]
    .filter((index) => index !== null)
    .filter(({ form, table }) => form === 'external' || differing.includes(table))
    .filter(({ table }) => !broken.includes(table));
  if (asked.length === 0 || fileBytes() > MOST_COPIED_BYTES) {
    return { lines, broken, differing, cut: [], unusedPages };
  }
  const copy = copyIntoMemory(connection);
  const differs = asked.filter((index) => differing.includes(index.table) || !isExact(copy, index));
  const cut = differs.filter((index) => index === trigrams && differsByNulOnly(copy, index));
  const named = (indexes: readonly FullTextIndex[]) => indexes.map(({ table }) => table);
  return {
    lines,
    broken,
    differing: [...new Set([...differing, ...named(differs)])].filter(
      (table) => !named(cut).includes(table),
    ),
    cut: named(cut),
    unusedPages,
  };
}

function isExact(copy: Connection, { table }: FullTextIndex): boolean {
  try {
    copy.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('integrity-check', 1)`);
    return true;
  } catch (error) {
    if (!(error instanceof SqliteError)) throw error;
    return !error.code.startsWith('SQLITE_CORRUPT');
  }
}

function fileBytes(): number {
  const number = (pragma: string) => Number(connection.pragma(pragma, { simple: true }));
  return number('page_count') * number('page_size');
}
