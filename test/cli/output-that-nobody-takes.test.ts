import { execFile } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryHome } from '../support/command.js';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** Runs a line of a shell in which `$RUN` is the command; a large answer, since small ones fit in a pipe. */
function shell(line: string): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const { home, env } = temporaryHome();
  const db = join(home, 'large.db');
  cpSync(fileURLToPath(new URL('../fixtures/databases/v11_large.db', import.meta.url)), db);
  const variables = { ...env, DB: db, RUN: `${process.execPath} ${MAIN}` };
  return new Promise((resolve) => {
    execFile('bash', ['-o', 'pipefail', '-c', line], { env: variables }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

test('a reader that goes away ends a command without a word', async () => {
  expect(await shell('$RUN stats --json --db "$DB" | head -c 1')).toEqual({
    code: 0,
    stdout: '{',
    stderr: '',
  });
});

test.runIf(existsSync('/dev/full'))('a full disk is told in one sentence', async () => {
  for (const command of ['stats', 'stats --json', 'doctor']) {
    const { code, stderr } = await shell(`$RUN ${command} --db "$DB" > /dev/full`);
    expect({ command, code, stderr }).toEqual({
      command,
      code: 1,
      stderr: 'The output could not be written: its disk is full.\n',
    });
  }
});
