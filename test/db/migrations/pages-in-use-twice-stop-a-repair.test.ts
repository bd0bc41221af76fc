import { describe, expect, it } from 'vitest';
import { inspectStore } from '../../../src/db/sqlite/inspect/inspect.js';
import { migrate } from '../../../src/db/sqlite/migrations/migrate.js';
import { repairSearch } from '../../../src/db/sqlite/migrations/repair-search.js';
import { vacuumStore } from '../../../src/db/sqlite/vacuum.js';
import { StoreUnusableError } from '../../../src/domain/errors.js';
import { addMessages, copyFixture, hashOf, NOW, python, raw } from './files.js';

const IN_USE_TWICE =
  /^\S+\/state\.db is damaged: some of its pages are in use twice, or its list of free pages is wrong, so a search index cannot be made anew without harm to what else is in them\. The indexes were left as they are\. Stop Hermes, keep the file, and restore a backup;/;

/** From now on `table` has its rows in the pages of `other`, as after a write that went astray. */
function sharePages(path: string, table: string, other: string): void {
  raw(path, (db) => {
    db.unsafeMode(true);
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.pragma('writable_schema = ON');
    db.exec(
      `UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = '${other}')
       WHERE name = '${table}'`,
    );
    const cookie = Number(db.pragma('schema_version', { simple: true }));
    db.pragma(`schema_version = ${cookie + 1}`);
  });
}

/** Names a page of the messages as the only free one of the file. */
const FREE_A_PAGE = `import sqlite3, sys
c = sqlite3.connect(sys.argv[1])
c.execute('PRAGMA wal_checkpoint(TRUNCATE)')
root = c.execute("SELECT rootpage FROM sqlite_master WHERE name = 'messages'").fetchone()[0]
c.close()
with open(sys.argv[1], 'r+b') as f:
    f.seek((root - 1) * 4096); page = f.read(4096)
    cell = int.from_bytes(page[12:14], 'big')
    leaf = int.from_bytes(page[cell:cell + 4], 'big')
    f.seek(32); f.write(leaf.to_bytes(4, 'big') + (1).to_bytes(4, 'big'))`;

const messages = (path: string) =>
  raw(path, (db) =>
    db.prepare('SELECT id, content, tool_calls, timestamp FROM messages ORDER BY id').raw().all(),
  );

describe.each([
  ['messages_fts_content', 'messages'],
  ['messages_fts_idx', 'messages'],
  ['messages_fts_trigram_data', 'messages'],
  ['messages_fts_trigram_docsize', 'sessions'],
  ['messages_fts_data', 'messages_fts_trigram_data'],
  ['state_meta', 'messages'],
])('a store whose table %s has the pages of %s', (table, other) => {
  it('is not repaired: not a byte of it changes', async () => {
    const path = copyFixture('v11_rich.db');
    sharePages(path, table, other);
    const [before, hash] = [messages(path), hashOf(path)];
    const repair = repairSearch(path);
    await expect(repair).rejects.toThrow(StoreUnusableError);
    await expect(repair).rejects.toThrow(IN_USE_TWICE);
    expect(hashOf(path)).toBe(hash);
    expect(messages(path)).toEqual(before);
  });

  it('is damaged, says the doctor, and nothing is recommended that would rewrite it', async () => {
    const path = copyFixture('v11_rich.db');
    sharePages(path, table, other);
    const { findings } = await inspectStore(path, { now: () => NOW });
    const damaged = findings.find(({ code }) => code === 'damaged');
    expect(damaged).toMatchObject({
      severity: 'fatal',
      message: expect.stringContaining('2nd reference to page'),
    });
    expect(findings.map(({ code }) => code)).not.toContain('unused-pages');
  });

  it('is not rewritten either: what its pages hid would be gone', async () => {
    const path = copyFixture('v11_rich.db');
    sharePages(path, table, other);
    const hash = hashOf(path);
    expect(await vacuumStore(path)).toBe(
      'SQLite finds it damaged (`hermes-graphql doctor` says where).',
    );
    expect(hashOf(path)).toBe(hash);
  });
});

