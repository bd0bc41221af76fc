import { join } from 'node:path';
import { expect, it } from 'vitest';
import { copyDatabase } from '../support/store.js';
import { damagePage } from '../db/migrations/files.js';
import { runCommand, temporaryHome } from '../support/command.js';

it('a store whose state cannot be read is not served: the command says why and ends', async () => {
  const { home, env } = temporaryHome();
  const path = join(home, 'state.db');
  copyDatabase('v11_rich.db', path);
  damagePage(path, 'idx_messages_session');
  const ended = await runCommand(['serve', '--db', path, '--port', '0'], env);
  expect(ended.code).toBe(1);
  expect(ended.stdout).toBe('');
  expect(ended.stderr).toContain('The store is damaged: SQLite cannot read a part of it.');
}, 30_000);
