import { describe, expect, it } from 'vitest';
import { parseSearchQuery } from '../../../src/domain/search-query/parse.js';
import { search } from '../../../src/db/sqlite/search/search.js';
import { searchStatus } from '../../../src/db/sqlite/search/status.js';
import { insertMessage, insertSession } from '../../support/rows.js';
import { ids, searchFile, total } from './support.js';

const QUERIES = ['zebra', '断裂', '记忆断裂', 'zebra 断裂', 'zebra NOT absent', 'youer', 'zeb*'];

function damaged(damage: string) {
  return searchFile((db) => {
    insertSession(db, 'n');
    insertMessage(db, 'n', 'user', 'zebra 记忆断裂 用youer部署');
    for (let n = 0; n < 50; n += 1) insertMessage(db, 'n', 'user', `the other text ${n}`);
    db.unsafeMode(true);
    db.pragma('writable_schema = ON');
    db.exec(damage);
  });
}

const DAMAGE = {
  'the words’ structure record is garbage':
    "UPDATE messages_fts_data SET block = x'0badc0de' WHERE id = 10",
  'the words’ pages are gone': 'DELETE FROM messages_fts_data WHERE id > 10',
  'the runs’ structure record is garbage':
    "UPDATE messages_fts_trigram_data SET block = x'0badc0de' WHERE id = 10",
  'the runs’ pages are gone': 'DELETE FROM messages_fts_trigram_data WHERE id > 10',
  'both are garbage':
    "UPDATE messages_fts_data SET block = x'ff' WHERE id >= 10; UPDATE messages_fts_trigram_data SET block = x'ff' WHERE id >= 10",
  'the sizes of documents are gone': 'DELETE FROM messages_fts_docsize',
  'a shadow table is gone': 'DROP TABLE messages_fts_data',
  'a trigger is gone': 'DROP TRIGGER messages_fts_trigram_delete; DROP TRIGGER messages_fts_insert',
};

describe.each(Object.entries(DAMAGE))('%s', (_, damage) => {
  it('every search is answered as by reading, again and again', () => {
    const file = damaged(damage);
    for (const query of [...QUERIES, ...QUERIES]) {
      for (const order of ['NEWEST', 'RELEVANCE', 'OLDEST'] as const) {
        expect(ids(file, query, {}, order), `${query} ${order}`).toEqual([1]);
      }
      expect(total(file, query), query).toBe(1);
    }
  });
});

describe('what is wrong is said', () => {
  it.each([
    [
      'the words’ structure record is garbage',
      'The index of words is damaged; searches read the messages instead.',
      'words',
    ],
    [
      'the runs’ structure record is garbage',
      'The index of three-character runs is damaged; searches read the messages instead.',
      'trigrams',
    ],
  ] as const)('%s', (damage, sentence, index) => {
    const file = damaged(DAMAGE[damage]);
    expect(searchStatus(file.sql)).toMatchObject({ [index]: false, problem: sentence });
    const page = search(file.sql, parseSearchQuery('zebra'), {}, 'NEWEST', {
      limit: 1,
      after: null,
    });
    expect(page.problem).toBe(sentence);
  });

  it('a damaged table of messages is no damage of an index, and is not hidden', () => {
    const file = searchFile();
    file.db.exec('DROP TABLE messages');
    expect(() => ids(file, 'zebra')).toThrow(/no such table/);
  });
});
