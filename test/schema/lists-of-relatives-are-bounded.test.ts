import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ask, dataOf } from '../support/api.js';
import { insertSession, openTestStore, type TestStore } from '../support/store.js';

const LENGTH = 10_000;

describe('on a chain of 10,000 sessions', () => {
  const statements: string[] = [];
  let api: TestStore;

  beforeAll(() => {
    api = openTestStore({
      after: () => undefined,
      observe: (sql) => statements.push(sql),
      seed: (db) => {
        db.transaction(() => {
          for (let n = 0; n < LENGTH; n += 1) {
            insertSession(db, `c${n}`, {
              parent_session_id: n === 0 ? null : `c${n - 1}`,
              title: n === 5 ? 'the title' : null,
              started_at: 1000 + n,
              ended_at: n === LENGTH - 1 ? null : 1001 + n,
              end_reason: n === LENGTH - 1 ? null : 'compression',
            });
          }
        })();
      },
    });
    return api.close;
  });

  beforeEach(() => void (statements.length = 0));

  const last = (fields: string) =>
    dataOf(api, `{ session(sessionId: "c9999") { ${fields} } }`).then(({ session }) => session);
  const page = (fields: string) =>
    dataOf(api, `{ sessions(first: 200) { nodes { ${fields} } } }`).then(
      ({ sessions }) => sessions.nodes,
    );

  test('lists are cut at `first`, 100 of ancestors and segments, and what was cut is said', async () => {
    const found = await last(`ancestors { sessionId } lineageTruncated lineageCycle depth
      few: ancestors(first: 2) { sessionId } most: ancestors(first: 1000) { sessionId }
      none: ancestors(first: 0) { sessionId } mostTruncated: lineageTruncated(first: 1000)
      root { sessionId depth lineageTruncated descendants { sessionId } descendantsTruncated
        few: descendants(first: 3) { sessionId } fewTruncated: descendantsTruncated(first: 3) }
      conversation { segments { sessionId } few: segments(first: 2) { sessionId } segmentCount
        title tip { sessionId } root { sessionId } messageCount }`);
    expect(found.ancestors).toHaveLength(100);
    expect(found.ancestors[0]).toEqual({ sessionId: 'c9998' });
    expect(found.few).toEqual([{ sessionId: 'c9998' }, { sessionId: 'c9997' }]);
    expect([found.most.length, found.none.length]).toEqual([1000, 0]);
    expect(found).toMatchObject({
      depth: 9999,
      lineageTruncated: true,
      mostTruncated: true,
      lineageCycle: false,
    });
    expect(found.root).toMatchObject({
      sessionId: 'c0',
      depth: 0,
      lineageTruncated: false,
      descendantsTruncated: true,
      fewTruncated: true,
      few: [{ sessionId: 'c1' }, { sessionId: 'c2' }, { sessionId: 'c3' }],
    });
    expect(found.root.descendants).toHaveLength(200);
    expect(found.conversation.segments).toHaveLength(100);
    expect(found.conversation).toMatchObject({
      few: [{ sessionId: 'c0' }, { sessionId: 'c1' }],
      segmentCount: LENGTH,
      title: 'the title',
      tip: { sessionId: 'c9999' },
      root: { sessionId: 'c0' },
      messageCount: 0,
    });
  });

  test('the ancestors of one session are gathered no farther than they are asked for', async () => {
    const walked = async (limit: number) => await api.store.ancestorIds(['c9999', 'c50'], limit);
    expect((await walked(60)).map(({ length }) => length)).toEqual([60, 50]);
    expect((await walked(3)).map((ids) => ids.join(' '))).toEqual([
      'c9998 c9997 c9996',
      'c49 c48 c47',
    ]);
  });

  test.each([
    ['ancestors { sessionId }', 100],
    ['conversation { segments { sessionId } }', 100],
    ['descendants { sessionId }', 199],
  ])(
    'a page of 200 sessions has short lists of %s, in a few statements',
    async (fields, longest) => {
      const nodes = await page(fields);
      const lists: unknown[][] = nodes.map(
        (node: any) => node.ancestors ?? node.descendants ?? node.conversation.segments,
      );
      expect(lists).toHaveLength(200);
      expect(Math.max(...lists.map(({ length }) => length))).toBe(longest);
      expect(statements.length).toBeLessThan(8);
    },
  );

  test('a page of 200 knows depths, roots, tips and sums of the chain in as many statements as one of 2', async () => {
    const fields = `depth root { sessionId } tip { sessionId } lineageTruncated
      conversation { id title segmentCount messageCount toolCallCount usage { total } cost { usd }
        status tip { sessionId } messages(first: 1) { totalCount } }`;
    const nodes = await page(fields);
    const many = statements.length;
    expect(nodes).toHaveLength(200);
    nodes.forEach((node: any, index: number) => {
      expect(node).toMatchObject({
        depth: 9999 - index,
        root: { sessionId: 'c0' },
        tip: { sessionId: 'c9999' },
        lineageTruncated: true,
        conversation: { id: nodes[0].conversation.id, title: 'the title', segmentCount: LENGTH },
      });
    });
    statements.length = 0;
    await dataOf(api, `{ sessions(first: 2) { nodes { ${fields} } } }`);
    expect(many).toBe(statements.length);
  });

  test('other work comes between the levels of one query', async () => {
    let turns = 0;
    let running = true;
    const turn = () => {
      turns += 1;
      if (running) setImmediate(turn);
    };
    setImmediate(turn);
    await last('parent { parent { parent { parent { parent { parent { sessionId } } } } } }');
    running = false;
    expect(turns).toBeGreaterThanOrEqual(6);
  });

  test.each(['ancestors', 'descendants', 'children', 'conversation { segments'])(
    '%s: sizes below 0 and above 1000 are refused, and say so',
    async (list) => {
      const end = list.includes('{') ? '} }' : '}';
      for (const first of [-1, 1001]) {
        const { errors } = await ask(
          api,
          `{ session(sessionId: "c3") { ${list}(first: ${first}) { sessionId ${end} } }`,
        );
        expect(errors).toEqual([expect.objectContaining({ code: 'BAD_USER_INPUT' })]);
        expect(errors[0]?.message).toContain(String(first));
      }
    },
  );
});