it('an older store whose index has the pages of the messages is not migrated', async () => {
  const path = copyFixture('versions/v10.db');
  sharePages(path, 'messages_fts_trigram_docsize', 'messages');
  const [before, hash] = [messages(path), hashOf(path)];
  await expect(migrate(path, { now: () => NOW })).rejects.toThrow(/^No backup of .* Nothing was/);
  expect(hashOf(path)).toBe(hash);
  expect(messages(path)).toEqual(before);
});

it('a page of messages that the list of free ones names is not written over by a repair', async () => {
  const path = copyFixture('v11_rich.db');
  python(path, FREE_A_PAGE);
  const [before, hash] = [messages(path), hashOf(path)];
  await expect(repairSearch(path)).rejects.toThrow(IN_USE_TWICE);
  expect(hashOf(path)).toBe(hash);
  expect(messages(path)).toEqual(before);
});

it('a hundred damaged pages of an index do not hide a page that is in use twice', async () => {
  const path = copyFixture('versions/v11.db');
  addMessages(path, 4_000);
  sharePages(path, 'state_meta', 'messages');
  python(
    path,
    `import sqlite3, sys
c = sqlite3.connect(sys.argv[1])
c.execute('PRAGMA wal_checkpoint(TRUNCATE)')
roots = [c.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()[0]
         for name in ('messages_fts_content', 'messages_fts_trigram_content', 'messages_fts_trigram_data')]
c.close()
with open(sys.argv[1], 'r+b') as f:
    for root in roots:
        f.seek((root - 1) * 4096); page = f.read(4096)
        for n in range(int.from_bytes(page[3:5], 'big')):
            cell = int.from_bytes(page[12 + 2 * n:14 + 2 * n], 'big')
            child = int.from_bytes(page[cell:cell + 4], 'big')
            f.seek((child - 1) * 4096); f.write(b'\\x00' * 100)`,
  );
  expect(raw(path, (db) => String(db.pragma('quick_check', { simple: true })))).not.toContain(
    '2nd reference',
  );
  const hash = hashOf(path);
  await expect(repairSearch(path)).rejects.toThrow(IN_USE_TWICE);
  expect(hashOf(path)).toBe(hash);
});

it('a store with a damaged long message keeps its indexes, which hold a copy of the text', async () => {
  const path = copyFixture('versions/v11.db');
  raw(path, (db) => {
    const insert = db.prepare(
      "INSERT INTO messages (session_id, role, content, timestamp) SELECT id, 'user', ?, 1 FROM sessions LIMIT 1",
    );
    insert.run(`${'precious '.repeat(4_000)}words`);
  });
  python(
    path,
    `import sqlite3, sys
c = sqlite3.connect(sys.argv[1])
c.execute('PRAGMA wal_checkpoint(TRUNCATE)')
c.close()
with open(sys.argv[1], 'r+b') as f:
    pages = f.read()
    filler = [at for at in range(0, len(pages), 4096) if pages[at + 4:at + 4096].count(b'precious ') > 400]
    f.seek(filler[0]); f.write(b'\\xff\\xff\\xff\\xff')`,
  );
  const longest = (table: string, column: string) =>
    raw(path, (db) => db.prepare(`SELECT MAX(LENGTH(${column})) FROM ${table}`).pluck().get());
  expect(() => longest('messages', 'content')).toThrow('malformed');
  const hash = hashOf(path);
  await expect(repairSearch(path)).rejects.toThrow(
    /is damaged: SQLite cannot read a part of its messages, or of an index of them\. The search indexes hold a copy of their text, so they were left as they are\./,
  );
  expect(hashOf(path)).toBe(hash);
  for (const table of ['messages_fts', 'messages_fts_trigram']) {
    expect(longest(`${table}_content`, 'c0')).toBeGreaterThan(36_000);
  }
});
