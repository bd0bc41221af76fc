import { openForReading } from '../driver.js';
import { translate } from '../failures.js';
import { prepareSearch } from '../search/vocabulary.js';
import { Statements } from '../sql.js';
import { runJob, type JobArgs, type JobName, type JobRequest, type JobResult } from './jobs.js';

/** Does heavy jobs on one store file. */
export interface Heavy {
  /**
   * @throws SearchTimeoutError when the job took longer than the deadline, OverloadedError when too
   *   many wait, and what the job itself throws
   */
  run<Name extends JobName>(job: Name, args: JobArgs<Name>): Promise<JobResult<Name>>;
  close(): Promise<void>;
}

/** A page cache for work that reads much of the file. */
const CACHE_KIB = 16_384;
/** Heavy work may wait for a lock: it holds up nobody else. */
const LOCK_PATIENCE_MS = 2000;

/** A connection of its own for heavy jobs, read-only. Close it through `.connection`. */
export function openForHeavyJobs(path: string): Statements {
  const connection = openForReading(path);
  connection.pragma(`cache_size = -${CACHE_KIB}`);
  connection.pragma(`busy_timeout = ${LOCK_PATIENCE_MS}`);
  prepareSearch(connection);
  return new Statements(connection, undefined);
}

/** Does a job in one read transaction: all its statements see the file as it was at its start. */
export function doJob<Name extends JobName>(
  statements: Statements,
  request: JobRequest<Name>,
): JobResult<Name> {
  const { connection } = statements;
  connection.exec('BEGIN');
  try {
    return runJob(statements, request);
  } finally {
    if (connection.inTransaction) connection.exec('COMMIT');
  }
}

/** Does the jobs in this process, without a deadline: for commands that do one thing, and tests. */
export class InlineHeavy implements Heavy {
  #statements: Statements | null = null;

  constructor(private readonly path: string) {}

  run<Name extends JobName>(job: Name, args: JobArgs<Name>): Promise<JobResult<Name>> {
    return new Promise((resolve, reject) => {
      try {
        this.#statements ??= openForHeavyJobs(this.path);
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
