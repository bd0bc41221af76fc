import { StoreUnusableError } from '../../../domain/errors.js';
import { systemClock, type Clock } from '../../../domain/time.js';
import { SqliteError } from '../driver.js';
import { findStore } from '../file.js';
import { openStoreFile } from '../open.js';
import { Statements } from '../sql.js';
import { readFacts, type StoreFacts } from './facts.js';
import {
  cureOfSearch,
  finding,
  SEVERITIES,
  type Check,
  type Finding,
  type Look,
} from './finding.js';
import { health } from './health.js';
import { schema, triggers } from './schema.js';
import { search } from './search.js';
import { counters, lineage, times } from './sessions.js';
import { filesOf, surroundings } from './surroundings.js';
import { encoding, json, orphans } from './text.js';

/** What a store is, and what was found in it, gravest first. */
export interface Inspection {
  /** Null where not even its rows can be counted. */
  facts: StoreFacts | null;
  findings: readonly Finding[];
}

export interface InspectOptions {
  now?: Clock;
  /** Milliseconds until SQLite's integrity checks are stopped; ten minutes by default. */
  limitMs?: number;
}

const LIMIT_MS = 600_000;
/** The doctor holds up nobody else, so it may wait for a lock. */
const LOCK_PATIENCE_MS = 10_000;
const CHECKS: readonly (readonly [name: string, check: Check])[] = [
  ['surroundings', surroundings],
  ['schema', schema],
  ['triggers', triggers],
  ['search indexes', search],
  ['lineage', lineage],
  ['counters', counters],
  ['times', times],
  ['orphans', orphans],
  ['encoding', encoding],
  ['JSON', json],
];

/**
 * Looks a store over, reading only. No finding holds a title, a message or any other text of the
 * store, so the result may be shown to others.
 *
 * @throws StoreUnusableError with one sentence when there is no store that can be opened
 */
export async function inspectStore(
  path: string,
  options: InspectOptions = {},
): Promise<Inspection> {
  const file = findStore(path);
  if (file === null) throw new StoreUnusableError(`No store at ${path}. Name one with --db.`);
  const files = filesOf(file.path);
  const { connection, layout } = openStoreFile(file.path);
  connection.pragma(`busy_timeout = ${LOCK_PATIENCE_MS}`);
  try {
    const sql = new Statements(connection, undefined);
    sql.layout();
    const look: Look = {
      sql,
      layout,
      path: file.path,
      files,
      now: (options.now ?? systemClock)(),
    };
    let facts: StoreFacts | null = null;
    const count: Check = () => {
      facts = readFacts(look);
      return [];
    };
    const checks = [['rows', count] as const, ...CHECKS];
    const findings = checks.flatMap(([name, check]) => attempt(name, check, look));
    findings.push(...(await health(look, options.limitMs ?? LIMIT_MS)));
    return { facts, findings: sorted(findings) };
  } finally {
    connection.close();
  }
}

/** A check that SQLite stops is a finding itself: the others still run. */
function attempt(name: string, check: Check, look: Look): Finding[] {
  try {
    return check(look);
  } catch (error) {
    if (!(error instanceof SqliteError)) throw error;
    const damaged = /^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(error.code);
    // Should it be the messages that are damaged, the other checks say so.
    if (damaged && check === search) return [unreadableIndex(look)];
    return [
      finding(
        damaged ? 'fatal' : 'problem',
        damaged ? 'unreadable' : 'check-failed',
        `The check of ${name} ended with ${error.code}.`,
        damaged
          ? 'Stop Hermes, keep the file, and restore a backup.'
          : 'Run the doctor again while nothing else has the store open.',
      ),
    ];
  }
}

function unreadableIndex({ layout }: Look): Finding {
  return finding(
    'problem',
    'index-unreadable',
    'A search index is damaged, so that it cannot be compared with the messages.',
    cureOfSearch(layout.family),
  );
}

function sorted(findings: readonly Finding[]): Finding[] {
  const rank = ({ severity }: Finding) => SEVERITIES.indexOf(severity);
  return [...findings].sort((one, other) => rank(one) - rank(other));
}
