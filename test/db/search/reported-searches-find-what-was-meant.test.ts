import { describe, expect, it } from 'vitest';
import { insertMessage, insertSession } from '../../support/rows.js';
import { searchStatus } from '../../../src/db/sqlite/search/status.js';
import { contexts } from '../../../src/db/sqlite/search/context.js';
import { hits, ids, pagedIds, searchFile, total } from './support.js';

/** A file with one message in each of some sessions; their ids are 1, 2, 3… */
function withTexts(...texts: string[]) {
  return searchFile((db) =>
    texts.forEach((text, index) => {
      insertSession(db, `s${index + 1}`);
      insertMessage(db, `s${index + 1}`, 'user', text);
    }),
  );
}

describe('searches that users of Hermes reported as missing or failing', () => {
  it('a Chinese phrase inside a longer run is found, and marked', () => {
    const file = withTexts('昨天记忆断裂了');
    expect(hits(file, '记忆断裂').map(({ snippet }) => snippet)).toEqual(['昨天>>>记忆断裂<<<了']);
  });

  it('OR, NOT and AND keep their sense for two-letter Chinese words', () => {
    const file = withTexts('去过广西', '桂林山水', '北京');
    expect(ids(file, '广西 OR 桂林').sort()).toEqual([1, 2]);
    expect(ids(file, '广西 NOT 去过')).toEqual([]);
    expect(ids(file, '桂林 NOT 去过')).toEqual([2]);
    expect(ids(file, '广西 桂林')).toEqual([]);
    expect(ids(file, '广西 AND 去过')).toEqual([1]);
  });

  it('an exact hit does not hide the others', () => {
    expect(ids(withTexts('断裂', '昨天记忆断裂了'), '断裂').sort()).toEqual([1, 2]);
  });

  it.each(["it's", 'gateway/run.py', 'user@host', '50%', 'run.py', '"50% done"', "it's in"])(
    'everyday punctuation finds its text: %s',
    (query) => {
      const file = withTexts("it's in gateway/run.py, mail user@host, 50% done", 'nothing of it');
      expect(ids(file, query)).toEqual([1]);
    },
  );

  it.each(['.env', 'rm -rf', 'foo:bar', 'TODO: fix', '10:30', '[array]', '/usr/local/bin', 'a,b'])(
    'and so does the punctuation of code: %s',
    (query) => expect(ids(withTexts(`see ${query} here`, 'other'), query)).toEqual([1]),
  );

  it('a hyphen inside an OR names no column', () => {
    expect(ids(withTexts('the chat-send tool'), 'docker OR chat-send')).toEqual([1]);
  });

  it.each(['%', '_', '\\', '100%', '5_5', '%%', '"%"', "'", '"a_b"'])(
    'the wildcards of LIKE are only themselves: %s',
    (query) => expect(ids(withTexts('nothing of the kind'), query)).toEqual([]),
  );

  it('a literal percent sign is found where it stands', () => {
    expect(ids(withTexts('100% done', '100 percent done'), '%')).toEqual([1]);
    expect(ids(withTexts('50%完成', '50完成'), '50%完成')).toEqual([1]);
  });

  it('a read-only connection finds, and goes on finding without the index, which is reported', () => {
    const file = withTexts('docker here', 'docker there', 'elsewhere');
    expect(ids(file, 'docker').sort()).toEqual([1, 2]);
    expect(searchStatus(file.sql)).toEqual({
      words: true,
      trigrams: true,
      pendingRows: 0,
      problem: null,
    });
    for (const event of ['insert', 'update', 'delete'])
      file.db.exec(`DROP TRIGGER messages_fts_${event}`);
    file.db.exec('DROP TABLE messages_fts');
    file.sql.layout();
    const waiting = performance.now() + 300;
    while (performance.now() < waiting) file.sql.layout();
    expect(ids(file, 'docker').sort()).toEqual([1, 2]);
    expect(searchStatus(file.sql)).toMatchObject({
      words: false,
      trigrams: true,
      problem: 'The index of words is missing; searches read the messages instead.',
    });
  });
});

