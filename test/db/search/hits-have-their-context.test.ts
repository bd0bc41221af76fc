import { describe, expect, it } from 'vitest';
import { contexts } from '../../../src/db/sqlite/search/context.js';
import { insertMessage, insertSession } from '../../support/rows.js';
import { searchFile } from './support.js';

const around = (sql: Parameters<typeof contexts>[0], id: number) =>
  contexts(sql, [id])[0]?.map(({ messageId }) => messageId);

describe('the context of a hit', () => {
  it('is the message before, itself and the one after, of its session, by id', () => {
    const { sql } = searchFile((db) => {
      insertSession(db, 'a');
      insertSession(db, 'b');
      for (let n = 1; n <= 9; n += 1) {
        insertMessage(db, n % 2 === 1 ? 'a' : 'b', 'user', `text ${n}`, { timestamp: 1000 - n });
      }
    });
    expect(contexts(sql, [5, 1, 9, 77])).toEqual([
      [
        { messageId: 3, role: 'user', content: 'text 3' },
        { messageId: 5, role: 'user', content: 'text 5' },
        { messageId: 7, role: 'user', content: 'text 7' },
      ],
      [
        { messageId: 1, role: 'user', content: 'text 1' },
        { messageId: 3, role: 'user', content: 'text 3' },
      ],
      [
        { messageId: 7, role: 'user', content: 'text 7' },
        { messageId: 9, role: 'user', content: 'text 9' },
      ],
      [],
    ]);
  });

  it('is found over any distance', () => {
    const { sql } = searchFile((db) => {
      insertSession(db, 'a');
      insertSession(db, 'b');
      insertMessage(db, 'a', 'user', 'first');
      db.transaction(() => {
        for (let n = 0; n < 500; n += 1) insertMessage(db, 'b', 'user', 'between');
      })();
      insertMessage(db, 'a', 'user', 'last');
    });
    expect(around(sql, 1)).toEqual([1, 502]);
    expect(around(sql, 502)).toEqual([1, 502]);
  });

  it('is cut to 200 code points, never inside one', () => {
    const { sql } = searchFile((db) => {
      insertSession(db, 'a');
      insertMessage(db, 'a', 'user', '𠀀'.repeat(300));
      insertMessage(db, 'a', 'tool', 'x'.repeat(400_000));
    });
    expect(contexts(sql, [1])[0]?.map(({ content }) => content)).toEqual([
      '𠀀'.repeat(200),
      'x'.repeat(200),
    ]);
  });

  it('shows the text of structured content, however large its pictures', () => {
    const picture = `data:image/png;base64,${'A'.repeat(500_000)}`;
    const { sql } = searchFile((db) => {
      insertSession(db, 'a');
      insertMessage(
        db,
        'a',
        'user',
        `\0json:[{"type": "image_url", "image_url": {"url": "${picture}"}}, {"type": "text", "text": "see"}]`,
      );
      insertMessage(
        db,
        'a',
        'user',
        `\0json:[{"type": "image_url", "image_url": {"url": "${picture}"}}]`,
      );
      insertMessage(db, 'a', 'assistant', null);
    });
    expect(contexts(sql, [2])[0]?.map(({ content }) => content)).toEqual([
      'see',
      '[multimodal content]',
      '',
    ]);
  });

  it('asks once for many', () => {
    const { sql } = searchFile((db) => {
      insertSession(db, 'a');
      for (let n = 0; n < 50; n += 1) insertMessage(db, 'a', 'user', `text ${n}`);
    });
    const ids = Array.from({ length: 50 }, (_, index) => index + 1);
    expect(contexts(sql, ids).map((entries) => entries.length)).toEqual([
      2,
      ...ids.slice(2).map(() => 3),
      2,
    ]);
    expect(contexts(sql, [])).toEqual([]);
  });
});
