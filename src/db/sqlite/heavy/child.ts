import { translate } from '../failures.js';
import type { Statements } from '../sql.js';
import { doJob, openForHeavyJobs } from './heavy.js';
import { isRequest, type Request } from './messages.js';
import { watchOf } from './seen-file.js';
import { sendError } from './sent-errors.js';

/**
 * The process of its own that heavy jobs run in: it does one after the other on the store file named
 * by its arguments, and ends with its parent. The parent kills it at a deadline.
 */
const [path = '', ...seen] = process.argv.slice(2);
const watch = watchOf(path, seen);
let statements: Statements | null = null;

process.on('message', (message: unknown) => {
  if (isRequest(message)) process.send?.(answer(message));
});
process.on('disconnect', () => process.exit(0));

function answer(request: Request): unknown {
  try {
    statements ??= openForHeavyJobs(path, watch);
    return { job: request.job, result: doJob(statements, request) };
  } catch (error) {
    return { job: request.job, error: sendError(translate(error)) };
  }
}