describe('the shape of results', () => {
  const noisy = () =>
    searchFile((db) => {
      insertSession(db, 'cur');
      insertSession(db, 'job', { source: 'cron' });
      insertSession(db, 'x');
      insertMessage(db, 'x', 'user', 'needle');
      for (let n = 0; n < 10; n += 1) {
        insertMessage(db, 'cur', 'user', 'needle');
        insertMessage(db, 'job', 'user', 'needle');
      }
    });

  it('filters come before the limit', () => {
    const file = noisy();
    const filter = { excludeSessionIds: ['cur'], excludeSources: ['cron'] };
    for (const order of ['RELEVANCE', 'NEWEST', 'OLDEST'] as const) {
      expect(ids(file, 'needle', filter, order, 5)).toEqual([1]);
    }
    expect(total(file, 'needle', filter)).toBe(1);
  });

  it('an empty list of excludes excludes nothing', () => {
    expect(
      total(noisy(), 'needle', { excludeSessionIds: [], excludeSources: [], excludeRoles: [] }),
    ).toBe(21);
  });

  it('an empty list of includes admits nothing', () => {
    const file = noisy();
    expect(total(file, 'needle', { sources: [] })).toBe(0);
    expect(total(file, 'needle', { roles: [] })).toBe(0);
    expect(total(file, 'needle', { sessionIds: [] })).toBe(0);
  });

  it('a hit names its message', () => {
    const file = searchFile((db) => {
      insertSession(db, 'a');
      for (let n = 1; n <= 500; n += 1)
        insertMessage(db, 'a', 'user', n === 417 ? 'needle' : `text ${n}`);
    });
    expect(hits(file, 'needle')[0]?.message).toMatchObject({ id: 417, session_id: 'a' });
  });

  it('a range of time is half open and of the message itself', () => {
    const file = searchFile((db) => {
      insertSession(db, 'a');
      for (const timestamp of [100, 200, 300])
        insertMessage(db, 'a', 'user', 'needle', { timestamp });
    });
    expect(ids(file, 'needle', { timestamp: { from: 200, until: 300 } })).toEqual([2]);
    expect(total(file, 'needle', { timestamp: { from: 200 } })).toBe(2);
  });

  it('an undone turn is no context, and no hit', () => {
    const file = searchFile(
      (db) => {
        insertSession(db, 'n');
        insertMessage(db, 'n', 'user', 'first', { id: 901 });
        insertMessage(db, 'n', 'user', 'secretword needle', { id: 902, active: 0, compacted: 0 });
        insertMessage(db, 'n', 'user', 'third needle', { id: 903 });
        insertMessage(db, 'n', 'user', 'folded needle', { id: 904, active: 0, compacted: 1 });
      },
      { fixture: 'versions/v31.db' },
    );
    expect(ids(file, 'secretword')).toEqual([]);
    expect(ids(file, 'needle', {}, 'NEWEST')).toEqual([904, 903]);
    expect(contexts(file.sql, [903])[0]?.map(({ messageId }) => messageId)).toEqual([
      901, 903, 904,
    ]);
  });

  it('equal ranks page without overlap, in the order of ids', () => {
    const file = searchFile((db) => {
      insertSession(db, 'a');
      for (let n = 0; n < 25; n += 1) insertMessage(db, 'a', 'user', 'needle');
    });
    const inOrder = Array.from({ length: 25 }, (_, index) => index + 1);
    expect(pagedIds(file, 'needle', 'RELEVANCE', 10)).toEqual(inOrder);
  });

  it('structured content behind NUL is found, and shown as text', () => {
    const file = withTexts('\0json:[{"type": "text", "text": "hello\\nworld caf\\u00e9"}]');
    for (const query of ['hello', 'world', 'café', '"hello world"']) {
      const [hit] = hits(file, query);
      expect(hit?.snippet.replace(/>>>|<<</g, ''), query).toBe('hello\nworld café');
      expect(hit?.snippet, query).toContain('>>>');
    }
  });

  it('a BLOB and a text cut inside a character are found and shown', () => {
    const file = searchFile((db) => {
      insertSession(db, 'a');
      insertMessage(db, 'a', 'user', Buffer.from('needle in bytes'));
      db.prepare(
        "INSERT INTO messages (session_id, role, content, timestamp) VALUES ('a', 'user', CAST(x'6e6565646c65c3' AS TEXT), 1)",
      ).run();
    });
    expect(hits(file, 'needle', {}, 'OLDEST').map(({ snippet }) => snippet)).toEqual([
      '>>>needle<<< in bytes',
      '>>>needle<<<\ufffd',
    ]);
  });
});
