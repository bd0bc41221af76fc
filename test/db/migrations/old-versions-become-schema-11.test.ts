import type Database from 'better-sqlite3';
import { chmodSync, readFileSync, statSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { migrate, type MigrationReport } from '../../../src/db/sqlite/migrations/migrate.js';
import {
  contentOf,
  copyOf,
  copyFixture,
  integrityOf,
  matches,
  nativeSchema,
  NOW,
  python,
  raw,
  schemaOf,
  SOUND,
} from './files.js';

const VERSIONS = [1, 4, 6, 9, 10];

/** Words and phrases that the reference searches after it migrated the same file. */
const WORDS = [
  'docker',
  'terminal',
  'ECONNREFUSED',
  'chat-send',
  'my_function_name',
  'call_1',
  'secretword',
  'compaction',
  'appended',
];
const RUNS = ['大别山项目', '部署流程', '日本語'];

describe.each(VERSIONS)('a file of schema %i', (version) => {
  const name = `versions/v${String(version).padStart(2, '0')}`;
  let path = '';
  let mode: unknown;
  let report: MigrationReport;

  beforeAll(async () => {
    let remove: () => void = () => undefined;
    path = copyFixture(`${name}.db`, (cleanUp) => (remove = cleanUp));
    chmodSync(path, 0o640);
    mode = raw(path, (db) => db.pragma('journal_mode', { simple: true }));
    report = await migrate(path, { now: () => NOW });
    return remove;
  });

  it('has the schema of a store made new', () => {
    expect(contentOf(path)['version']).toEqual([{ number: 1, version: 11 }]);
    expect(raw(path, schemaOf)).toEqual(nativeSchema());
  });

  it('answers searches as the file that the reference migrated', () => {
    const expected = JSON.parse(
      readFileSync(
        new URL(`../../fixtures/databases/${name}.opened_by_v11.json`, import.meta.url),
        'utf8',
      ),
    ).search_ids;
    const phrase = (query: string) => `"${query}"`;
    for (const query of WORDS) {
      expect(matches(path, phrase(query)).toSorted(), query).toEqual(expected[query].toSorted());
    }
    for (const query of RUNS) {
      const found = matches(path, phrase(query), 'messages_fts_trigram');
      expect(found.toSorted(), query).toEqual(expected[query].toSorted());
    }
  });

  it('passes every integrity check, in SQLite of both sides', () => {
    expect(integrityOf(path)).toEqual(SOUND);
    const answer = python(
      path,
      `import sqlite3, sys
c = sqlite3.connect(sys.argv[1])
for t in ('messages_fts', 'messages_fts_trigram'):
    c.execute(f"INSERT INTO {t}({t}) VALUES ('integrity-check')")
print(c.execute('PRAGMA integrity_check').fetchone()[0], c.execute("SELECT COUNT(*) FROM messages").fetchone()[0])`,
    );
    expect(answer.trim()).toBe('ok 16');
  });

  it('keeps every row as it was', () => {
    const before = raw(copyFixture(`${name}.db`), rows);
    const after = raw(path, rows);
    expect(after.messages).toMatchObject(before.messages);
    expect(after.sessions).toMatchObject(before.sessions);
  });

  it('keeps journal mode, permissions, application_id and user_version', () => {
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(
      raw(path, (db) =>
        ['journal_mode', 'application_id', 'user_version'].map((each) =>
          db.pragma(each, { simple: true }),
        ),
      ),
    ).toEqual([mode, 0, 0]);
  });

  it('takes new messages into both indexes', () => {
    const copy = copyOf(path);
    raw(copy, (db) =>
      db.exec(
        `INSERT INTO messages (session_id, role, content, tool_calls, timestamp)
         VALUES ('20260517_090000_a1b2c3', 'user', 'fresh 新しい日本語', '[{"name": "freshtool"}]', 1)`,
      ),
    );
    expect(matches(copy, 'fresh')).toEqual([17]);
    expect(matches(copy, 'freshtool')).toEqual([17]);
    expect(matches(copy, '新しい', 'messages_fts_trigram')).toEqual([17]);
  });

  it('reports what it lacked, and where the backup is', () => {
    expect(report).toMatchObject({
      path,
      versionBefore: version,
      backupPath: `${path}.backup-schema${version}-20261201-113000`,
      indexedRows: { messages_fts: 16, messages_fts_trigram: 16 },
      titles: [],
    });
    expect(report.lacked.columns).toContain('sessions.handoff_state');
  });

  it('needs nothing when it is migrated again', async () => {
    const before = contentOf(path);
    const again = await migrate(path, { now: () => NOW });
    expect(again.backupPath).toBeNull();
    expect(contentOf(path)).toEqual(before);
  });
});

function rows(db: Database.Database): { sessions: object[]; messages: object[] } {
  return {
    sessions: db.prepare<[], object>('SELECT * FROM sessions ORDER BY rowid').all(),
    messages: db.prepare<[], object>('SELECT * FROM messages ORDER BY id').all(),
  };
}
