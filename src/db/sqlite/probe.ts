import { SqliteError, type Connection } from './driver.js';
import { isBusy, missingTokenizer, tokenizerReason } from './failures.js';

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
 * @returns why the file cannot be written, as the end of a sentence that begins with `This store is
 *   read-only:`; null when it can, and also while another process holds the lock
 */
export function writeProbe(connection: Connection): string | null {
  try {
    connection.exec('BEGIN IMMEDIATE');
    for (const statement of STATEMENTS) connection.exec(statement);
    return null;
  } catch (error) {
    if (!(error instanceof SqliteError)) throw error;
    return isBusy(error) ? null : reasonFor(error);
  } finally {
    if (connection.inTransaction) connection.exec('ROLLBACK');
  }
}

function reasonFor(error: InstanceType<typeof SqliteError>): string {
  const tokenizer = missingTokenizer(error);
  if (tokenizer !== null) return tokenizerReason(tokenizer);
  if (/^SQLITE_(READONLY|CANTOPEN|PERM)/.test(error.code)) {
    return 'the file or its folder may not be written by this user.';
  }
  if (error.code.startsWith('SQLITE_FULL')) return 'its disk is full; free some space and restart.';
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(error.code)) {
    return 'it is damaged; run `hermes-graphql doctor`.';
  }
  return `it does not take a test write (${error.code}); run \`hermes-graphql doctor\`.`;
}