test('circles, sessions that are their own parent, and parents that are gone are reported', async () => {
  const api = openTestStore({
    seed: (db) => {
      insertSession(db, 'root');
      insertSession(db, 'child', { parent_session_id: 'root' });
      insertSession(db, 'a', { parent_session_id: 'b' });
      insertSession(db, 'b', { parent_session_id: 'a' });
      insertSession(db, 'below', { parent_session_id: 'a' });
      insertSession(db, 'own', { parent_session_id: 'own' });
      insertSession(db, 'orphan', { parent_session_id: 'gone' });
      insertSession(db, 'grandchild', { parent_session_id: 'orphan' });
    },
  });
  const { sessions } = await dataOf(
    api,
    `{ sessions(orderBy: { field: TITLE }) { nodes {
      sessionId depth lineageTruncated lineageCycle root { sessionId } ancestors { sessionId }
      short: lineageTruncated(first: 0) } } }`,
  );
  const told = Object.fromEntries(
    sessions.nodes.map((each: any) => [
      each.sessionId,
      [each.lineageTruncated, each.lineageCycle, each.depth, each.root.sessionId, each.short],
    ]),
  );
  expect(told).toEqual({
    root: [false, false, 0, 'root', false],
    child: [false, false, 1, 'root', true],
    a: [true, true, 1, 'b', true],
    b: [true, true, 1, 'a', true],
    below: [true, true, 2, 'b', true],
    own: [true, true, 0, 'own', true],
    orphan: [true, false, 0, 'orphan', true],
    grandchild: [true, false, 1, 'orphan', true],
  });
  for (const { ancestors, depth } of sessions.nodes) expect(ancestors).toHaveLength(depth);
});
