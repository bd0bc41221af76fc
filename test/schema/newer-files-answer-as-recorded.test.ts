import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { dataOf } from '../support/api.js';
import { openTestStore, type TestStore } from '../support/store.js';

/** What Hermes of schema 25 answered of a file. */
interface Recorded {
  list_ids: string[];
  list_ids_with_archived: string[];
  session_count: number;
  session_count_all?: number;
  titles: [title: string, resolved: string | null][];
  /** Messages: of the conversation, with compacted ones, in all. */
  message_counts: Record<string, [number, number, number]>;
  conversations: Record<string, Record<string, unknown>[]>;
  system_prompts: [id: string, stored: null, sha256: string][];
}

const folder = new URL('../fixtures/databases/versions/', import.meta.url);
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.opened_by_v25.json'))
  .map((name) => name.replace('.opened_by_v25.json', ''));

describe.each(names)('%s.db', (name) => {
  const recorded = JSON.parse(
    readFileSync(new URL(`${name}.opened_by_v25.json`, folder), 'utf8'),
  ) as Recorded;
  let api: TestStore;
  beforeAll(() => {
    api = openTestStore({ fixture: `versions/${name}.db`, after: () => undefined });
    return () => api.close();
  });

  test('lists the same chats, with what was put away and without', async () => {
    const list = (filter: string) =>
      dataOf(
        api,
        `{ conversations(filter: ${filter}, orderBy: { field: STARTED_AT }) { nodes { tip { sessionId } } } }`,
      );
    const tips = (ids: readonly string[]) => ids.map((sessionId) => ({ tip: { sessionId } }));
    const shown = await list('{ archived: false }');
    expect(shown.conversations.nodes).toEqual(tips(recorded.list_ids));
    const all = await list('{}');
    expect(all.conversations.nodes).toEqual(tips(recorded.list_ids_with_archived));
  });

  test('counts the same sessions', async () => {
    const data = await dataOf(
      api,
      '{ shown: sessions(filter: { archived: false }) { totalCount } all: sessions { totalCount } }',
    );
    expect(data).toEqual({
      shown: { totalCount: recorded.session_count },
      all: { totalCount: recorded.session_count_all ?? recorded.session_count },
    });
  });

  test.each(recorded.titles)('resolves the title %j', async (title, resolved) => {
    const { resolveTitle } = await dataOf(
      api,
      'query ($title: String!) { resolveTitle(title: $title) { sessionId } }',
      { title },
    );
    expect(resolveTitle?.sessionId ?? null).toBe(resolved);
  });

  test.each(Object.entries(recorded.message_counts))(
    'counts the messages of %s by their states',
    async (id, [active, displayed, all]) => {
      const { session } = await dataOf(
        api,
        `query ($id: String!) { session(sessionId: $id) {
          messageCount messages { totalCount }
          displayed: messages(filter: { states: [ACTIVE, COMPACTED] }) { totalCount }
          all: messages(filter: { states: [ACTIVE, COMPACTED, UNDONE] }) { totalCount } } }`,
        { id },
      );
      expect(session).toEqual({
        messageCount: active,
        messages: { totalCount: active },
        displayed: { totalCount: displayed },
        all: { totalCount: all },
      });
    },
  );

  test.each(Object.entries(recorded.conversations))(
    'replays %s, without the times that newer versions add',
    async (id, messages) => {
      const { session } = await dataOf(
        api,
        'query ($id: String!) { session(sessionId: $id) { replay } }',
        { id },
      );
      expect(session.replay).toEqual(messages.map(({ timestamp: _timestamp, ...rest }) => rest));
    },
  );

  test.each(recorded.system_prompts)('finds the system prompt of %s', async (id, _stored, hash) => {
    const { session } = await dataOf(
      api,
      'query ($id: String!) { session(sessionId: $id) { systemPrompt } }',
      { id },
    );
    expect(createHash('sha256').update(session.systemPrompt).digest('hex')).toBe(hash);
  });
});
