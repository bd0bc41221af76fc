import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { HeavyPool } from '../../../src/db/sqlite/heavy/pool.js';

/** A pool whose process never answers. */
function deafPool(): HeavyPool {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-deaf-'));
  const entry = join(folder, 'child.mjs');
  writeFileSync(entry, `process.on('disconnect', () => process.exit(0));`);
  const pool = new HeavyPool({ path: 'none', entry: pathToFileURL(entry), deadlineMs: 200 });
  onTestFinished(async () => {
    await pool.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return pool;
}

test('statistics that are stopped have a code and a sentence of their own', async () => {
  const pool = deafPool();
  const scan = { filter: {}, now: 0, timeZone: 'UTC', parts: ['roles' as const] };
  const expected = {
    code: 'STATS_TIMEOUT',
    message:
      'The statistics took longer than 0.2 s and were stopped. Narrow the filter, for instance to a range of `startedAt`, or ask for less: what is counted from messages (roles, tools, activity) takes longest.',
  };
  await expect(pool.run('stats', scan)).rejects.toMatchObject(expected);
  await expect(pool.run('toolUsage', { ids: ['a'] })).rejects.toMatchObject(expected);
});

test('a search that is stopped is still a search', async () => {
  const search = deafPool().run('searchTotal', { tree: { kind: 'text', text: 'x' }, filter: {} });
  await expect(search).rejects.toMatchObject({ code: 'SEARCH_TIMEOUT' });
});
