import { execFileSync } from 'node:child_process';

/** Builds `dist` once before the tests: child processes and the command run from it. */
export function setup(): void {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
}
