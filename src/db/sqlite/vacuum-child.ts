import { damageReport } from './damage-report.js';
import { openForWriting, type Connection } from './driver.js';
import { holders } from './holders.js';

/**
 * A process of its own: `vacuum-child <store> <pid>`. Rewrites a store without its free pages, unless
 * a process other than `pid` and its children has it open: this one is such a child, and so are those
 * that search, which only read and hold no transaction between two jobs; and unless it is damaged. Prints
 * `{ "ok": true }`, or `{ "ok": false, "reason" }`. The write-ahead log is checkpointed passively, never truncated.
 */
const PATIENCE_MS = 5_000;
const DAMAGED = 'SQLite finds it damaged (`hermes-graphql doctor` says where)';

function vacuum(store: string, server: number): void {
  const others = holders(store)
    .filter(({ pid, parent }) => pid !== server && parent !== server)
    .map(({ pid }) => pid);
  if (others.length > 0) {
    throw new Error(`another process (${others.join(', ')}) has the store open`);
  }
  const connection = openForWriting(store, { create: false });
  try {
    connection.pragma(`busy_timeout = ${PATIENCE_MS}`);
    if (isDamaged(connection)) throw new Error(DAMAGED);
    connection.exec('VACUUM');
    connection.pragma('wal_checkpoint(PASSIVE)');
  } finally {
    connection.close();
  }
}

/** What a damaged page hides lies in the file until it is rewritten, and a rescue may find it there. */
function isDamaged(connection: Connection): boolean {
  const { lines, broken } = damageReport(connection, 'quick_check');
  return broken.length > 0 || lines.some((line) => !line.startsWith('NULL value in'));
}

const [store = '', server = ''] = process.argv.slice(2);
try {
  vacuum(store, Number(server));
  answer({ ok: true });
} catch (error) {
  answer({ ok: false, reason: error instanceof Error ? error.message : 'unknown failure' });
}

function answer(value: object): void {
  process.stdout.write(JSON.stringify(value));
}
