// Prints `N passed, N failed` from vitest's JSON report and, as a second argument, how the browser
// test ended: passed, failed or skipped. Fails when something failed, or when there is no report.
import { existsSync, readFileSync } from 'node:fs';

const [path = 'test-report.json', browser = 'skipped'] = process.argv.slice(2);
const { passed, failed } = existsSync(path)
  ? counts(JSON.parse(readFileSync(path, 'utf8')))
  : { passed: 0, failed: 1 };
const allPassed = passed + Number(browser === 'passed');
const allFailed = failed + Number(browser === 'failed');
console.log(`${allPassed} passed, ${allFailed} failed`);
if (allFailed > 0 || passed === 0) process.exitCode = 1;

/** A file that could not be loaded has no tests of its own to fail: it counts as one. */
function counts({ numPassedTests, numFailedTests, testResults }) {
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length };
}
