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
  /** Whether pages belong to nothing, and nothing else is wrong: a damaged index was taken out of the file without them. */
  unusedPages: boolean;
}

const INDEX = /^(messages_fts(?:_trigram|_cjk)?)(?:_(?:data|idx|content|docsize|config))?$/;
/** Failures that say nothing about the file. */
const NO_ANSWER = /^SQLITE_(BUSY|LOCKED|INTERRUPT|NOMEM)/;
const UNUSED_PAGE = /^Page \d+:? (?:is )?never used$/;
/** What only a look at the whole file shows: pages that two tables, or none, hold. */
const OF_FILE = /2nd reference|freelist/i;
const MALFORMED = /^malformed inverted index for FTS\d+ table/;
/** SQLite stops at 100 lines by itself: those of one index would hide all that come after them. */
const ALL_LINES = 0x7fffffff;
const MOST_TOLD = 100;

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
  if (found.length === 0) return { lines: [], broken: [], differing: [], unusedPages: false };
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
  const ofFile = explained ? whole.filter((line) => OF_FILE.test(line)) : whole;
  return {
    lines: [...ofFile.slice(0, MOST_TOLD), ...lines],
    broken: [...broken],
    differing: [...differing].filter((index) => !broken.has(index)),
    // What hangs on a page that cannot be read still belongs to something.
    unusedPages: whole.length < found.length && lines.length + ofFile.length + broken.size === 0,
  };
}

/** One line of SQLite's may hold many; the first then names the database. */
function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => !line.startsWith('***'));
}

/** Whether pages belong to two tables, or to one and to the free ones: what frees or fills those of one harms the other. */
export function sharesPages(connection: Connection): boolean {
  return linesOfCheck(connection, 'quick_check').some((found) => OF_FILE.test(found));
}

/** Whether SQLite cannot read pages of a table, its plain indexes or the texts beside them. */
export function hasBrokenPages(connection: Connection, table: string): boolean {
  const found = linesOfCheck(connection, 'quick_check', table);
  return found.some((line) => /^(\*\*\*|SQLITE_)/.test(line));
}

/**
 * What a check says of one table, or of the whole file; nothing when all is well. Where the check
 * itself fails at a damaged page, what it said until then, and the code.
 */
export function linesOfCheck(connection: Connection, check: string, table?: string): string[] {
  const argument = table === undefined ? ALL_LINES : `"${table.replaceAll('"', '""')}"`;
  const lines: string[] = [];
  try {
    for (const found of connection.prepare(`PRAGMA ${check}(${argument})`).iterate()) {
      lines.push(text(Object.values(row(found))[0]));
    }
  } catch (error) {
    if (!(error instanceof SqliteError) || NO_ANSWER.test(error.code)) throw error;
    lines.push(error.code);
  }
  return lines.filter((line) => line !== 'ok');
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
