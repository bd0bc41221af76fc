import { describe, expect, it } from 'vitest';
import { parseSearchQuery } from '../../../src/domain/search-query/parse.js';
import { MAX_CELL_BYTES } from '../../../src/db/sqlite/cells.js';
import { contexts } from '../../../src/db/sqlite/search/context.js';
import { hitsOf } from '../../../src/db/sqlite/search/hits.js';
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

  it('shows the calls of a message that says nothing', () => {
    const calls = [
      { id: '1', type: 'function', function: { name: 'terminal', arguments: '{"command": "ls"}' } },
      { id: '2', name: 'web_search', arguments: { query: '🚀'.repeat(300) } },
    ];
    const { sql } = searchFile((db) => {
      insertSession(db, 'a');
      insertMessage(db, 'a', 'assistant', null, { tool_calls: JSON.stringify(calls) });
      insertMessage(db, 'a', 'assistant', 'said', { tool_calls: JSON.stringify(calls) });
      insertMessage(db, 'a', 'assistant', '', { tool_calls: '{broken' });
    });
    const [called, ...others] = contexts(sql, [2])[0]?.map(({ content }) => content) ?? [];
    expect(called).toMatch(/^terminal \{"command": "ls"\} web_search \{"query": "(🚀|\\ud83d)/u);
    expect(Array.from(called ?? '')).toHaveLength(200);
    expect(others).toEqual(['said', '{broken']);
  });

  it('is read of cells of a sane size only', () => {
    const { sql, db } = searchFile((db) => {
      insertSession(db, 'a');
      for (const text of ['one', 'two', 'three']) insertMessage(db, 'a', 'user', text);
      for (const event of ['insert', 'delete', 'update']) {
        db.exec(`DROP TRIGGER messages_fts_${event}; DROP TRIGGER messages_fts_trigram_${event}`);
      }
    });
    db.prepare('UPDATE messages SET content = zeroblob(?) WHERE id = 2').run(MAX_CELL_BYTES + 1);
    expect(contexts(sql, [2])[0]?.map(({ content }) => content)).toEqual(['one', '', 'three']);
    const tree = parseSearchQuery('anything');
    const [hit] = hitsOf(sql, tree, [{ id: 2, rank: null }]);
    expect(hit).toMatchObject({ message: { id: 2, session_id: 'a' }, snippet: '' });
  });

  it('finds what it must for many', () => {
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

it('a hit carries its key and its snippet, and nothing else of a large message', () => {
  const { sql } = searchFile((db) => {
    insertSession(db, 'a');
    insertMessage(db, 'a', 'user', `needle ${'x'.repeat(2_000_000)}`, { reasoning: 'why' });
  });
  const [hit] = hitsOf(sql, parseSearchQuery('needle'), [{ id: 1, rank: -1 }]);
  expect(hit?.message).toEqual({ id: 1, session_id: 'a' });
  expect(hit?.snippet).toContain('>>>needle<<<');
  expect(JSON.stringify(hit).length).toBeLessThan(2000);
});
