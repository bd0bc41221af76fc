import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runnable } from '../../src/cli/advice.js';

const ADVICE = 'Run `hermes-graphql doctor --repair-search`.';
const env = { HERMES_HOME: '/home/a/.hermes' };
const BIN = '/usr/local/bin/hermes-graphql';

describe('the store', () => {
  test('is named when it is not the default one', () => {
    expect(runnable(ADVICE, { db: '/srv/other.db', script: BIN, env })).toBe(
      "Run `hermes-graphql doctor --repair-search --db '/srv/other.db'`.",
    );
  });

  test.each([undefined, '/home/a/.hermes/state.db', '/home/a/.hermes/../.hermes/state.db'])(
    'is not named when it is the default one: %s',
    (db) => expect(runnable(ADVICE, { db, script: BIN, env })).toBe(ADVICE),
  );

  test('of a relative path is named by where it is, for any folder', () => {
    expect(runnable(ADVICE, { db: 'other.db', script: BIN, env })).toContain(
      `--db '${join(process.cwd(), 'other.db')}'`,
    );
  });

  test.each(["it's here.db", 'a b.db', '$(touch x).db', '`x`.db', 'a"b\\c.db', '-x.db'])(
    'reaches the command as it is called: %s',
    (name) => {
      const path = join('/srv', name);
      const text = runnable(ADVICE, { db: path, script: BIN, env });
      const command = text.slice('Run `'.length, -'`.'.length);
      const shown = `printf '%s\\n' ${command.slice('hermes-graphql '.length)}`;
      expect(
        execFileSync('sh', ['-c', shown], { encoding: 'utf8' }).split('\n').slice(0, 4),
      ).toEqual(['doctor', '--repair-search', '--db', path]);
    },
  );

  test('is not named for the demo, which has its own', () => {
    expect(runnable('`hermes-graphql demo`', { db: '/srv/x.db', script: BIN, env })).toBe(
      '`hermes-graphql demo`',
    );
  });
});

describe('the program is started as it was', () => {
  const started = (script: string, more: Record<string, string> = {}) =>
    /`(.*) doctor/.exec(runnable(ADVICE, { db: undefined, script, env: { ...env, ...more } }))?.[1];

  test('by its name on the path', () => expect(started(BIN)).toBe('hermes-graphql'));

  test('by npx or npm', () => {
    expect(started('/srv/clone/node_modules/.bin/hermes-graphql', { npm_command: 'exec' })).toBe(
      'npx hermes-graphql',
    );
    expect(started('/srv/clone/dist/cli/main.js', { npm_command: 'start' })).toBe(
      'npx hermes-graphql',
    );
  });

  test('by node, from this folder or another', () => {
    expect(started(join(process.cwd(), 'dist/cli/main.js'))).toBe('node dist/cli/main.js');
    expect(started('/srv/clone/dist/cli/main.js')).toBe('node /srv/clone/dist/cli/main.js');
    expect(started("/srv/a clone's/main.js")).toBe(String.raw`node '/srv/a clone'\''s/main.js'`);
  });
});

test('other text stays as it is', () => {
  const text = 'Ask `sqlite3`, or hermes-graphql doctor, or `hermes status`.';
  expect(runnable(text, { db: '/srv/x.db', script: BIN, env })).toBe(text);
});
