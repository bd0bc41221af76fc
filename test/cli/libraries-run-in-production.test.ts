import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

it.each([
  [undefined, 'production'],
  ['development', 'development'],
])('NODE_ENV %s becomes %s', async (given, expected) => {
  vi.stubEnv('NODE_ENV', given);
  await import('../../src/cli/production.js');
  expect(process.env['NODE_ENV']).toBe(expected);
});

it('before any library is loaded', () => {
  const main = readFileSync(new URL('../../src/cli/main.ts', import.meta.url), 'utf8');
  expect(main.match(/^import .*$/m)?.[0]).toBe("import './production.js';");
});
