import { runChild } from '../child.js';
import { row, text } from '../decode.js';
import type { LayoutFamily } from '../layout.js';
import { cureOfSearch, finding, REPAIR_SEARCH, type Finding, type Look } from './finding.js';

const SHOWN_LINES = 5;
const RESTORE =
  'Stop Hermes, keep the file, and restore a backup; `sqlite3 <file> .recover` saves what can be read.';

/** Runs SQLite's integrity checks in a process that is killed after `limitMs`. */
export async function health(look: Look, limitMs: number): Promise<Finding[]> {
  const result = await runChild('inspect/health-child.js', [look.path], limitMs);
  if (result.answer === undefined) return [unchecked(result.stopped, limitMs)];
  const answer = row(result.answer);
  return [
    ...damage(texts(answer['lines'])),
    ...(answer['unusedPages'] === true ? [leftPages()] : []),
    ...texts(answer['broken']).map((table) => brokenIndex(look, table)),
    ...texts(answer['differing']).map((table) => differingIndex(look, table)),
    ...texts(answer['cut']).map((table) => indexOfOtherSqlite(look, table)),
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

function leftPages(): Finding {
  return finding(
    'warning',
    'unused-pages',
    'Some pages of the file belong to nothing: they are what is left of a damaged search index. They only take room.',
    'To free them, call the mutation `optimizeStore` with `vacuum: true` while no other process has the store open.',
  );
}

function brokenIndex(look: Look, table: string): Finding {
  return finding(
    'problem',
    'damaged-index',
    `The search index ${table} is damaged. Messages themselves are not affected.`,
    cureOfSearch(look.layout.family),
  );
}

function differingIndex(look: Look, table: string): Finding {
  return finding(
    'problem',
    'differing-index',
    `The search index ${table} does not hold what the messages say. Messages themselves are not affected.`,
    cureOfSearch(look.layout.family),
  );
}

/**
 * The trigram index takes text up to the first U+0000 or all of it, as the version of SQLite has it,
 * and structured content begins with one. SQLite takes what it believes to be in an index
 * out of it: what was never there damages others' rows.
 */
function indexOfOtherSqlite({ layout }: Look, table: string): Finding {
  const isOurs = layout.family === 'current';
  return finding(
    isOurs ? 'problem' : 'note',
    'index-of-other-sqlite',
    `The index ${table} was filled by another version of SQLite, which reads structured messages up to their first U+0000 only. No message is damaged, but to change or delete such messages with this program fails or damages the index.`,
    WHO_MENDS[layout.family],
  );
}

const WHO_MENDS: Readonly<Record<LayoutFamily, string>> = {
  current: REPAIR_SEARCH,
  legacy: 'Run `hermes-graphql migrate`, which makes the indexes anew after a backup.',
  newer:
    'Nothing needs to be done as long as Hermes does the writing: leave such messages to it rather than to `serve --write`.',
  unknown: 'Nothing needs to be done: this program does not write to the store.',
};

function unchecked(stopped: boolean, limitMs: number): Finding {
  const what = stopped
    ? `The integrity checks were stopped after ${Math.round(limitMs / 1000)} s.`
    : 'The integrity checks could not be run to their end.';
  return finding('warning', 'not-checked', what, 'Run the doctor while the machine is less busy.');
}

function shown(lines: readonly string[]): string {
  return lines.slice(0, SHOWN_LINES).join('; ');
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(text) : [];
}
