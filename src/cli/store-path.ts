import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where the store is: `--db`, else `state.db` in `HERMES_HOME`, else in `~/.hermes`. */
export function storePath(db: string | undefined, env: NodeJS.ProcessEnv): string {
  if (db !== undefined) return resolve(db);
  const home = env['HERMES_HOME']?.trim();
  return resolve(home === undefined || home === '' ? join(homedir(), '.hermes') : home, 'state.db');
}
