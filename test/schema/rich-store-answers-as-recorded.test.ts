import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { dataOf } from '../support/api.js';
import { openTestStore, testClock, type TestStore } from '../support/store.js';

const expected = JSON.parse(
  readFileSync(new URL('../fixtures/databases/v11_rich.expected.json', import.meta.url), 'utf8'),
);

describe('a real file answers with the figures recorded of it', () => {
  let api: TestStore;
  beforeAll(() => {
    api = openTestStore({
      fixture: 'v11_rich.db',
      clock: testClock(expected.now),
      after: () => undefined,
    });
    return () => api.close();
  });

  test('counts sessions and messages', async () => {
    const { store, sessions } = await dataOf(
      api,
      '{ store { sessionCount messageCount schemaVersion } sessions(first: 200) { totalCount nodes { source messageCount } } }',
    );
    expect(store).toEqual({
      sessionCount: expected.session_count,
      messageCount: expected.message_count,
      schemaVersion: 11,
    });
    expect(sessions.totalCount).toBe(expected.session_count);
    const bySource: Record<string, number> = {};
    for (const { source } of sessions.nodes) bySource[source] = (bySource[source] ?? 0) + 1;
    expect(bySource).toEqual(expected.by_source);
    const messages = sessions.nodes.reduce((sum: number, node: any) => sum + node.messageCount, 0);
    expect(messages).toBe(expected.message_count);
  });

  test('lists conversations as people see them, by start and by activity', async () => {
    const list = (field: string) =>
      dataOf(
        api,
        `{ conversations(first: 100, orderBy: { field: ${field} }) { totalCount nodes { root { sessionId } tip { sessionId lastActiveAt title } } } }`,
      );
    const { conversations: byStart } = await list('STARTED_AT');
    expect(byStart.totalCount).toBe(expected.list_default.length);
    expect(
      byStart.nodes.map(({ root, tip }: any) => [
        tip.sessionId,
        tip.title,
        tip.sessionId === root.sessionId ? null : root.sessionId,
      ]),
    ).toEqual(expected.list_default.map(([id, title, , , root]: unknown[]) => [id, title, root]));
    const { conversations: byActivity } = await list('LAST_ACTIVE_AT');
    expect(byActivity.nodes.map(({ tip }: any) => tip.sessionId)).toEqual(
      expected.list_by_activity,
    );
  });

  test('orders sessions by their last activity', async () => {
    const { sessions } = await dataOf(
      api,
      '{ sessions(first: 100, orderBy: { field: LAST_ACTIVE_AT }) { nodes { sessionId } } }',
    );
    expect(sessions.nodes.map((node: any) => node.sessionId)).toEqual(expected.search_sessions);
  });

  test('previews are those of the reference, but for structured messages, which show their parts', async () => {
    const { conversations } = await dataOf(
      api,
      '{ conversations(first: 100, orderBy: { field: STARTED_AT }) { nodes { tip { sessionId preview } } } }',
    );
    const previews = Object.fromEntries(
      conversations.nodes.map(({ tip }: any) => [tip.sessionId, tip.preview ?? '']),
    );
    const differing = expected.list_default
      .filter(([id, , preview]: string[]) => previews[id!] !== preview)
      .map(([id, , preview]: string[]) => [id, preview, previews[id!]]);
    expect(differing).toEqual([
      [
        '20260505_223938_d55e56df',
        '',
        'Write a migration that adds a nullable column to orders. [im...',
      ],
    ]);
  });

  test.each(Object.entries(expected.titles as Record<string, [string | null, string]>))(
    'resolves the title %j and numbers the next',
    async (title, [resolved, next]) => {
      const data = await dataOf(
        api,
        'query ($title: String!) { resolveTitle(title: $title) { sessionId } nextTitle(title: $title) }',
        { title },
      );
      // A title in another case names nothing here; the reference's LIKE lets it hit numbered ones.
      const strict = title === 'fix docker build' ? null : resolved;
      expect(data.resolveTitle?.sessionId ?? null).toBe(strict);
      expect(data.nextTitle).toBe(next);
    },
  );

  test('finds the tip of every chain', async () => {
    for (const [id, tip] of Object.entries(expected.tips)) {
      const { session } = await dataOf(
        api,
        'query ($id: String!) { session(sessionId: $id) { tip { sessionId } } }',
        { id },
      );
      expect(session.tip.sessionId).toBe(tip);
    }
  });
});
