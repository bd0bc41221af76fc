import { expect, it } from 'vitest';
import { inspectStore } from '../../../src/db/sqlite/inspect/inspect.js';
import { copyFixture, damagePage, NOW, raw } from '../migrations/files.js';

const OTHER = 'index-of-other-sqlite';

async function codes(fixture: string, ...statements: string[]): Promise<string[]> {
  const path = copyFixture(fixture);
  raw(path, (db) => {
    db.unsafeMode(true);
    for (const statement of statements) db.exec(statement);
  });
  const { findings } = await inspectStore(path, { now: () => NOW });
  return findings.filter(({ severity }) => severity !== 'warning').map(({ code }) => code);
}

it.each(['v11_rich.db', 'versions/v31.db'])(
  'an index that an older SQLite filled differs by structured messages alone: %s',
  async (fixture) => {
    expect(await codes(fixture)).toContain(OTHER);
  },
);

it('messages that a newer SQLite added to such an index change nothing of that', async () => {
  const found = await codes(
    'v11_rich.db',
    `INSERT INTO messages (session_id, role, content, timestamp)
     SELECT session_id, role, content, 1 FROM messages WHERE content < char(1) LIMIT 3`,
  );
  expect(found).toContain(OTHER);
  expect(found).not.toContain('differing-index');
});

it.each([
  ['lost pages', 'DELETE FROM messages_fts_trigram_data WHERE id > 10'],
  ['lost some pages', 'DELETE FROM messages_fts_trigram_data WHERE id > 10 AND id % 2 = 0'],
  ['lost its structure', "UPDATE messages_fts_trigram_data SET block = x'0badc0de' WHERE id = 10"],
])('an index of runs that %s is a problem, structured messages or not', async (_, statement) => {
  const found = await codes('v11_rich.db', statement);
  expect(found.filter((code) => /^(differing|damaged)-index$/.test(code))).toHaveLength(1);
  expect(found).not.toContain(OTHER);
});

it('the doctor looks a store over whose messages cannot be read, and says so', async () => {
  const path = copyFixture('v11_rich.db');
  damagePage(path, 'messages');
  const { findings } = await inspectStore(path, { now: () => NOW });
  expect(findings.filter(({ severity }) => severity === 'fatal').map(({ code }) => code)).toContain(
    'damaged',
  );
});
