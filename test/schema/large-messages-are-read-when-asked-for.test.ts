import { describe, expect, test } from 'vitest';
import { MAX_CELL_BYTES } from '../../src/db/sqlite/cells.js';
import { ROW_CONTENT_BYTES } from '../../src/db/sqlite/messages/columns.js';
import { ask, dataOf } from '../support/api.js';
import { insertMessage, insertSession, openTestStore } from '../support/store.js';

const LARGE = ROW_CONTENT_BYTES + 1;
const PICTURE = `data:image/png;base64,${'A'.repeat(LARGE)}`;
const LIST = `{ session(sessionId: "a") { messages {
  nodes { content short: content(maxLength: 3) contentLength contentParts { type text url } }
} } }`;

interface Said {
  content: string | null;
  short: string | null;
  contentLength: number;
  contentParts: { type: string; text: string | null; url: string | null }[];
}

function open(contents: readonly (string | Uint8Array)[]) {
  const statements: string[] = [];
  const api = openTestStore({
    observe: (sql) => statements.push(sql),
    seed: (db) => {
      insertSession(db, 'a');
      for (const content of contents) insertMessage(db, 'a', 'user', content);
    },
  });
  const said = async (): Promise<Said[]> => (await dataOf(api, LIST)).session.messages.nodes;
  return { ...api, said, statements };
}

describe('content too large for a row of a list', () => {
  test.each<[string, string]>([
    ['plain text', 'x'.repeat(LARGE)],
    ['text of four bytes a character', '🚀'.repeat(LARGE)],
    ['text with a NUL in it', `ab\0${'c'.repeat(LARGE)}`],
    ['text with a mark at its start', `\ufeffab${'c'.repeat(LARGE)}`],
  ])('%s is whole, cut and counted as any other', async (_kind, text) => {
    const { said } = open([text]);
    const length = Array.from(text).length;
    const [message] = await said();
    expect(message?.content === text).toBe(true);
    expect(message).toMatchObject({
      short: Array.from(text).slice(0, 3).join(''),
      contentLength: length,
      contentParts: [{ type: 'text', url: null }],
    });
  });

  test('structured content reads as its parts, wherever its text stands', async () => {
    const parts = [
      { type: 'image_url', image_url: { url: PICTURE } },
      { type: 'text', text: 'see' },
    ];
    const { said } = open([`\0json:${JSON.stringify(parts)}`]);
    expect(await said()).toEqual([
      {
        content: '[image]\nsee',
        short: '[im',
        contentLength: 11,
        contentParts: [
          { type: 'image_url', text: null, url: PICTURE },
          { type: 'text', text: 'see', url: null },
        ],
      },
    ]);
  });

  test('bytes are read as text', async () => {
    const { said } = open([Buffer.from('é'.repeat(LARGE))]);
    expect(await said()).toMatchObject([{ short: 'ééé', contentLength: LARGE }]);
  });

  test('is read in as many statements for many messages, and not at all for their ids', async () => {
    const { said, statements, store, clock } = open(
      Array.from({ length: 20 }, (_, n) => `${n} ${'x'.repeat(LARGE)}`),
    );
    const counted = async (query: () => Promise<unknown>) => {
      statements.length = 0;
      await query();
      return statements.filter((sql) => sql.includes('FROM messages') || sql.includes('AS m'));
    };
    const ids = '{ session(sessionId: "a") { messages { nodes { messageId role } } } }';
    expect(await counted(() => dataOf({ store, clock }, ids))).toHaveLength(1);
    const contents = '{ session(sessionId: "a") { messages { nodes { content } } } }';
    const whole = await counted(() => dataOf({ store, clock }, contents));
    expect(whole).toHaveLength(3);
    expect(await said()).toHaveLength(20);
  });
});

describe('content that no text could hold', () => {
  const api = () => {
    const opened = open(['first', 'second', 'third']);
    opened.raw((db) => {
      for (const event of ['insert', 'delete', 'update']) {
        db.exec(`DROP TRIGGER messages_fts_${event}; DROP TRIGGER messages_fts_trigram_${event}`);
      }
      const update = db.prepare('UPDATE messages SET content = zeroblob(?) WHERE id = 2');
      update.run(MAX_CELL_BYTES + 1);
    });
    return opened;
  };

  test('is null with its size, and harms nothing beside it', async () => {
    const { said, store, clock } = api();
    expect(await said()).toMatchObject([
      { content: 'first', contentLength: 5 },
      { content: null, short: null, contentLength: MAX_CELL_BYTES + 1, contentParts: [] },
      { content: 'third', contentLength: 5 },
    ]);
    const { session } = await dataOf(
      { store, clock },
      `{ session(sessionId: "a") { preview messagesAround(messageId: 2) {
        messages { messageId previous { messageId } next { content } }
      } } }`,
    );
    expect(session).toEqual({
      preview: 'first',
      messagesAround: {
        messages: [
          { messageId: 1, previous: null, next: { content: null } },
          { messageId: 2, previous: { messageId: 1 }, next: { content: 'third' } },
          { messageId: 3, previous: { messageId: 2 }, next: null },
        ],
      },
    });
  });

  test('makes a replay too large, in words', async () => {
    const { store, clock } = api();
    const { errors } = await ask({ store, clock }, '{ session(sessionId: "a") { replay } }');
    expect(errors).toMatchObject([{ code: 'BAD_USER_INPUT' }]);
    expect(errors[0]?.message).toMatch(/64 MiB .* session "a" .* Page through `messages`/);
  });
});
