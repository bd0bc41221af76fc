import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../../src/db/sqlite/migrations/migrate.js';
import { withRebuildLock } from '../../../src/db/sqlite/migrations/rebuild-lock.js';
import { repairSearch } from '../../../src/db/sqlite/migrations/repair-search.js';
import { copyFixture, hashOf, NOW, python } from './files.js';

const TRY = `
import fcntl, sys
try:
    fcntl.flock(open(sys.argv[1]), fcntl.LOCK_EX | fcntl.LOCK_NB)
    print('free')
except OSError:
    print('held')
`;
const HOLD = `
import fcntl, sys
lock = open(sys.argv[1])
fcntl.flock(lock, fcntl.LOCK_EX)
print('held', flush=True)
sys.stdin.read()
`;

it('refuses while another process holds the lock, and changes nothing', async () => {
  const path = copyFixture('versions/v09.db');
  const lock = `${path}.fts_rebuild.lock`;
  writeFileSync(lock, '');
  const holder = spawn('python3', ['-c', HOLD, lock], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(createInterface(holder.stdout), 'line');
  const hash = hashOf(path);

  const sentence = `Another process is rebuilding the search indexes of ${path}: it holds ${lock}. Try again when it has finished.`;
  await expect(migrate(path, { now: () => NOW })).rejects.toThrow(sentence);
  await expect(repairSearch(path)).rejects.toThrow(sentence);
  expect(hashOf(path)).toBe(hash);

  holder.stdin.end();
  await once(holder, 'close');
  expect((await migrate(path, { now: () => NOW })).backupPath).not.toBeNull();
});

it('holds the lock while it works, and lets go afterwards', async () => {
  const path = copyFixture('versions/v09.db');
  const lock = `${path}.fts_rebuild.lock`;
  writeFileSync(lock, '');
  const during = await withRebuildLock(path, () => Promise.resolve(python(lock, TRY).trim()));
  expect(during).toBe('held');
  expect(python(lock, TRY).trim()).toBe('free');
  await expect(withRebuildLock(path, () => Promise.reject(new Error('stopped')))).rejects.toThrow(
    'stopped',
  );
  expect(python(lock, TRY).trim()).toBe('free');
});

it('makes no lock file where there is none', async () => {
  const path = copyFixture('versions/v09.db');
  await migrate(path, { now: () => NOW });
  expect(existsSync(`${path}.fts_rebuild.lock`)).toBe(false);
});
