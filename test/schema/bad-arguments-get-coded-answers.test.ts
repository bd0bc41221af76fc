import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { encodeCursor, type CursorKey } from '../../src/domain/paging.js';
import type { Answer } from '../support/api.js';
import { openDoor, type Door } from '../support/door.js';
import { insertMessage, insertSession, openTestStore } from '../support/store.js';

type Data = Answer['data'];

let door: Door;
beforeAll(async () => {
  const cleanUps: (() => Promise<void>)[] = [];
  const after = (cleanUp: () => Promise<void>) => void cleanUps.unshift(cleanUp);
  const api = openTestStore({
    after,
    seed: (db) => {
      for (let n = 0; n < 30; n += 1) {
        insertSession(db, `s${n}`, { started_at: 1000 + n, title: n < 15 ? `title ${n}` : null });
        insertMessage(db, 's0', 'user', `message ${n}`);
      }
    },
  });
  door = await openDoor(api, after);
  return async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  };
});

/** Expects one error whose code says that it is the client's, and gives its sentence. */
async function refusal(query: string, variables: Record<string, unknown> = {}): Promise<string> {
  const { codes, messages } = await door(query, variables);
  expect(codes).toEqual([expect.stringMatching(/^(BAD_USER_INPUT|GRAPHQL_VALIDATION_FAILED)$/)]);
  return messages.join();
}

/** Expects an answer without any error. */
async function answer(query: string, variables: Record<string, unknown> = {}): Promise<Data> {
  const { data, messages } = await door(query, variables);
  expect(messages).toEqual([]);
  return data;
}

const LISTS = [
  {
    list: 'sessions',
    ask: (page: string) => `{ sessions${page} }`,
    of: (data: Data) => data.sessions,
    cursor: ['sessions:STARTED_AT:DESC', 1010, 's10'],
  },
  {
    list: 'conversations',
    ask: (page: string) => `{ conversations${page} }`,
    of: (data: Data) => data.conversations,
    cursor: ['conversations:LAST_ACTIVE_AT:DESC', 1010, 's10'],
  },
  {
    list: 'Session.messages',
    ask: (page: string) => `{ session(sessionId: "s0") { messages${page} } }`,
    of: (data: Data) => data.session.messages,
    cursor: ['message-id:session:s0', 10],
  },
  {
    list: 'Conversation.messages',
    ask: (page: string) => `{ session(sessionId: "s0") { conversation { messages${page} } } }`,
    of: (data: Data) => data.session.conversation.messages,
    cursor: ['message-id:conversation:s0', 10],
  },
] as const;

const PAGE = '{ nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }';

