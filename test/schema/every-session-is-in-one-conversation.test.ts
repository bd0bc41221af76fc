import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dataOf } from '../support/api.js';
import { insertMessage, insertSession, openTestStore, type TestStore } from '../support/store.js';

const time = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1000, max: 1004 }) },
  fc.constantFrom<string | number>('garbage', 5e246),
);
const marker = fc.constantFrom('_branched_from', '_delegate_from', '_reset_from');
const sessionRow = fc.record({
  parent: fc.option(fc.nat(9), { nil: null, freq: 6 }),
  started_at: time,
  ended_at: fc.option(time, { nil: null }),
  end_reason: fc.oneof(
    { weight: 3, arbitrary: fc.constant('compression') },
    fc.constantFrom(null, 'branched', 'user_exit'),
  ),
  source: fc.oneof(
    { weight: 4, arbitrary: fc.constant('cli') },
    fc.constantFrom('tool', 'subagent'),
  ),
  marker: fc.option(marker, { nil: null, freq: 3 }),
  title: fc.boolean(),
});
const rows = fc.array(sessionRow, { minLength: 1, maxLength: 10 });
type Rows = typeof rows extends fc.Arbitrary<infer Value> ? Value : never;

/** Sessions whose parents are roots, each other, themselves or gone. */
function fill(sessions: Rows, fixture: string | null): TestStore {
  return openTestStore({
    ...(fixture === null ? {} : { fixture }),
    after: () => undefined,
    seed: (db) => {
      sessions.forEach(({ parent, marker: mark, title, ...row }, n) => {
        const parentId = parent === null ? null : `s${parent}`;
        insertSession(db, `s${n}`, {
          ...row,
          title: title ? `title ${n}` : null,
          parent_session_id: parentId,
          model_config: mark === null ? null : JSON.stringify({ [mark]: parentId }),
        });
        insertMessage(db, `s${n}`, 'user', 'x', { timestamp: 1000 + n });
      });
    },
  });
}

interface Chat {
  root: { sessionId: string; lineageKind: string; parent: { sessionId: string } | null };
  tip: { sessionId: string };
  segments: { sessionId: string; title: string | null }[];
  title: string | null;
  messageCount: number;
  messages: { totalCount: number };
}

const CHAT = `root { sessionId lineageKind parent { sessionId } } tip { sessionId } title
  segments(first: 1000) { sessionId title } messageCount messages { totalCount }`;

async function everything(api: TestStore) {
  const data = await dataOf(
    api,
    `{ sessions(first: 200) { nodes { sessionId conversation { ${CHAT} } } }
       conversations(first: 200) { totalCount nodes { ${CHAT} } }
       stats { conversationCount } }`,
  );
  const sessions: { sessionId: string; conversation: Chat }[] = data.sessions.nodes;
  const listed: Chat[] = data.conversations.nodes;
  expect(data.conversations.totalCount).toBe(listed.length);
  expect(data.stats.conversationCount).toBe(listed.length);
  return { sessions, listed };
}

const idsOf = ({ segments }: Chat) => segments.map(({ sessionId }) => sessionId);

test.each([
  ['schema 11', null, 150],
  ['schema 31', 'versions/v31.db', 60],
])(
  'each session is in one conversation, which is listed or hangs below one that is (%s)',
  async (_layout, fixture, numRuns) => {
    await fc.assert(
      fc.asyncProperty(rows, async (drawn) => {
        const api = fill(drawn, fixture);
        try {
          const { sessions, listed } = await everything(api);
          const chats = new Map(
            sessions.map(({ conversation }) => [conversation.root.sessionId, conversation]),
          );
          const members = [...chats.values()].flatMap(idsOf);
          expect(members.toSorted()).toEqual(sessions.map(({ sessionId }) => sessionId).sort());
          const headOf = new Map(
            sessions.map(({ sessionId, conversation }) => [sessionId, conversation.root.sessionId]),
          );
          for (const [head, chat] of chats) {
            expect(idsOf(chat).map((id) => headOf.get(id))).toEqual(idsOf(chat).map(() => head));
            expect([idsOf(chat)[0], idsOf(chat).at(-1)]).toEqual([head, chat.tip.sessionId]);
            const titles = chat.segments.map(({ title }) => title);
            expect(chat.title).toBe(titles.findLast((title) => title !== null) ?? null);
            expect(chat.messages.totalCount).toBe(chat.messageCount);
          }

          const listedHeads = new Set(listed.map(({ root }) => root.sessionId));
          expect(listedHeads.size).toBe(listed.length);
          for (const chat of listed) expect(chats.get(chat.root.sessionId)).toEqual(chat);
          for (const head of chats.keys()) {
            let above = head;
            for (let steps = 0; !listedHeads.has(above); steps += 1) {
              const { lineageKind, parent } = chats.get(above)!.root;
              expect(lineageKind).toBe('DELEGATE');
              expect(steps, `${head} hangs nowhere`).toBeLessThan(sessions.length);
              above = headOf.get(parent!.sessionId)!;
            }
          }
        } finally {
          await api.close();
        }
      }),
      { numRuns },
    );
  },
  120_000,
);

