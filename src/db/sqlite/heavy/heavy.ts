import type { FileWatch } from '../access.js';
import { openForReading, SqliteError, type Connection } from '../driver.js';
import { translate } from '../failures.js';
import { prepareSearch } from '../search/vocabulary.js';
import { Statements } from '../sql.js';
import { runJob, type JobArgs, type JobName, type JobRequest, type JobResult } from './jobs.js';

/** Does heavy jobs on one store file. */
export interface Heavy {
  /**
   * Does a job. When the signal says that nobody waits for it any more, it is stopped.
   *
   * @throws SearchTimeoutError or StatsTimeoutError when the job took longer than the deadline,
   *   OverloadedError when too many wait, and what the job itself throws
   */
  run<Name extends JobName>(
    job: Name,
    args: JobArgs<Name>,
    signal?: AbortSignal,
  ): Promise<JobResult<Name>>;
  close(): Promise<void>;
}

/** A page cache for work that reads much of the file. */
const CACHE_KIB = 16_384;

/**
 * A connection of its own for heavy jobs, read-only. Close it through `.connection`. It may wait for
 * a lock: it holds up nobody else.
 *
 * @param watch the file that the store has open: by its path another one may be found by now
 * @throws StoreReplacedError rather than read from another file than the store does
 */
export function openForHeavyJobs(path: string, watch: FileWatch | null = null): Statements {
  watch?.assertSame();
  const connection = openForReading(path);
  try {
    connection.pragma(`cache_size = -${CACHE_KIB}`);
    prepareSearch(connection);
    const statements = new Statements(connection, undefined);
    // What was opened by name is what stands there before and after the first look into it.
    statements.layout();
    watch?.assertSame();
    return statements;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Does a job in one read transaction: all its statements see the file as it was at its start. There
 * is nothing to commit, and committing can fail: of a damaged index, after the answer was found.
 */
export function doJob<Name extends JobName>(
  statements: Statements,
  request: JobRequest<Name>,
): JobResult<Name> {
  const { connection } = statements;
  // Looked at outside: what a look makes for a file that lacks columns would go with the transaction.
  statements.freshLayout();
  connection.exec('BEGIN');
  try {
    return runJob(statements, request);
  } finally {
    endReading(connection);
  }
}

function endReading(connection: Connection): void {
  try {
    if (connection.inTransaction) connection.exec('ROLLBACK');
  } catch (error) {
    // The transaction has ended all the same.
    if (!(error instanceof SqliteError)) throw error;
  }
}

/** Does the jobs in this process, without a deadline: for commands that do one thing, and tests. */
export class InlineHeavy implements Heavy {
  #statements: Statements | null = null;

  constructor(
    private readonly path: string,
    private readonly watch: FileWatch | null = null,
  ) {}

  run<Name extends JobName>(job: Name, args: JobArgs<Name>): Promise<JobResult<Name>> {
    return new Promise((resolve, reject) => {
      try {
        this.#statements ??= openForHeavyJobs(this.path, this.watch);
        resolve(doJob(this.#statements, { job, args }));
      } catch (error) {
        const translated = translate(error);
        reject(translated instanceof Error ? translated : new Error(String(translated)));
      }
    });
  }

  close(): Promise<void> {
    this.#statements?.connection.close();
    this.#statements = null;
    return Promise.resolve();
  }
}
