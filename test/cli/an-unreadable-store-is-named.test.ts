import { chmodSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runCommand, temporaryHome } from '../support/command.js';

const asRoot = process.getuid?.() === 0;

test('a store that this user may not read ends serve with a sentence that names file and user', async () => {
  const { home, env } = temporaryHome();
  const db = join(home, 'state.db');
  cpSync(fileURLToPath(new URL('../fixtures/databases/v11_empty.db', import.meta.url)), db);
  chmodSync(db, 0o000);
  // Root may read everything, so there the command runs as nobody.
  if (asRoot) chmodSync(home, 0o755);
  const { code, stderr } = await runCommand(['serve', '--db', db, '--port', '0'], env, {
    uid: asRoot ? 65534 : undefined,
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/state\.db may not be read by user ".*"\. Give that user read permission/);
});
