import { Damage } from './damage.js';
import { SqliteError, type Connection } from './driver.js';
import { row } from './decode.js';
import { isBusy, missingTokenizer, tokenizerReason, translate } from './failures.js';
import { foreignTriggers, missingFunction, namedTriggers, suspects, TRIGGERS } from './triggers.js';

const SESSION = 'hermes-graphql:write-probe';

/** What a server writes, with named columns only: every trigger of the file gets its turn. */
const STATEMENTS: readonly string[] = [
  `INSERT INTO sessions (id, source, started_at) VALUES ('${SESSION}', 'probe', 0)`,
  ...['user', 'tool'].map(
    (role) =>
      `INSERT INTO messages (session_id, role, content, tool_name, timestamp)
       VALUES ('${SESSION}', '${role}', 'write probe', 'probe', 0)`,
  ),
  `UPDATE sessions SET message_count = 2 WHERE id = '${SESSION}'`,
  `UPDATE messages SET content = 'probe' WHERE session_id = '${SESSION}'`,
  `DELETE FROM messages WHERE session_id = '${SESSION}'`,
  `DELETE FROM sessions WHERE id = '${SESSION}'`,
];

/**
 * Tries whether a file takes writes, in a transaction that is always rolled back: nobody else sees
 * it, and not a byte of the file changes, ids given out included.
 *
 * @param connection one that may write, outside any transaction
 * @param damage notes damage that is met
 * @returns why the file cannot be written, as the end of a sentence that begins with `This store is
 *   read-only:`; null when it can, and also while another process holds the lock
 */
export function writeProbe(connection: Connection, damage = new Damage()): string | null {
  try {
    connection.exec('BEGIN IMMEDIATE');
    for (const statement of STATEMENTS) connection.exec(statement);
    return null;
  } catch (error) {
    if (!(error instanceof SqliteError)) throw error;
    damage.noted(translate(error));
    return isBusy(error) ? null : (triggerReason(connection, error) ?? reasonFor(error));
  } finally {
    if (connection.inTransaction) connection.exec('ROLLBACK');
  }
}

/** Where a trigger that is not of Hermes may be at fault, that it is. */
function triggerReason(
  connection: Connection,
  error: InstanceType<typeof SqliteError>,
): string | null {
  if (!/^SQLITE_(ERROR|CONSTRAINT)/.test(error.code) || missingTokenizer(error) !== null)
    return null;
  const found = suspects(foreignTriggers(connection.prepare(TRIGGERS).all().map(row)), error);
  if (found.length === 0) return null;
  const called = missingFunction(error.message);
  const [are, they, them] =
    found.length === 1 ? ['is', 'it calls', 'it'] : ['are', 'they call', 'them'];
  const what =
    called === null
      ? `a test write fails by ${them} (${error.code})`
      : `the function ${called} that ${they} is not known here`;
  return `its ${namedTriggers(found)} ${are} not of Hermes, and ${what}; let the program that made ${them} do the writing, or remove ${them}.`;
}

function reasonFor(error: InstanceType<typeof SqliteError>): string {
  const tokenizer = missingTokenizer(error);
  if (tokenizer !== null) return tokenizerReason(tokenizer);
  if (/^SQLITE_(READONLY|CANTOPEN|PERM)/.test(error.code)) {
    return 'the file or its folder may not be written by this user.';
  }
  if (error.code.startsWith('SQLITE_FULL')) return 'its disk is full; free some space and restart.';
  if (error.code === 'SQLITE_CORRUPT_VTAB') {
    return 'a search index of it is damaged and refuses new messages; run `hermes-graphql doctor`.';
  }
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) {
    return 'it is damaged; run `hermes-graphql doctor`.';
  }
  return `it does not take a test write (${error.code}); run \`hermes-graphql doctor\`.`;
}
