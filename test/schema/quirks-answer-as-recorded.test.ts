import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { dataOf } from '../support/api.js';
import { openTestStore, type TestStore } from '../support/store.js';

const expected = JSON.parse(
  readFileSync(new URL('../fixtures/databases/v11_quirks.expected.json', import.meta.url), 'utf8'),
);

describe('a file of oddities answers as recorded of it', () => {
  let api: TestStore;
  beforeAll(() => {
    api = openTestStore({ fixture: 'v11_quirks.db', after: () => undefined });
    return () => api.close();
  });
  const idsOf = async (list: string) => {
    const { found } = await dataOf(api, `{ found: ${list} }`);
    return found.nodes.map((node: any) => node.sessionId ?? node.root.sessionId).sort();
  };
  const recorded = (name: string) =>
    expected[name].result
      .map(([id]: [string | null]) => id)
      // A session without an id cannot be named by any client, and is in no list.
      .filter((id: string | null) => id !== null)
      .sort();

  test('lists every session that has an id', async () => {
    expect(await idsOf('sessions(first: 100) { nodes { sessionId } }')).toEqual(
      recorded('search_sessions'),
    );
  });

  test('lists the conversations of the reference, those whose parent is gone or themselves, and circles', async () => {
    const ids = await idsOf('conversations(first: 100) { nodes { root { sessionId } } }');
    expect(ids).toEqual([...recorded('list'), 'dangling', 'self', 'cycle_a'].sort());
  });

  test('reads each message, whatever its content is', async () => {
    const { session } = await dataOf(
      api,
      '{ session(sessionId: "null_counters") { messages(first: 100) { nodes { messageId role toolName } } } }',
    );
    expect(session.messages.nodes).toEqual(
      expected.messages.result.map((row: any) => ({
        messageId: row.id,
        role: row.role,
        toolName: row.tool_name,
      })),
    );
  });

  test.each([
    ['inside', 'search_nul'],
    ['orphan', 'search_orphan'],
    ['数据库', 'search_tool_cjk'],
  ])('finds %s in the recorded messages', async (query, name) => {
    const { search } = await dataOf(
      api,
      'query ($query: String!) { search(query: $query) { nodes { message { messageId } } } }',
      { query },
    );
    expect(search.nodes.map((hit: any) => hit.message.messageId)).toEqual(
      expected[name].result.map((row: any) => row.id),
    );
  });

  test('a cycle has no other tip, and an unknown parent is no ancestor', async () => {
    const { cycle, dangling } = await dataOf(
      api,
      '{ cycle: session(sessionId: "cycle_a") { tip { sessionId } } dangling: session(sessionId: "dangling") { parent { sessionId } ancestors { sessionId } } }',
    );
    expect(cycle.tip.sessionId).toBe(expected.tip_cycle.result);
    expect(dangling).toEqual({ parent: null, ancestors: [] });
  });
});
