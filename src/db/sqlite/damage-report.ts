import { row, text } from './decode.js';
import { SqliteError, type Connection } from './driver.js';

/** What SQLite finds damaged in a store, and where. */
interface DamageReport {
  /** Of anything but search indexes, as SQLite says it. */
  lines: string[];
  /** Search indexes that are broken. */
  broken: string[];
  /** Search indexes that can be read but do not hold what their messages say. */
  differing: string[];
  /** Whether pages belong to nothing: a damaged index was taken out of the file without them. */
  unusedPages: boolean;
}

const INDEX = /^(messages_fts(?:_trigram|_cjk)?)(?:_(?:data|idx|content|docsize|config))?$/;
/** Failures that say nothing about the file. */
const NO_ANSWER = /^SQLITE_(BUSY|LOCKED|INTERRUPT|NOMEM)/;
const UNUSED_PAGE = /^Page \d+:? (?:is )?never used$/;
/** What only a look at the whole file shows: pages that two tables, or none, hold. */
const OF_FILE = /2nd reference|freelist/i;
const MALFORMED = /^malformed inverted index for FTS\d+ table/;

/**
 * Checks a whole store, and where something is wrong asks table by table where the damage is: what
 * no table accounts for is damage of the file. A search index holds nothing that the messages do
 * not, so damage to one is told apart.
 *
 * @param check `quick_check` takes the word of plain indexes for what is in their tables
 */
export function damageReport(
  connection: Connection,
  check: 'integrity_check' | 'quick_check',
): DamageReport {
  const integrity = (table?: string) => linesOfCheck(connection, check, table);
  const found = integrity().flatMap(linesOf);
  const whole = found.filter((line) => !UNUSED_PAGE.test(line));
  const unusedPages = whole.length < found.length;
  if (found.length === 0) return { lines: [], broken: [], differing: [], unusedPages };
  const lines: string[] = [];
  const broken = new Set<string>();
  const differing = new Set<string>();
  for (const table of tables(connection)) {
    const index = INDEX.exec(table)?.[1];
    for (const line of integrity(table).flatMap(linesOf)) {
      if (index === undefined) lines.push(line);
      else (MALFORMED.test(line) ? differing : broken).add(index);
    }
  }
  const explained = lines.length + broken.size + differing.size > 0;
  return {
    lines: explained ? [...lines, ...whole.filter((line) => OF_FILE.test(line))] : whole,
    broken: [...broken],
    differing: [...differing].filter((index) => !broken.has(index)),
    unusedPages,
  };
}

/** One line of SQLite's may hold many; the first then names the database. */
function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => !line.startsWith('***'));
}

/** Whether pages belong to two tables: freeing those of one would harm the other. */
export function sharesPages(connection: Connection): boolean {
  return linesOfCheck(connection, 'quick_check').some((found) => OF_FILE.test(found));
}

/** What a check says of one table, or of the whole file; nothing when all is well. */
export function linesOfCheck(connection: Connection, check: string, table?: string): string[] {
  const argument = table === undefined ? '' : `("${table.replaceAll('"', '""')}")`;
  try {
    return connection
      .prepare(`PRAGMA ${check}${argument}`)
      .all()
      .map((found) => text(Object.values(row(found))[0]))
      .filter((line) => line !== 'ok');
  } catch (error) {
    if (!(error instanceof SqliteError) || NO_ANSWER.test(error.code)) throw error;
    return [error.code];
  }
}

/** None where not even their list can be read: then the whole file's lines tell it. */
function tables(connection: Connection): string[] {
  try {
    return connection
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
      .all()
      .map((found) => text(row(found)['name']));
  } catch (error) {
    if (!(error instanceof SqliteError)) throw error;
    return [];
  }
}
