import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseSearchQuery } from '../../../src/domain/search-query/parse.js';
import { StoreCorruptError } from '../../../src/domain/errors.js';
import { InlineHeavy, type Heavy } from '../../../src/db/sqlite/heavy/heavy.js';
import { HeavyPool } from '../../../src/db/sqlite/heavy/pool.js';
import { insertMessage, insertSession } from '../../support/rows.js';
import { searchFile, type SearchFile } from '../search/support.js';

const FILTER = { filter: {}, order: 'NEWEST', page: { limit: 10, after: null } } as const;

function seeded(): SearchFile {
  return searchFile((db) => {
    insertSession(db, 'a');
    insertMessage(db, 'a', 'user', 'needle in text 断裂');
    insertMessage(db, 'a', 'user', Buffer.from('needle in bytes'));
  });
}

const KINDS: Record<string, (path: string) => Heavy> = {
  'in processes of their own': (path) => new HeavyPool({ path }),
  'in this process': (path) => new InlineHeavy(path),
};

describe.each(Object.entries(KINDS))('searches %s', (_, make) => {
  function heavy(path: string): Heavy {
    const made = make(path);
    onTestFinished(() => made.close());
    return made;
  }

  it('answer the same', async () => {
    const jobs = heavy(seeded().path);
    const tree = parseSearchQuery('needle');
    const page = await jobs.run('search', { tree, ...FILTER });
    expect(page.items.map(({ row }) => row.message)).toEqual([
      { id: 2, session_id: 'a' },
      { id: 1, session_id: 'a' },
    ]);
    const [first] = page.items;
    expect(first?.row.snippet).toBe('>>>needle<<< in bytes');
    expect(await jobs.run('searchTotal', { tree, filter: {} })).toBe(2);
    expect(await jobs.run('searchSessionsTotal', { tree, filter: {} })).toBe(1);
    const sessions = await jobs.run('searchSessions', {
      tree,
      filter: {},
      page: { limit: 5, after: null },
    });
    expect(sessions.items[0]?.row).toMatchObject({ session_id: 'a', match_count: 2 });
    expect(await jobs.run('searchContexts', { ids: [2] })).toMatchObject([
      [{ messageId: 1 }, { messageId: 2, content: 'needle in bytes' }],
    ]);
    const replays = await jobs.run('replays', { sessionIds: ['a'], includeAncestors: false });
    expect(replays[0]?.[1]).toEqual({ role: 'user', content: 'needle in bytes' });
  });

  it('see what was written meanwhile', async () => {
    const file = seeded();
    const jobs = heavy(file.path);
    const tree = parseSearchQuery('裂');
    expect(await jobs.run('searchTotal', { tree, filter: {} })).toBe(1);
    insertMessage(file.db, 'a', 'user', '断裂 again');
    expect(await jobs.run('searchTotal', { tree, filter: {} })).toBe(2);
  });

  it('fail with the error of their class', async () => {
    const file = seeded();
    const path = join(file.path, '..', 'no-database');
    writeFileSync(path, 'this is no database, and never was one '.repeat(100));
    const job = heavy(path).run('searchTotal', { tree: parseSearchQuery('x1'), filter: {} });
    await expect(job).rejects.toBeInstanceOf(StoreCorruptError);
  });
});

it('a process with an idle pool ends by itself', async () => {
  const { path } = seeded();
  const module = new URL('../../../dist/db/sqlite/heavy/pool.js', import.meta.url).href;
  const script = `
    import { HeavyPool } from ${JSON.stringify(module)};
    const pool = new HeavyPool({ path: ${JSON.stringify(path)} });
    const tree = { kind: 'words', text: 'needle', prefix: false };
    console.log(await pool.run('searchTotal', { tree, filter: {} }));
  `;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', script],
    { timeout: 10_000 },
  );
  expect(stdout.trim()).toBe('2');
});
