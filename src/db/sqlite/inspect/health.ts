import { runChild } from '../child.js';
import { row, text } from '../decode.js';
import { cureOfSearch, finding, type Finding, type Look } from './finding.js';

const SHOWN_LINES = 5;
const RESTORE =
  'Stop Hermes, keep the file, and restore a backup; `sqlite3 <file> .recover` saves what can be read.';

/** Runs SQLite's integrity checks in a process that is killed after `limitMs`. */
export async function health(look: Look, limitMs: number): Promise<Finding[]> {
  const result = await runChild('inspect/health-child.js', [look.path], limitMs);
  if (result.answer === undefined) return [unchecked(result.stopped, limitMs)];
  const answer = row(result.answer);
  return [
    ...damage(texts(answer['lines']).flatMap(linesOf)),
    ...texts(answer['broken']).map((table) => brokenIndex(look, table)),
    ...texts(answer['differing']).map((table) => differingIndex(look, table)),
  ];
}

/** Everything that SQLite says of other things than full text. */
function damage(lines: readonly string[]): Finding[] {
  const values = lines.filter((line) => line.startsWith('NULL value in'));
  const others = lines.filter((line) => !line.startsWith('NULL value in'));
  const findings: Finding[] = [];
  if (others.length > 0) {
    const what = `SQLite finds the store damaged: ${shown(others)}.`;
    findings.push(finding('fatal', 'damaged', what, RESTORE));
  }
  if (values.length > 0) {
    const what = `Columns that must hold a value hold none: ${shown(values)}.`;
    findings.push(finding('warning', 'missing-values', what, 'They are served as empty.'));
  }
  return findings;
}

function brokenIndex(look: Look, table: string): Finding {
  return finding(
    'problem',
    'damaged-index',
    `The search index ${table} is damaged. Messages themselves are not affected.`,
    `${cureOfSearch(look.layout.family)} If that fails, the disk has damaged its pages: save what can be read with \`sqlite3 <file> .recover\`.`,
  );
}

/**
 * The trigram index takes text up to the first U+0000 or all of it, as the version of SQLite has
 * it. Structured content begins with one, so an index that an older SQLite filled differs for a
 * newer one, and nothing is wrong.
 */
function differingIndex(look: Look, table: string): Finding {
  if (table === 'messages_fts_trigram' && hasNul(look)) {
    return finding(
      'note',
      'index-of-other-sqlite',
      `The index ${table} was filled by another version of SQLite, which reads structured messages up to their first U+0000 only. No data is damaged.`,
      look.layout.family === 'current'
        ? 'Nothing needs to be done. Should a deletion fail, run `hermes-graphql doctor --repair-search`.'
        : 'Nothing needs to be done.',
    );
  }
  return finding(
    'problem',
    'differing-index',
    `The search index ${table} does not hold what the messages say. Messages themselves are not affected.`,
    cureOfSearch(look.layout.family),
  );
}

function unchecked(stopped: boolean, limitMs: number): Finding {
  const what = stopped
    ? `The integrity checks were stopped after ${Math.round(limitMs / 1000)} s.`
    : 'The integrity checks could not be run to their end.';
  return finding('warning', 'not-checked', what, 'Run the doctor while the machine is less busy.');
}

function hasNul({ sql }: Look): boolean {
  return (
    sql.get(
      "SELECT 1 FROM messages WHERE typeof(content) = 'text' AND instr(CAST(content AS BLOB), x'00') LIMIT 1",
    ) !== undefined
  );
}

/** One line of SQLite's may hold many; the first then names the database. */
function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => !line.startsWith('***'));
}

function shown(lines: readonly string[]): string {
  return lines.slice(0, SHOWN_LINES).join('; ');
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(text) : [];
}
