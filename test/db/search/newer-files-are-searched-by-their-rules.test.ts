import { describe, expect, it } from 'vitest';
import { searchStatus } from '../../../src/db/sqlite/search/status.js';
import { insertMessage, insertSession } from '../../support/rows.js';
import { ids, pagedIds, searchFile, total } from './support.js';

const NEWER = [
  'versions/v14.db',
  'versions/v16.db',
  'versions/v23.db',
  'versions/v25.db',
  'versions/v31.db',
  'versions/v25_upgraded_from_v11.db',
  'v31_cjk_no_tokenizer.db',
];
const OLDER = [
  'versions/v01.db',
  'versions/v04.db',
  'versions/v06.db',
  'versions/v09.db',
  'versions/v10.db',
  'versions/v11.db',
];

describe.each([...OLDER, ...NEWER])('%s', (fixture) => {
  it('answers words, phrases, Chinese of any length and punctuation', () => {
    const file = searchFile(
      (db) => {
        for (const trigger of ['insert', 'update', 'delete'])
          db.exec(`DROP TRIGGER IF EXISTS messages_fts_cjk_${trigger}`);
        insertSession(db, 'n');
        insertMessage(db, 'n', 'user', 'zebra docker-compose 记忆断裂 用youer部署 -> end', {
          id: 5001,
        });
        insertMessage(db, 'n', 'tool', 'zebra 工具结果 output', { id: 5002 });
      },
      { fixture },
    );
    for (const query of [
      'zebra',
      '"docker compose"',
      'zeb*',
      '记忆断裂',
      '断裂',
      '忆',
      'youer',
      '->',
      'zebra 断裂',
      'nothing OR 断裂',
      '记忆 NOT 广西',
    ]) {
      expect(ids(file, query, { sessionIds: ['n'] }), query).toContain(5001);
      expect(ids(file, query, {}, 'NEWEST'), query).toContain(5001);
    }
    for (const query of ['zebra', '工具结果', '工具']) {
      expect(ids(file, query, {}, 'NEWEST'), query).toContain(5002);
    }
    expect(ids(file, 'zebra NOT 断裂', {}, 'NEWEST')).toEqual([5002]);
  });
});

describe('undone and compacted rows', () => {
  it.each(['versions/v16.db', 'versions/v23.db', 'versions/v31.db'])(
    'are out and in: %s',
    (fixture) => {
      const file = searchFile(
        (db) => {
          insertSession(db, 'n');
          insertMessage(db, 'n', 'user', 'zebra 断裂 active', { id: 5001 });
          insertMessage(db, 'n', 'user', 'zebra 断裂 undone', {
            id: 5002,
            active: 0,
            compacted: 0,
          });
          insertMessage(db, 'n', 'user', 'zebra 断裂 folded', {
            id: 5003,
            active: 0,
            compacted: 1,
          });
        },
        { fixture },
      );
      for (const query of ['zebra', '断裂', '"zebra 断裂"']) {
        expect(ids(file, query, {}, 'OLDEST'), query).toEqual([5001, 5003]);
        expect(total(file, query), query).toBe(2);
      }
    },
  );

  it('hidden rows are not shown', () => {
    const file = searchFile(
      (db) => {
        insertSession(db, 'n');
        insertMessage(db, 'n', 'user', 'zebra', { id: 5001, display_kind: 'hidden' });
      },
      { fixture: 'versions/v31.db' },
    );
    expect(ids(file, 'zebra')).toEqual([]);
  });
});

describe('rows that the newest files leave out of the index of runs', () => {
  const file = () =>
    searchFile(
      (db) => {
        insertSession(db, 'n');
        insertSession(db, 'c', { source: 'cron' });
        insertSession(db, 'd', { model_config: '{"_delegate_from": "n"}' });
        insertMessage(db, 'n', 'tool', '昨天记忆断裂了', { id: 5001 });
        insertMessage(db, 'c', 'user', '昨天记忆断裂了', { id: 5002 });
        insertMessage(db, 'd', 'user', '昨天记忆断裂了', { id: 5003 });
        insertMessage(db, 'n', 'assistant', null, {
          id: 5004,
          tool_calls:
            '[{"function": {"name": "terminal", "arguments": "{\\"command\\": \\"echo \\\\u8bb0\\\\u5fc6\\\\u65ad\\\\u88c2\\"}"}}]',
        });
        insertMessage(db, 'n', 'user', '昨天记忆断裂了', { id: 5005 });
      },
      { fixture: 'versions/v31.db' },
    );

  it.each(['记忆断裂', '断裂', '裂'])('are found all the same: %s', (query) => {
    const found = file();
    expect(ids(found, query, {}, 'OLDEST')).toEqual([5001, 5002, 5003, 5004, 5005]);
    expect(pagedIds(found, query, 'RELEVANCE', 2).sort()).toEqual([5001, 5002, 5003, 5004, 5005]);
    expect(total(found, query)).toBe(5);
  });
});

describe('rebuild of the indexes under way', () => {
  it('rows of the pending range are read, and counted in the status', () => {
    const file = searchFile(
      (db) => {
        insertSession(db, 'n');
        const mark = db.prepare('INSERT INTO state_meta (key, value) VALUES (?, ?)');
        mark.run('fts_rebuild_high_water', '6000');
        mark.run('fts_rebuild_progress', '5000');
        for (let id = 5001; id <= 5010; id += 1)
          insertMessage(db, 'n', 'user', `zebra 断裂 number ${id}`, { id });
        insertMessage(db, 'n', 'user', 'zebra 断裂 indexed', { id: 6001 });
      },
      { fixture: 'versions/v31.db' },
    );
    expect(
      file.db
        .prepare("SELECT COUNT(*) AS n FROM messages_fts WHERE messages_fts MATCH 'zebra'")
        .get(),
    ).toEqual({ n: 1 });
    for (const query of ['zebra', '断裂', '"zebra 断裂"', 'zeb*', 'zebra NOT absent']) {
      expect(ids(file, query), query).toHaveLength(11);
      expect(pagedIds(file, query, 'NEWEST', 4), query).toEqual([
        6001, 5010, 5009, 5008, 5007, 5006, 5005, 5004, 5003, 5002, 5001,
      ]);
      expect(total(file, query), query).toBe(11);
    }
    expect(ids(file, 'zebra NOT indexed')).toHaveLength(10);
    expect(searchStatus(file.sql)).toMatchObject({
      words: true,
      trigrams: true,
      pendingRows: 10,
      problem: null,
    });
  });

  it('a file marked as stale is read instead', () => {
    const file = searchFile(
      (db) => {
        insertSession(db, 'n');
        db.prepare("INSERT INTO state_meta (key, value) VALUES ('fts_stale', '1')").run();
        for (const index of ['messages_fts', 'messages_fts_trigram']) {
          for (const event of ['insert', 'update', 'delete'])
            db.exec(`DROP TRIGGER ${index}_${event}`);
        }
        insertMessage(db, 'n', 'user', 'zebra 断裂', { id: 5001 });
      },
      { fixture: 'versions/v31.db' },
    );
    for (const query of ['zebra', '断裂', 'zebra 断裂']) expect(ids(file, query)).toEqual([5001]);
    const status = searchStatus(file.sql);
    expect(status).toMatchObject({ words: false, trigrams: false, pendingRows: 0 });
    expect(status.problem).toContain('The index of words is marked as stale by Hermes');
  });
});