describe.each(LISTS)('$list', ({ ask, of, cursor }) => {
  const page = async (args: string) => of(await answer(ask(`(${args}) ${PAGE}`)));
  const encoded = ([order = '', ...key]: readonly (string | number | null)[]) =>
    encodeCursor(String(order), key);

  test.each([
    ['first: -1', '`first` is -1; it must not be negative.'],
    ['last: -2147483648', '`last` is -2147483648; it must not be negative.'],
    ['first: 201', '`first` is 201; the most is 200.'],
    ['last: 2147483647', '`last` is 2147483647; the most is 200.'],
    ['first: 1, last: 1', 'Give `first` or `last`, not both.'],
    ['first: 0, last: 0', 'Give `first` or `last`, not both.'],
    ['first: 2147483648', 'Int cannot represent non 32-bit signed integer value: 2147483648'],
    ['first: 1.5', 'Int cannot represent non-integer value: 1.5'],
    ['first: "1"', 'Int cannot represent non-integer value: "1"'],
    [
      'after: ""',
      '"" is not a cursor of this server; page on with the `endCursor` or `startCursor` of a page.',
    ],
    [
      'before: "x"',
      '"x" is not a cursor of this server; page on with the `endCursor` or `startCursor` of a page.',
    ],
    [
      'after: "💥"',
      '"💥" is not a cursor of this server; page on with the `endCursor` or `startCursor` of a page.',
    ],
    [
      'after: "bnVsbA"',
      '"bnVsbA" is not a cursor of this server; page on with the `endCursor` or `startCursor` of a page.',
    ],
    [
      'after: "W10"',
      '"W10" is not a cursor of this server; page on with the `endCursor` or `startCursor` of a page.',
    ],
    [
      'after: "e30"',
      '"e30" is not a cursor of this server; page on with the `endCursor` or `startCursor` of a page.',
    ],
  ])('%s is refused in words', async (args, message) => {
    expect(await refusal(ask(`(${args}) ${PAGE}`))).toBe(message);
  });

  test('0 is an empty page that says where more is, and null is as if not given', async () => {
    const none = { startCursor: null, endCursor: null };
    expect(await page('first: 0')).toEqual({
      nodes: [],
      pageInfo: { hasNextPage: true, hasPreviousPage: false, ...none },
    });
    expect(await page('last: 0')).toEqual({
      nodes: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: true, ...none },
    });
    expect((await page('first: null, last: null, after: null')).nodes).toHaveLength(20);
    expect((await page('first: null, last: 3')).nodes).toHaveLength(3);
  });

  test('cursors that leave nothing between them give an empty page', async () => {
    const { pageInfo } = await page('first: 2');
    const between = `after: "${pageInfo.endCursor}", before: "${pageInfo.startCursor}"`;
    expect((await page(`first: 5, ${between}`)).nodes).toEqual([]);
    expect((await page(`last: 5, ${between}`)).nodes).toEqual([]);
  });

  test('its own cursor is taken, and every other list’s or order’s is refused', async () => {
    expect((await page(`after: "${encoded(cursor)}"`)).nodes).not.toEqual([]);
    const foreign = [
      ...LISTS.map((each) => each.cursor),
      ['sessions:TITLE:ASC', 'title 1', 's1'],
      ['message-id:session:s1', 10],
    ];
    for (const other of foreign.filter(([order]) => order !== cursor[0])) {
      expect(await refusal(ask(`(after: "${encoded(other)}") ${PAGE}`))).toContain(
        'is a cursor of another list or order',
      );
    }
  });

  test('a cursor whose parts are not those of its order is refused', async () => {
    const [order, ...key] = cursor;
    const broken: CursorKey[] = [
      [],
      [...key, 'more'],
      key.slice(0, -1),
      [...key.slice(0, -1), null],
    ];
    for (const parts of [...broken, key.map(() => null), key.map(() => ({ a: 1 }))]) {
      const text = Buffer.from(JSON.stringify([order, ...parts])).toString('base64url');
      expect(await refusal(ask(`(after: "${text}") ${PAGE}`))).toContain('is not a cursor of this');
    }
  });

  test('whatever a cursor holds, the answer is a page or a refusal', async () => {
    const parts = fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 });
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      parts.map((rest) => Buffer.from(JSON.stringify([cursor[0], ...rest])).toString('base64url')),
    );
    await fc.assert(
      fc.asyncProperty(text, async (after) => {
        const { codes } = await door(
          ask(`(after: $after) { totalCount ${PAGE.slice(1)}`).replace(
            '{',
            'query ($after: String) {',
          ),
          { after },
        );
        expect(codes.filter((code) => code !== 'BAD_USER_INPUT')).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});

test('a cursor of a row that has gone goes on where the row was', async () => {
  const api = openTestStore({
    seed: (db) => {
      for (let n = 0; n < 5; n += 1) insertSession(db, `s${n}`, { started_at: n });
    },
  });
  const own = await openDoor(api);
  const { data } = await own('{ sessions(first: 2) { pageInfo { endCursor } } }');
  await own('mutation { deleteSession(input: { sessionId: "s3" }) { __typename } }');
  const next = await own(
    'query ($after: String) { sessions(after: $after) { nodes { sessionId } } }',
    {
      after: data.sessions.pageInfo.endCursor,
    },
  );
  expect(next.data.sessions.nodes).toEqual([
    { sessionId: 's2' },
    { sessionId: 's1' },
    { sessionId: 's0' },
  ]);
});
