import { expect, it } from 'vitest';
import { inspectStore } from '../../../src/db/sqlite/inspect/inspect.js';
import type { Progress } from '../../../src/db/sqlite/migrations/owned-store.js';
import { repairSearch } from '../../../src/db/sqlite/migrations/repair-search.js';
import { contentOf, copyFixture, integrityOf, matches, NOW, python, raw, SOUND } from './files.js';

const codes = async (path: string) =>
  (await inspectStore(path, { now: () => NOW })).findings.map(({ code }) => code);

it('makes indexes anew that another version of SQLite filled', async () => {
  const path = copyFixture('v11_rich.db');
  expect(integrityOf(path)).not.toEqual(SOUND);
  const before = contentOf(path);
  const rows = await repairSearch(path);
  expect(rows).toEqual({ messages_fts: 201, messages_fts_trigram: 201 });
  expect(integrityOf(path)).toEqual(SOUND);
  const after = contentOf(path);
  expect(after['messages']).toEqual(before['messages']);
  expect(after['sessions']).toEqual(before['sessions']);
  expect(after['words']).toEqual(before['words']);
});

it('makes an index anew whose inner tables are damaged', async () => {
  const path = copyFixture('versions/v11.db');
  const found = matches(path, 'docker');
  python(
    path,
    `import sqlite3, sys
c = sqlite3.connect(sys.argv[1], isolation_level=None)
c.execute("UPDATE messages_fts_data SET block = X'0102030405'")`,
  );
  expect(await codes(path)).toContain('index-unusable');
  await repairSearch(path);
  expect(integrityOf(path)).toEqual(SOUND);
  expect(matches(path, 'docker')).toEqual(found);
  expect(await codes(path)).not.toContain('index-unusable');
  expect(await codes(path)).toContain('sqlite-of-hermes');
});

it('indexes what was written while a trigger was missing', async () => {
  const path = copyFixture('versions/v11.db');
  raw(path, (db) => {
    db.exec('DROP TRIGGER messages_fts_insert');
    db.exec(`INSERT INTO messages (session_id, role, content, timestamp)
      VALUES ('20260517_090000_a1b2c3', 'user', 'unseen', 1)`);
  });
  expect(await codes(path)).toEqual(
    expect.arrayContaining(['missing-triggers', 'index-lacks-rows']),
  );
  await repairSearch(path);
  expect(matches(path, 'unseen')).toHaveLength(1);
  expect(await codes(path)).not.toContain('missing-triggers');
});

it('sends an older store to migrate', async () => {
  const path = copyFixture('versions/v09.db');
  await expect(repairSearch(path)).rejects.toThrow(
    `${path} is not of schema 11. Run \`hermes-graphql migrate\`, which makes its indexes anew.`,
  );
});

it('shows how far it is', async () => {
  const path = copyFixture('v11_rich.db');
  const seen: Progress[] = [];
  await repairSearch(path, { onProgress: (progress) => seen.push(progress) });
  expect(
    seen.filter(({ done, total }) => done === 201 && total === 201).map(({ step }) => step),
  ).toEqual(['words', 'trigrams']);
  expect(seen.every(({ done, total }) => done <= total)).toBe(true);
});
