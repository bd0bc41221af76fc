import { basename, isAbsolute, relative } from 'node:path';
import { shellQuoted } from '../db/sqlite/inspect/shell.js';
import { storePath } from './store-path.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** How this program was started, and for which store. */
export interface Start {
  /** What was given with `--db`. */
  db: string | undefined;
  /** The script that Node runs. */
  script?: string | undefined;
  env?: Environment;
}

/**
 * Makes the commands of this program that a text names, such as `hermes-graphql migrate`, run as
 * they stand: started as this one was, and with `--db` where the store is not the default one.
 */
export function runnable(text: string, start: Start): string {
  const { db, script = process.argv[1] ?? '', env = process.env } = start;
  const path = storePath(db, env);
  const store = path === storePath(undefined, env) ? '' : ` --db ${shellQuoted(path)}`;
  return text.replace(
    /`hermes-graphql (serve|stats|doctor|migrate|demo)\b([^`]*)`/g,
    (_, command: string, options: string) =>
      `\`${program(script, env)} ${command}${options}${command === 'demo' ? '' : store}\``,
  );
}

/** How to start this program again. */
function program(script: string, env: Environment): string {
  const name = basename(script);
  if (name === 'main.js' && env['npm_command'] === undefined) {
    const near = relative(process.cwd(), script);
    const path = near.startsWith('..') || isAbsolute(near) ? script : near;
    return `node ${/^[\w./-]+$/.test(path) ? path : shellQuoted(path)}`;
  }
  const isNpm = env['npm_command'] !== undefined && ['main.js', 'hermes-graphql'].includes(name);
  return isNpm ? 'npx hermes-graphql' : 'hermes-graphql';
}
