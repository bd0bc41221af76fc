import { describe, expect, test } from 'vitest';
import { dataOf } from '../support/api.js';
import { insertMessage, insertSession, openTestStore } from '../support/store.js';

const parts = (...texts: string[]) =>
  `\0json:${JSON.stringify(texts.map((text) => ({ type: 'text', text })))}`;

/** The preview of a session that holds these user messages, and how many statements read it. */
async function previewOf(contents: readonly (string | Uint8Array | null)[]) {
  const statements: string[] = [];
  const api = openTestStore({
    observe: (sql) => statements.push(sql),
    seed: (db) => {
      insertSession(db, 'a');
      for (const content of contents) insertMessage(db, 'a', 'user', content);
    },
  });
  const { session } = await dataOf(api, '{ session(sessionId: "a") { preview } }');
  return { preview: session.preview, statements: statements.length - 1 };
}

describe('the preview of a session', () => {
  test.each<[what: string, before: (string | Uint8Array | null)[]]>([
    ['five blank messages', Array.from({ length: 5 }, () => '  \n')],
    ['a thousand blank messages', Array.from({ length: 1000 }, () => ' \u3000\u0085\u2028\t')],
    ['a hundred structured messages without text', Array.from({ length: 100 }, () => parts(' '))],
    ['empty lists of parts', ['\0json:[]', '\0json:[]']],
    ['blank bytes', [Buffer.from(' \u3000 '), new Uint8Array()]],
    ['nothing at all', ['', null]],
    ['a text of which the beginning is blank', [`${' '.repeat(63)}too late`]],
    ['a text of which much is blank', [`${' '.repeat(1000)}too late`]],
  ])('is the first text behind %s', async (_what, before) => {
    expect((await previewOf([...before, 'has text', 'later'])).preview).toBe('has text');
    expect((await previewOf(before)).preview).toBeNull();
  });

  test.each([
    ['text behind a NUL', ' \0behind', '\0behind'],
    ['parts', parts('one', 'two'), 'one two'],
    ['bytes', Buffer.from(`${'\u3000'.repeat(30)}bytes`), 'bytes'],
    ['ill-formed bytes', Buffer.from('68c5', 'hex'), 'h\uFFFD'],
  ])('is made of %s', async (_what, content, preview) => {
    expect((await previewOf([content])).preview).toBe(preview);
  });

  test('is one statement where the first message has text, and few where a thousand have none', async () => {
    expect((await previewOf(['text', 'more'])).statements).toBe(1);
    const blank = Array.from({ length: 1000 }, () => ' ');
    expect((await previewOf([...blank, 'text'])).statements).toBeLessThan(8);
  });

  test('of many sessions is each one’s own, however far the first text lies back', async () => {
    const api = openTestStore({
      seed: (db) => {
        for (let n = 0; n < 30; n += 1) {
          insertSession(db, `s${n}`, { started_at: n });
          for (let blank = 0; blank < n; blank += 1) insertMessage(db, `s${n}`, 'user', ' ');
          if (n % 3 !== 0) insertMessage(db, `s${n}`, 'user', `text ${n}`);
        }
      },
    });
    const { sessions } = await dataOf(
      api,
      '{ sessions(first: 30, orderBy: { field: STARTED_AT, direction: ASC }) { nodes { preview } } }',
    );
    expect(sessions.nodes.map((node: { preview: string }) => node.preview)).toEqual(
      Array.from({ length: 30 }, (_, n) => (n % 3 === 0 ? null : `text ${n}`)),
    );
  });
});

describe('the preview of a conversation', () => {
  const COMPRESSED = { started_at: 1, ended_at: 100, end_reason: 'compression' };
  const chats = '{ conversations(orderBy: { field: STARTED_AT }) { nodes { preview } } }';

  test('is of the first of its sessions that has one', async () => {
    const api = openTestStore({
      seed: (db) => {
        insertSession(db, 'p', COMPRESSED);
        insertMessage(db, 'p', 'system', 'You are kind.');
        insertSession(db, 'c', {
          ...COMPRESSED,
          parent_session_id: 'p',
          started_at: 100,
          ended_at: 200,
        });
        insertMessage(db, 'c', 'user', 'real question');
        insertSession(db, 'd', { parent_session_id: 'c', started_at: 200 });
        insertMessage(db, 'd', 'user', 'later question');
      },
    });
    expect((await dataOf(api, chats)).conversations.nodes).toEqual([{ preview: 'real question' }]);
  });

  test('is read in as many statements for many chats as for two', async () => {
    const count = async (size: number) => {
      const statements: string[] = [];
      const api = openTestStore({
        observe: (sql) => statements.push(sql),
        seed: (db) => {
          for (let n = 0; n < size; n += 1) {
            insertSession(db, `p${n}`, { ...COMPRESSED, started_at: n / 100 });
            insertSession(db, `c${n}`, { parent_session_id: `p${n}`, started_at: 100 });
            if (n % 2 === 0) insertMessage(db, `p${n}`, 'user', 'first');
            else insertMessage(db, `c${n}`, 'user', 'second');
          }
        },
      });
      const { conversations } = await dataOf(api, chats);
      expect(conversations.nodes).toEqual(
        Array.from({ length: size }, (_, n) => ({
          preview: (size - 1 - n) % 2 === 0 ? 'first' : 'second',
        })),
      );
      return statements.length;
    };
    expect(await count(20)).toBe(await count(2));
  });
});
