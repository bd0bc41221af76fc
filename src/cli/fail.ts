import { HermesError } from '../domain/errors.js';
import { ServerStartError } from '../server/index.js';
import { AccessTokenError } from './access-token.js';
import { runnable, type Start } from './advice.js';

/** Ends the command: one sentence on stderr for a failure that is expected, else the whole error. */
export function fail(error: unknown, start: Start): void {
  const expected =
    error instanceof HermesError ||
    error instanceof ServerStartError ||
    error instanceof AccessTokenError;
  process.stderr.write(`${expected ? runnable(error.message, start) : describe(error)}\n`);
  process.exitCode = expected ? 1 : 70;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
