import { describe, expect, test } from 'vitest';
import { dataOf } from '../support/api.js';
import {
  insertMessage,
  insertSession,
  openTestStore,
  type Columns,
  type TestStore,
} from '../support/store.js';

const UNDONE = { active: 0 };
const COMPACTED = { active: 0, compacted: 1 };
const HIDDEN = { display_kind: 'hidden' };

/** A row: who says it, what it says, and its marks. */
type Said = [role: string, content: string, columns?: Columns];

/** A file of schema 31 with one more session, `a`, that holds these messages. */
function newerStore(messages: readonly Said[]): TestStore {
  return openTestStore({
    fixture: 'versions/v31.db',
    seed: (db) => {
      insertSession(db, 'a');
      for (const [role, content, columns] of messages) {
        insertMessage(db, 'a', role, content, columns);
      }
    },
  });
}

async function session(api: TestStore, fields: string) {
  return (await dataOf(api, `{ session(sessionId: "a") { ${fields} } }`)).session;
}

function contents(...texts: string[]) {
  return { nodes: texts.map((content) => ({ content })) };
}

describe('a message that was taken back', () => {
  const api = () =>
    newerStore([
      ['user', 'taken back', UNDONE],
      ['user', 'first', { timestamp: 1001 }],
      ['assistant', 'second', { timestamp: 1002 }],
      ['user', 'taken back too', { ...UNDONE, timestamp: 1003 }],
    ]);

  test('is in no list, count, preview, time or replay', async () => {
    expect(
      await session(
        api(),
        'messages { nodes { content } } messageCount preview lastActiveAt replay',
      ),
    ).toEqual({
      messages: contents('first', 'second'),
      messageCount: 2,
      preview: 'first',
      lastActiveAt: '1970-01-01T00:16:42.000Z',
      replay: [
        { role: 'user', content: 'first' },
        { role: 'assistant', content: 'second' },
      ],
    });
  });

  test('is shown to those who ask for it, and says what it is', async () => {
    const { messages } = await session(
      api(),
      'messages(filter: { states: [UNDONE] }) { totalCount nodes { content state } }',
    );
    expect(messages).toEqual({
      totalCount: 2,
      nodes: [
        { content: 'taken back', state: 'UNDONE' },
        { content: 'taken back too', state: 'UNDONE' },
      ],
    });
  });

  test('stands between no two neighbours', async () => {
    const { messages } = await session(
      api(),
      'messages { nodes { previous { content } next { content } } }',
    );
    expect(messages.nodes).toEqual([
      { previous: null, next: { content: 'second' } },
      { previous: { content: 'first' }, next: null },
    ]);
  });
});

describe('a message that was compacted', () => {
  const api = () =>
    newerStore([
      ['user', 'old question', COMPACTED],
      ['assistant', 'old answer', { ...COMPACTED, timestamp: 1001 }],
      ['user', 'summary', { timestamp: 1002 }],
      ['assistant', 'old answer', { timestamp: 1001 }],
    ]);

  test('is left out of the transcript and of what the model gets, but gives the preview', async () => {
    expect(
      await session(api(), 'messages { nodes { content } } messageCount preview replay'),
    ).toEqual({
      messages: contents('summary', 'old answer'),
      messageCount: 2,
      preview: 'old question',
      replay: [
        { role: 'user', content: 'summary' },
        { role: 'assistant', content: 'old answer' },
      ],
    });
  });

  test('is shown to those who ask for it', async () => {
    const { messages } = await session(
      api(),
      'messages(filter: { states: [COMPACTED] }) { nodes { content state } }',
    );
    expect(messages.nodes).toEqual([
      { content: 'old question', state: 'COMPACTED' },
      { content: 'old answer', state: 'COMPACTED' },
    ]);
  });

  test('counts once beside its active copy, in pages and in totals', async () => {
    const { messages } = await session(
      api(),
      'messages(filter: { states: [ACTIVE, COMPACTED] }) { totalCount nodes { content state } }',
    );
    expect(messages).toEqual({
      totalCount: 3,
      nodes: [
        { content: 'old question', state: 'COMPACTED' },
        { content: 'summary', state: 'ACTIVE' },
        { content: 'old answer', state: 'ACTIVE' },
      ],
    });
  });

  test('of copies that were all compacted the newest is shown', async () => {
    const twice = newerStore([
      ['user', 'same', COMPACTED],
      ['user', 'same', COMPACTED],
      ['user', 'same', { ...COMPACTED, timestamp: 1001 }],
      ['assistant', 'same', COMPACTED],
    ]);
    const { all, shown } = await session(
      twice,
      `all: messages(filter: { states: [COMPACTED] }) { nodes { messageId } }
       shown: messages(filter: { states: [ACTIVE, COMPACTED] }) { nodes { messageId } }`,
    );
    expect(shown.nodes).toEqual(all.nodes.slice(1));
  });

  test('honest repeats of active messages all stay', async () => {
    const { messages } = await session(
      newerStore([
        ['user', 'hi'],
        ['user', 'hi'],
      ]),
      'messages(filter: { states: [ACTIVE, COMPACTED] }) { nodes { content } }',
    );
    expect(messages).toEqual(contents('hi', 'hi'));
  });
});

describe('a message that Hermes hides', () => {
  const api = () =>
    newerStore([
      ['user', 'for the model alone', HIDDEN],
      ['user', 'first'],
      ['user', 'for the model too', HIDDEN],
      ['assistant', 'second'],
    ]);

  test('is in no list, count or preview, but is replayed to the model', async () => {
    expect(
      await session(api(), 'messages { totalCount nodes { content } } messageCount preview replay'),
    ).toEqual({
      messages: { totalCount: 2, ...contents('first', 'second') },
      messageCount: 2,
      preview: 'first',
      replay: [
        { role: 'user', content: 'for the model alone' },
        { role: 'user', content: 'first' },
        { role: 'user', content: 'for the model too' },
        { role: 'assistant', content: 'second' },
      ],
    });
  });

  test('is passed over by neighbours and windows', async () => {
    const store = api();
    const { messages } = await session(
      store,
      'messages(first: 1) { nodes { messageId previous { content } next { content } } }',
    );
    const [first] = messages.nodes;
    expect(first).toMatchObject({ previous: null, next: { content: 'second' } });
    const { messagesAround } = await session(
      store,
      `messagesAround(messageId: ${first.messageId}) { before after messages { content } }`,
    );
    expect(messagesAround).toEqual({
      before: 0,
      after: 1,
      messages: [{ content: 'first' }, { content: 'second' }],
    });
  });
});

test('what others said in a group is in the transcript, and is no preview', async () => {
  const api = newerStore([
    ['user', 'said by somebody else', { observed: 1 }],
    ['user', 'said to the agent'],
  ]);
  expect(await session(api, 'preview messages { nodes { content } }')).toEqual({
    preview: 'said to the agent',
    messages: contents('said by somebody else', 'said to the agent'),
  });
});

test('a missing mark means active, and columns count, not the number of the schema', async () => {
  const api = openTestStore({
    seed: (db) => {
      db.exec('ALTER TABLE messages ADD COLUMN active INTEGER');
      insertSession(db, 'a');
      insertMessage(db, 'a', 'user', 'unmarked', { active: null });
      insertMessage(db, 'a', 'user', 'taken back', { active: 0 });
    },
  });
  expect(await session(api, 'messageCount messages { nodes { content } }')).toEqual({
    messageCount: 1,
    messages: contents('unmarked'),
  });
});
