import { describe, expect, it } from 'vitest';
import { searchStatus } from '../../../src/db/sqlite/search/status.js';
import { ids, searchFile, total, type SearchFile } from './support.js';

/** Files that Hermes wrote with an SQLite whose index of runs stops at the NUL of structured content. */
const VERSIONS = ['11', '14', '16', '20', '23', '25', '31'];
const FILES = [
  ...VERSIONS.map((version) => `versions/v${version}.db`),
  'versions/v25_upgraded_from_v11.db',
  'v31_cjk_no_tokenizer.db',
  'v11_rich.db',
  'v11_quirks.db',
];

/** The same file, where searches read the messages. */
function withoutIndexes(fixture: string): SearchFile {
  return searchFile(
    (db) => {
      db.exec(
        "INSERT INTO state_meta (key, value) VALUES ('fts_stale', '1') ON CONFLICT (key) DO UPDATE SET value = '1'",
      );
    },
    { fixture },
  );
}

/** Words and runs of Chinese that a file's messages say, as many as a test may ask for. */
function sayings({ db }: SearchFile, most: number): string[] {
  const contents = db
    .prepare('SELECT CAST(content AS TEXT) FROM messages WHERE content IS NOT NULL')
    .pluck()
    .all() as string[];
  const said = contents.flatMap((content) => {
    const text = content.replace(/\\u([0-9a-f]{4})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return [
      ...text.matchAll(/[\p{Script=Latin}\d]{3,20}/gu),
      ...text.matchAll(/[\u3040-\u9fff]{1,4}/gu),
    ].map(([one]) => one);
  });
  const different = [...new Set(said)];
  const step = Math.max(1, Math.floor(different.length / most));
  return different.filter((_, index) => index % step === 0).slice(0, most);
}

describe('Chinese in structured messages is found in files as Hermes wrote them', () => {
  it.each([...VERSIONS.map((version) => `versions/v${version}.db`), 'v31_cjk_no_tokenizer.db'])(
    '%s',
    (fixture) => {
      const file = searchFile(undefined, { fixture });
      for (const order of ['NEWEST', 'RELEVANCE', 'OLDEST'] as const) {
        expect(ids(file, '这张截图', {}, order)).toEqual([12]);
      }
      expect(total(file, '这张截图')).toBe(1);
      expect(ids(file, '截图', {}, 'NEWEST')).toContain(12);
    },
  );

  it('v11_rich.db', () => {
    const file = searchFile(undefined, { fixture: 'v11_rich.db' });
    expect(ids(file, '翻译成英文', {}, 'NEWEST')).toEqual([88, 77, 21]);
    expect(ids(file, '数据库迁移需要多长时间', {}, 'NEWEST')).toContain(83);
    expect(searchStatus(file.sql).problem).toBeNull();
  });
});

describe('what messages say is found by the indexes as by reading', () => {
  it.each(FILES)('%s', (fixture) => {
    const file = searchFile(undefined, { fixture });
    const read = withoutIndexes(fixture);
    const queries = sayings(file, 60).filter((one) => !/^(?:and|or|not)$/i.test(one));
    expect(queries.length).toBeGreaterThan(5);
    for (const query of queries) {
      const expected = ids(read, query, {}, 'NEWEST', 1000);
      expect(ids(file, query, {}, 'NEWEST', 1000), query).toEqual(expected);
      expect(total(file, query), query).toBe(expected.length);
    }
  });
});

describe('structured messages that only the index of words holds', () => {
  const structured = (text: string) =>
    `\0json:[{"type": "text", "text": "${text}"}, {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBOR"}}]`;

  /** What an older SQLite does: the index of runs gets nothing behind the NUL. */
  function old(...texts: string[]): SearchFile {
    return searchFile((db) => {
      db.exec("INSERT INTO sessions (id, source, started_at) VALUES ('s', 'cli', 1000)");
      db.exec(`DROP TRIGGER messages_fts_trigram_insert;
        CREATE TRIGGER messages_fts_trigram_insert AFTER INSERT ON messages BEGIN
          INSERT INTO messages_fts_trigram (rowid, content) VALUES (new.id,
            CASE WHEN new.content < char(1) THEN '' ELSE new.content END || '  '); END;`);
      const insert = db.prepare(
        "INSERT INTO messages (session_id, role, content, timestamp) VALUES ('s', 'user', ?, 1000)",
      );
      for (const text of texts) insert.run(structured(text));
      insert.run('a plain message');
    });
  }

  it.each([
    ['用docker部署', 'docker'],
    ['用docker部署', 'docker部署'],
    ['caf\\u00e9 au lait', 'café'],
    ['caf\\u00e9 au lait', 'CAFÉ'],
    ['first\\nsecond line', 'second'],
    ['\\u6570\\u636e\\u5e93abc', '数据库'],
    ['\\u6570\\u636e\\u5e93abc', '据库'],
    ['\\u6570\\u636e\\u5e93abc', '库abc'],
    ['\\u7528docker\\u90e8\\u7f72', 'docker'],
    ['\\u7528AI\\u6a21\\u578b', 'AI'],
    ['see -> there', '"->"'],
    ['\\ud83d\\ude80 up', '🚀'],
    ['\\u043c\\u043e\\u0439 x', 'Мой'],
    ['\\u6570\\u636e\\n\\u8fc1\\u79fb', '"数据 迁移"'],
  ])('%j is found by %s', (text, query) => {
    const file = old('other words', text);
    for (const order of ['NEWEST', 'RELEVANCE'] as const) {
      expect(ids(file, query, {}, order)).toEqual([2]);
    }
    expect(total(file, query)).toBe(1);
  });

  it('those written while the store is open too', () => {
    const file = old('\\u65e7\\u7684\\u6d88\\u606f');
    expect(ids(file, '用docker')).toEqual([]);
    const insert = file.db.prepare(
      "INSERT INTO messages (session_id, role, content, timestamp) VALUES ('s', 'user', ?, 1000)",
    );
    const id = Number(insert.run(structured('\\u7528docker')).lastInsertRowid);
    expect(ids(file, 'docker')).toEqual([id]);
  });
});
