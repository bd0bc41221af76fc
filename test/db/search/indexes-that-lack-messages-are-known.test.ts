import { describe, expect, it } from 'vitest';
import type Database from 'better-sqlite3';
import { parseSearchQuery } from '../../../src/domain/search-query/parse.js';
import { search } from '../../../src/db/sqlite/search/search.js';
import { searchStatus } from '../../../src/db/sqlite/search/status.js';
import { insertMessage, insertSession } from '../../support/rows.js';
import { ids, pagedIds, searchFile, total } from './support.js';

const INDEXES = ['messages_fts', 'messages_fts_trigram'];

/** What opening a file does that has lost its indexes: they are made again, and start empty. */
function makeAgain(db: Database.Database, names = INDEXES): void {
  for (const name of names) {
    const sql = db.prepare('SELECT sql FROM sqlite_master WHERE name = ?').pluck().get(name);
    db.exec(`DROP TABLE ${name}; ${String(sql)}`);
  }
}

/** Runs some writing while no trigger keeps the indexes current. */
function withoutTriggers(db: Database.Database, write: () => void): void {
  const triggers = db
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'messages%'")
    .all() as { name: string; sql: string }[];
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  write();
  for (const { sql } of triggers) db.exec(sql);
}

describe('an index that was made again without its old messages', () => {
  it.each([[INDEXES], [['messages_fts']], [['messages_fts_trigram']]])(
    'does not hide them: %s',
    (names) => {
      const file = searchFile((db) => {
        insertSession(db, 'a');
        insertMessage(db, 'a', 'user', 'old needle text 数据库迁移');
        for (let n = 0; n < 200; n += 1) insertMessage(db, 'a', 'user', `filler ${n}`);
        makeAgain(db, names);
        insertMessage(db, 'a', 'user', 'written afterwards, needle 数据库迁移');
      });
      for (const query of ['needle', '数据库迁移', '数据', 'needle 数据库', 'needle NOT filler']) {
        for (const order of ['NEWEST', 'RELEVANCE', 'OLDEST'] as const) {
          expect(ids(file, query, {}, order).sort(), `${query} ${order}`).toEqual([1, 202]);
        }
        expect(total(file, query), query).toBe(2);
      }
      expect(pagedIds(file, 'filler', 'NEWEST', 30)).toHaveLength(200);
    },
  );

  it('is reported, with how many messages it lacks', () => {
    const file = searchFile((db) => {
      insertSession(db, 'a');
      for (let n = 0; n < 30; n += 1) insertMessage(db, 'a', 'user', `filler ${n}`);
      makeAgain(db, ['messages_fts']);
      insertMessage(db, 'a', 'user', 'written afterwards');
    });
    const problem =
      'The index of words lacks 30 messages, the first of id 1; searches read these instead.';
    expect(searchStatus(file.sql)).toEqual({
      words: true,
      trigrams: true,
      pendingRows: 30,
      problem,
    });
    const page = search(file.sql, parseSearchQuery('filler'), {}, 'NEWEST', {
      limit: 5,
      after: null,
    });
    expect(page).toMatchObject({ problem, damaged: [] });
  });

  it('nor does a newer file, whose index leaves messages out by design', () => {
    const file = searchFile(
      (db) => {
        insertSession(db, 'n');
        insertSession(db, 'c', { source: 'cron' });
        for (let n = 0; n < 40; n += 1) {
          const id = 5000 + n;
          insertMessage(db, n % 2 ? 'c' : 'n', n % 3 ? 'user' : 'tool', `needle 数据库 ${n}`, {
            id,
          });
        }
      },
      { fixture: 'versions/v31.db' },
    );
    expect(searchStatus(file.sql)).toMatchObject({ pendingRows: 0, problem: null });
    expect(total(file, '数据库 needle')).toBe(40);
    makeAgain(file.db);
    insertMessage(file.db, 'n', 'user', 'needle 数据库 again', { id: 6000 });
    file.sql.freshLayout();
    expect(searchStatus(file.sql).problem).toMatch(
      /^The index of words lacks \d+ messages.*three-character runs lacks \d+ messages/,
    );
    for (const query of ['needle', '数据库', '数据']) expect(total(file, query)).toBe(41);
  });
});

describe('messages that were written while the triggers were gone', () => {
  it('are read, and the others are looked up', () => {
    const file = searchFile((db) => {
      insertSession(db, 'a');
      for (let n = 0; n < 300; n += 1) insertMessage(db, 'a', 'user', `filler ${n}`);
      withoutTriggers(db, () => {
        for (let n = 0; n < 3; n += 1) insertMessage(db, 'a', 'user', `needle 数据库 ${n}`);
      });
      for (let n = 0; n < 300; n += 1) insertMessage(db, 'a', 'user', `filler ${n}`);
    });
    expect(ids(file, 'needle', {}, 'NEWEST')).toEqual([303, 302, 301]);
    expect(ids(file, '数据库', {}, 'OLDEST')).toEqual([301, 302, 303]);
    expect(searchStatus(file.sql)).toMatchObject({ words: true, trigrams: true, pendingRows: 3 });
  });
});

it.each(['v11_empty.db', 'v11_rich.db', 'v11_large.db', 'versions/v01.db', 'versions/v10.db'])(
  'a whole index lacks nothing: %s',
  (fixture) => {
    expect(searchStatus(searchFile(undefined, { fixture }).sql)).toMatchObject({
      pendingRows: 0,
      problem: null,
    });
  },
);