test('a deleted conversation is all of its sessions and no other', async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.nat(9), async (drawn, place) => {
      const api = fill(drawn, null);
      try {
        const id = `s${place % drawn.length}`;
        const { session } = await dataOf(
          api,
          `{ session(sessionId: "${id}") { conversation { ${CHAT} } } }`,
        );
        const { deleteSession } = await dataOf(
          api,
          `mutation { deleteSession(input: { sessionId: "${id}", scope: CONVERSATION }) {
            ... on DeleteSessionPayload { deletedIds } } }`,
        );
        expect(deleteSession.deletedIds.toSorted()).toEqual(idsOf(session.conversation).sort());
      } finally {
        await api.close();
      }
    }),
    { numRuns: 60 },
  );
}, 60_000);

describe('what begins a conversation', () => {
  const COMPRESSED = { started_at: 1, ended_at: 100, end_reason: 'compression' };
  const heads = async (seed: Parameters<typeof openTestStore>[0]) => {
    const { listed } = await everything(openTestStore(seed));
    return Object.fromEntries(listed.map((chat) => [chat.root.sessionId, idsOf(chat)]).toSorted());
  };

  test('of two that continue the same one neither: both belong to it, the tip last', async () => {
    expect(
      await heads({
        seed: (db) => {
          insertSession(db, 'p', COMPRESSED);
          insertSession(db, 'c2', { parent_session_id: 'p', started_at: 102 });
          insertSession(db, 'c1', {
            ...COMPRESSED,
            parent_session_id: 'p',
            started_at: 101,
            ended_at: 103,
          });
          insertSession(db, 'd1', { parent_session_id: 'c1', started_at: 104 });
        },
      }),
    ).toEqual({ p: ['p', 'c1', 'd1', 'c2'] });
  });

  test('of a circle the one that started first, with all that continues it', async () => {
    expect(
      await heads({
        seed: (db) => {
          insertSession(db, 'b', { ...COMPRESSED, parent_session_id: 'a', started_at: 100 });
          insertSession(db, 'a', { ...COMPRESSED, parent_session_id: 'c', started_at: 100 });
          insertSession(db, 'c', { ...COMPRESSED, parent_session_id: 'b', started_at: 100 });
          insertSession(db, 'below', { parent_session_id: 'b', started_at: 150 });
        },
      }),
    ).toEqual({ a: ['a', 'b', 'c', 'below'] });
  });

  test('of a long chain by clocks that went back the root alone', async () => {
    const chain = Array.from({ length: 500 }, (_, n) => `s${n}`);
    const api = openTestStore({
      fixture: 'versions/v31.db',
      seed: (db) => {
        db.exec('DELETE FROM sessions');
        chain.forEach((id, n) =>
          insertSession(db, id, {
            ...COMPRESSED,
            started_at: 1000 - n,
            parent_session_id: chain[n - 1] ?? null,
          }),
        );
      },
    });
    const { conversations } = await dataOf(api, `{ conversations { nodes { ${CHAT} } } }`);
    expect(conversations.nodes.map(idsOf)).toEqual([chain]);
  });

  test('of a circle of delegates the one that started first', async () => {
    expect(
      await heads({
        seed: (db) => {
          insertSession(db, 'a', { parent_session_id: 'b', started_at: 1 });
          insertSession(db, 'b', { parent_session_id: 'a', started_at: 2 });
        },
      }),
    ).toEqual({ a: ['a'] });
  });

  test('a session that started after its parent had ended for good', async () => {
    expect(
      await heads({
        seed: (db) => {
          insertSession(db, 'p', { ended_at: 2000, end_reason: 'user_exit' });
          insertSession(db, 'later', { parent_session_id: 'p', started_at: 3000 });
          insertSession(db, 'delegate', { parent_session_id: 'p', started_at: 1500 });
        },
      }),
    ).toEqual({ later: ['later'], p: ['p'] });
  });
});
