import { describe, expect, it } from 'vitest';
import { inspectStore } from '../../../src/db/sqlite/inspect/inspect.js';
import { copyFixture, damagePage, NOW, python } from '../migrations/files.js';

const severities = async (path: string) => {
  const { findings } = await inspectStore(path, { now: () => NOW });
  return findings.map(({ severity, code }) => `${severity} ${code}`);
};

describe('damage', () => {
  it.each(['messages', 'sessions', 'idx_messages_session', 'state_meta'])(
    'to %s makes the store unusable',
    async (name) => {
      const path = copyFixture('v11_large.db');
      damagePage(path, name);
      const found = await severities(path);
      expect(found.filter((each) => each.startsWith('fatal')).length).toBeGreaterThan(0);
      expect(found).toContain('fatal damaged');
    },
  );

  it('to an inner table of search is a problem of search alone', async () => {
    const path = copyFixture('v11_large.db');
    python(
      path,
      `import sqlite3, sys
c = sqlite3.connect(sys.argv[1], isolation_level=None)
c.execute("UPDATE messages_fts_data SET block = X'0102030405' WHERE id > 10")`,
    );
    const found = await severities(path);
    expect(found).toContain('problem damaged-index');
    expect(found.filter((each) => each.startsWith('fatal'))).toEqual([]);
  });

  it('to a page of an index of search too', async () => {
    const path = copyFixture('v11_large.db');
    damagePage(path, 'messages_fts_trigram_data');
    const found = await severities(path);
    expect(found).toContain('problem damaged-index');
    expect(found.filter((each) => each.startsWith('fatal'))).toEqual([]);
  });

  it('is not what an index of another SQLite version is', async () => {
    const found = await severities(copyFixture('v11_rich.db'));
    expect(found.filter((each) => /^(fatal|problem)/.test(each))).toEqual([
      'problem index-of-other-sqlite',
    ]);
  });
});

describe('a file that SQLite cannot open', () => {
  it.each([
    ['with another beginning', "f.write(b'XXXX')", 'is not a SQLite database.'],
    ['cut off', 'f.truncate(5000)', /is damaged: SQLite cannot read it|is not a SQLite database/],
  ])('%s is unusable, in one sentence', async (_, change, sentence) => {
    const path = copyFixture('versions/v23.db');
    python(path, `import sys\nwith open(sys.argv[1], 'r+b') as f:\n    ${change}`);
    await expect(inspectStore(path, { now: () => NOW })).rejects.toThrow(sentence);
  });
});

describe('the integrity checks', () => {
  it('are stopped at their limit, and the rest is told', async () => {
    const { facts, findings } = await inspectStore(copyFixture('v11_rich.db'), {
      now: () => NOW,
      limitMs: 1,
    });
    expect(facts?.messageCount).toBe(201);
    expect(findings.map(({ code }) => code)).toContain('not-checked');
  });
});
