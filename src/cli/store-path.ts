import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { BadUserInputError } from '../domain/errors.js';

/**
 * Where the store is: `--db`, else `state.db` in `HERMES_HOME`, else in `~/.hermes`.
 *
 * @throws BadUserInputError where `--db` is empty
 */
export function storePath(db: string | undefined, env: NodeJS.ProcessEnv): string {
  if (db?.trim() === '') throw new BadUserInputError('--db is empty; give the path of a store.');
  if (db !== undefined) return resolve(db);
  const home = env['HERMES_HOME']?.trim();
  return resolve(home === undefined || home === '' ? join(homedir(), '.hermes') : home, 'state.db');
}
