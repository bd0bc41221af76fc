import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/store.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** An npm that writes down what it is asked, writes the report of tests, and fails where told. */
const NPM = `#!/bin/sh
echo "$*" >> asked
case "$*" in test*) [ -z "$REPORT" ] || echo "$REPORT" > test-report.json;; esac
case "$*" in "$FAILING"*) exit 1;; esac
`;

const report = (passed: number, failed: number, testResults: object[] = []) =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults });

/** Runs the gate in a folder of its own with an npm that only pretends. */
function gate(pretence: { failing?: string; report?: string } = {}) {
  const folder = temporaryFolder();
  for (const name of ['.ci', 'scripts', 'bin']) mkdirSync(join(folder, name));
  cpSync(join(root, '.ci/run'), join(folder, '.ci/run'));
  cpSync(join(root, 'scripts/count-tests.js'), join(folder, 'scripts/count-tests.js'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const [name, text] of Object.entries({ npm: NPM, chromium: '#!/bin/sh\n' })) {
    writeFileSync(join(folder, 'bin', name), text);
    chmodSync(join(folder, 'bin', name), 0o755);
  }
  const path = [join(folder, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'];
  const { status, stdout } = spawnSync('bash', [join(folder, '.ci/run')], {
    encoding: 'utf8',
    env: {
      PATH: path.join(delimiter),
      FAILING: pretence.failing ?? 'nothing',
      REPORT: pretence.report ?? report(7, 0),
    },
  });
  return {
    code: status,
    last: stdout.trimEnd().split('\n').at(-1),
    asked: readFileSync(join(folder, 'asked'), 'utf8').trimEnd().split('\n'),
  };
}

test('all is well: it installs first, and counts the browser with the tests', () => {
  const { code, last, asked } = gate();
  expect({ code, last }).toEqual({ code: 0, last: '8 passed, 0 failed' });
  expect(asked.slice(0, 2)).toEqual(['ci', 'run build']);
  expect(asked.filter((line) => line.startsWith('test'))).toHaveLength(1);
  expect(asked.at(-1)).toBe('run test:browser');
});

test.each([
  ['the linter', 'run lint', '8 passed, 0 failed'],
  ['the schema that was not printed', 'run schema:check', '8 passed, 0 failed'],
  ['the browser', 'run test:browser', '7 passed, 1 failed'],
])('%s fails: the rest runs all the same, and the gate is closed', (_name, failing, counted) => {
  const { code, last, asked } = gate({ failing });
  expect({ code, last }).toEqual({ code: 1, last: counted });
  expect(asked.at(-1)).toBe('run test:browser');
});

test.each([
  ['tests fail', report(5, 2), '6 passed, 2 failed'],
  [
    'a test file cannot be loaded',
    report(5, 0, [{ status: 'failed', assertionResults: [] }]),
    '6 passed, 1 failed',
  ],
])('%s', (_name, text, counted) => {
  const { code, last } = gate({ failing: 'test', report: text });
  expect({ code, last }).toEqual({ code: 1, last: counted });
});

test('the tests end without a report', () => {
  const { code, last } = gate({ failing: 'test', report: '' });
  expect({ code, last }).toEqual({ code: 1, last: '1 passed, 1 failed' });
});

test.each(['ci', 'run build'])('npm %s fails: nothing else is tried', (failing) => {
  const { code, last, asked } = gate({ failing });
  expect({ code, last }).toEqual({ code: 1, last: '0 passed, 1 failed' });
  expect(asked.at(-1)).toBe(failing);
});
