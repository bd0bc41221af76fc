// Prints `N passed, N failed` from vitest's JSON report; fails when it holds no test.
import { readFileSync } from 'node:fs';

const report = JSON.parse(readFileSync(process.argv[2] ?? 'test-report.json', 'utf8'));
const { numPassedTests: passed, numFailedTests: failed, numFailedTestSuites: suites } = report;
// A file that could not be loaded has no tests of its own to fail.
const broken = failed === 0 && suites > 0 ? suites : failed;
console.log(`${passed} passed, ${broken} failed`);
if (passed === 0 || broken > 0) process.exitCode = 1;
