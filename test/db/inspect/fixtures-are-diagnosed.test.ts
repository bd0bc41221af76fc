import { chmodSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inspectStore } from '../../../src/db/sqlite/inspect/inspect.js';
import { copyFixture, hashOf, NOW } from '../migrations/files.js';

/** Of a store in WAL mode, always: which SQLite Hermes runs on cannot be seen from here. */
const WAL = 'note sqlite-of-hermes';
/** The fixtures were filled by SQLite 3.40, and hold structured content. */
const OTHER = 'note index-of-other-sqlite';
/** Ours to write, and a write would damage it. */
const OUR_OTHER = 'problem index-of-other-sqlite';
const DRIFTED = 'note drifted-counters';

const EXPECTED: Record<string, string[]> = {
  'versions/v01.db': ['warning old-schema', WAL],
  'versions/v04.db': ['warning old-schema', WAL],
  'versions/v06.db': ['warning old-schema', WAL],
  'versions/v09.db': ['warning old-schema', WAL],
  'versions/v10.db': ['warning old-schema', WAL],
  'versions/v11.db': [OUR_OTHER, WAL],
  'versions/v14.db': [WAL, DRIFTED, OTHER],
  'versions/v16.db': [WAL, DRIFTED, OTHER],
  'versions/v20.db': [WAL, DRIFTED, OTHER],
  'versions/v23.db': [DRIFTED, OTHER],
  'versions/v25.db': [DRIFTED, OTHER],
  'versions/v25_upgraded_from_v11.db': [WAL, OTHER],
  'versions/v31.db': [WAL, DRIFTED, OTHER],
  'v11_empty.db': [WAL],
  'v11_rich.db': [OUR_OTHER, WAL],
  'v11_large.db': [WAL],
  'v11_topics.db': [WAL],
  'v11_wal/state.db': [WAL],
  'v11_bad_utf8.db': ['warning invalid-utf8', WAL, DRIFTED],
  'v31_cjk_no_tokenizer.db': ['warning missing-tokenizer', WAL, DRIFTED, OTHER],
  'v11_quirks.db': [
    OUR_OTHER,
    'warning sessions-without-id',
    'warning parent-cycles',
    'warning garbage-times',
    'warning orphan-messages',
    WAL,
    'note missing-parents',
    'note null-counters',
    'note future-times',
    'note blob-content',
    'note broken-json',
  ],
};

it.each(Object.entries(EXPECTED))(
  '%s is diagnosed, and not a byte of it changes',
  async (name, expected) => {
    const path = copyFixture(name);
    for (const suffix of ['', '-wal', '-shm']) {
      try {
        chmodSync(path + suffix, 0o600);
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOENT' });
      }
    }
    const hash = hashOf(path);
    const { findings, facts } = await inspectStore(path, { now: () => NOW });
    expect(findings.map(({ severity, code }) => `${severity} ${code}`)).toEqual(expected);
    expect(facts?.permissions).toBe('0600');
    expect(hashOf(path)).toBe(hash);
  },
);

it('says what a store is', async () => {
  const path = copyFixture('v11_rich.db');
  const { facts } = await inspectStore(path, { now: () => NOW });
  expect(facts).toMatchObject({
    path,
    fileBytes: 307_200,
    schemaVersion: 11,
    family: 'current',
    wordIndex: 'inline',
    trigramIndex: 'inline',
    journalMode: 'wal',
    sessionCount: 38,
    messageCount: 201,
    idempotencyKeys: 0,
  });
});
