import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDoor, type Door } from '../support/door.js';
import { insertMessage, insertSession, openTestStore } from '../support/store.js';

const MANY = Array.from({ length: 40_000 }, (_, n) => `missing ${n}`);
const globalId = (text: string) => Buffer.from(text).toString('base64url');

let door: Door;
beforeAll(async () => {
  const cleanUps: (() => Promise<void>)[] = [];
  const after = (cleanUp: () => Promise<void>) => void cleanUps.unshift(cleanUp);
  const api = openTestStore({
    after,
    seed: (db) => {
      insertSession(db, 'a', { title: 'Title' });
      insertSession(db, 'b');
      insertMessage(db, 'a', 'user', 'x');
      insertMessage(db, 'b', 'user', 'y');
    },
  });
  door = await openDoor(api, after);
  return async () => {
    for (const cleanUp of cleanUps) await cleanUp();
  };
});

describe('a global id', () => {
  const NODE = 'query ($id: ID!) { node(id: $id) { id } }';
  test.each([
    ['of a type that is no node', globalId('Store:1')],
    ['of no type', globalId('Nonsense:1')],
    ['of a type of GraphQL itself', globalId('__Type:1')],
    ['of a scalar', globalId('String:1')],
    ['of an interface', globalId('Node:1')],
    ['of a property of every object', globalId('constructor:1')],
    ['without a colon', globalId('Session')],
    ['without a type', globalId(':1')],
    ['that is Hermes’ own', '20260517_090000_a1b2c3'],
    ['that is a number', '5'],
    ['that is empty', ''],
    ['that is no base64', '💥'],
    ['that is very long', 'x'.repeat(100_000)],
  ])('%s is refused', async (_what, id) => {
    const { codes, messages } = await door(NODE, { id });
    expect(codes).toEqual(['BAD_USER_INPUT']);
    expect(messages[0]).toMatch(/^".{0,80}" is not a global id of this server\.$/u);
    const list = await door('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      ids: [globalId('Session:a'), id],
    });
    expect(list.codes).toEqual(['BAD_USER_INPUT']);
  });

  test.each(['Session:', 'Session:nope', 'Conversation:nope', 'Message:nope', 'Message:1e999'])(
    'of a thing that is not there is null: %s',
    async (text) => {
      expect(await door(NODE, { id: globalId(text) })).toMatchObject({
        data: { node: null },
        codes: [],
      });
    },
  );

  test('40,000 at once are refused in words', async () => {
    const { codes, messages } = await door('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      ids: MANY.map((id) => globalId(`Session:${id}`)),
    });
    expect(codes).toEqual(['BAD_USER_INPUT']);
    expect(messages).toEqual([
      '`ids` holds 40000 ids; the most is 200. Ask for the others in further requests.',
    ]);
  });
});

describe('40,000 ids in a filter or an input are answered', () => {
  test('as a filter, also of what to leave out', async () => {
    const { data, codes } = await door(
      `query ($ids: [String!]) {
        in: sessions(filter: { sessionIds: $ids }) { totalCount }
        out: sessions(filter: { excludeSessionIds: $ids }) { totalCount }
        sources: conversations(filter: { sources: $ids }) { totalCount nodes { id } } }`,
      { ids: [...MANY, 'a'] },
    );
    expect(codes).toEqual([]);
    expect(data).toEqual({
      in: { totalCount: 1 },
      out: { totalCount: 1 },
      sources: { totalCount: 0, nodes: [] },
    });
  });

  test('as what to delete: each gets its answer', async () => {
    const { data, codes } = await door(
      `mutation ($ids: [String!]!) { deleteSessions(input: { sessionIds: $ids, scope: CONVERSATION }) {
        ... on DeleteSessionsPayload { deletedIds answers { outcome } } } }`,
      { ids: MANY },
    );
    expect(codes).toEqual([]);
    expect(data.deleteSessions.deletedIds).toEqual([]);
    expect(data.deleteSessions.answers).toHaveLength(40_000);
    expect(data.deleteSessions.answers[39_999]).toEqual({ outcome: 'NOT_FOUND' });
  });
});

describe('sizes of lists without pages', () => {
  test.each([
    [
      'session(sessionId: "a") { children(first: -1) { id } }',
      '`first` is -1; it must not be negative.',
    ],
    [
      'session(sessionId: "a") { children(first: 1001) { id } }',
      '`first` is 1001; the most is 1000.',
    ],
    [
      'session(sessionId: "a") { descendants(first: 1001) { id } }',
      '`first` is 1001; the most is 1000.',
    ],
    ['sessionsByPrefix(prefix: "a", first: 201) { id }', '`first` is 201; the most is 200.'],
    [
      'session(sessionId: "a") { messagesAround(messageId: 1, window: 201) { before } }',
      '`window` is 201; the most is 200.',
    ],
    [
      'session(sessionId: "a") { messages { nodes { content(maxLength: -1) } } }',
      '`maxLength` is -1; it must not be negative.',
    ],
    [
      'session(sessionId: "a") { messagesAround(messageId: 9007199254740993) { before } }',
      'SafeInt cannot represent unsafe integer value: 9007199254740993',
    ],
  ])('%s is refused', async (field, message) => {
    const { codes, messages } = await door(`{ ${field} }`);
    expect(messages).toEqual([message]);
    expect(codes[0]).toMatch(/^(BAD_USER_INPUT|GRAPHQL_VALIDATION_FAILED)$/);
  });

  test('0 is none of them', async () => {
    const { data, codes } = await door(
      `{ session(sessionId: "a") { children(first: 0) { id } descendants(first: 0) { id }
          messagesAround(messageId: 1, window: 0) { before after messages { messageId } }
          messages { nodes { content(maxLength: 0) } } }
        sessionsByPrefix(prefix: "a", first: 0) { id } }`,
    );
    expect(codes).toEqual([]);
    expect(data).toEqual({
      session: {
        children: [],
        descendants: [],
        messagesAround: { before: 0, after: 0, messages: [{ messageId: 1 }] },
        messages: { nodes: [{ content: '' }] },
      },
      sessionsByPrefix: [],
    });
  });

  test.each([2, 0, -1, 999, Number.MAX_SAFE_INTEGER])(
    'a window around message %i, which the session has not, is null',
    async (messageId) => {
      const { data, codes } = await door(
        'query ($id: SafeInt!) { session(sessionId: "a") { messagesAround(messageId: $id) { before } } }',
        { id: messageId },
      );
      expect({ data, codes }).toEqual({ data: { session: { messagesAround: null } }, codes: [] });
    },
  );
});

describe('a filter', () => {
  test.each([
    'startedAt: { from: "2026-01-01T00:00:00Z", until: "2025-01-01T00:00:00Z" }',
    'lastActiveAt: { from: "9999-12-31T23:59:59Z" }',
    'messageCount: { min: 5, max: 1 }',
    'totalTokens: { min: 9007199254740991 }',
    'costUsd: { min: 1e308 }',
    'costUsd: { min: 1e999 }',
    'sessionIds: []',
    'sources: []',
    'sources: ["cli"], excludeSources: ["cli"]',
    'status: ENDED, lastActiveAt: { until: "0001-01-01T00:00:00Z" }',
    'titleContains: "\\u0000"',
    'parentSessionId: ""',
  ])('that nothing can pass gives nothing: %s', async (filter) => {
    for (const list of ['sessions', 'conversations']) {
      const { data, codes } = await door(
        `{ list: ${list}(filter: { ${filter} }) { totalCount nodes { id } } }`,
      );
      expect({ data, codes }).toEqual({ data: { list: { totalCount: 0, nodes: [] } }, codes: [] });
    }
  });

  test.each([
    'status: NOPE',
    'status: "ACTIVE"',
    'startedAt: { from: "yesterday" }',
    'startedAt: { from: 1780000000 }',
    'startedAt: { from: "2026-13-45T00:00:00Z" }',
    'messageCount: { min: 9007199254740993 }',
    'messageCount: { min: 1.5 }',
    'sources: [null]',
    'nonsense: 1',
  ])('that cannot be meant is refused: %s', async (filter) => {
    const { codes, data } = await door(`{ sessions(filter: { ${filter} }) { totalCount } }`);
    expect(data).toBeNull();
    expect(codes).toEqual(['GRAPHQL_VALIDATION_FAILED']);
  });

  test.each([
    ['status', 'NOPE'],
    ['startedAt', { from: 'yesterday' }],
    ['messageCount', { min: '5' }],
    ['sources', [null]],
    ['nonsense', 1],
  ])('that cannot be meant is refused as a variable too: %s', async (field, value) => {
    const { codes, data } = await door(
      'query ($filter: SessionFilter) { sessions(filter: $filter) { totalCount } }',
      { filter: { [field]: value } },
    );
    expect(data).toBeNull();
    expect(codes).toEqual(['BAD_USER_INPUT']);
  });
});

test('whatever text is looked up, the answer is no error', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom('%', '_', '\\', '#', ' ', "'", '"', '\u0000', '\ud800', 'é', '7'),
    }),
    fc.constantFrom('%'.repeat(60_000), 'a'.repeat(200_000), ' #1', '#'.repeat(50_001)),
  );
  await fc.assert(
    fc.asyncProperty(text, async (value) => {
      const { codes, messages } = await door(
        `query ($text: String!) {
          session(sessionId: $text) { id }
          sessionsByPrefix(prefix: $text) { id }
          resolveTitle(title: $text) { id }
          nextTitle(title: $text)
          meta(key: $text)
          sessions(filter: { titleContains: $text, sources: [$text], parentSessionId: $text }) { totalCount nodes { id } }
          conversations(filter: { titleContains: $text }) { totalCount }
          named: session(sessionId: "a") { messages(filter: { roles: [$text], toolNames: [$text] }) { totalCount } } }`,
        { text: value },
      );
      expect({ codes, messages }).toEqual({ codes: [], messages: [] });
    }),
    { numRuns: 100 },
  );
}, 60_000);
