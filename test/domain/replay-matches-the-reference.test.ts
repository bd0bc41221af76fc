import { describe, expect, test } from 'vitest';
import { toConversation, type ReplayRow } from '../../src/domain/replay.js';
import { fromGoldenValue, golden } from './golden.js';

interface SeedRow extends Partial<ReplayRow> {
  session_id: string;
}

interface ConversationCase {
  name: string;
  seed: {
    sessions: { id: string; parent_session_id?: string | null }[];
    messages: SeedRow[];
  };
  session_id: string;
  include_ancestors: boolean;
  result: unknown[];
}

const { cases } = golden('conversation') as { cases: ConversationCase[] };

/** JSON has no bytes: where the reference hands them on, we give their text. */
const intended = new Map<string, unknown[]>([
  ['blob content', [{ role: 'user', content: 'hi\n' }]],
]);

const EMPTY: ReplayRow = {
  role: 'user',
  content: null,
  tool_call_id: null,
  tool_name: null,
  tool_calls: null,
  finish_reason: null,
  reasoning: null,
  reasoning_content: null,
  reasoning_details: null,
  codex_reasoning_items: null,
  codex_message_items: null,
};

function row(columns: Partial<ReplayRow>): ReplayRow {
  return { ...EMPTY, ...columns };
}

/** The rows that the reference reads: of the session, or of it and its parents, by id. */
function rowsOf({ seed, session_id: sessionId, include_ancestors: all }: ConversationCase) {
  const wanted = new Set<string>();
  let id: string | null = sessionId;
  while (id && !wanted.has(id)) {
    wanted.add(id);
    const next: string | null =
      seed.sessions.find((session) => session.id === id)?.parent_session_id ?? null;
    id = all ? next : null;
  }
  return seed.messages
    .filter((message) => wanted.has(message.session_id))
    .map(({ session_id: _, ...columns }) => {
      const content = fromGoldenValue(columns.content ?? null) as ReplayRow['content'];
      return row({ ...columns, content });
    });
}

describe('replay', () => {
  test.each(cases)('$name', (each) => {
    const conversation = toConversation(rowsOf(each), { dedupe: each.include_ancestors });
    const expected = intended.get(each.name) ?? each.result;
    expect(conversation).toEqual(expected);
    expect(JSON.stringify(conversation)).toBe(JSON.stringify(expected));
  });

  test('the golden file holds the cases that it is known for', () => {
    expect(cases.length).toBeGreaterThanOrEqual(26);
    expect(cases.map((each) => each.name)).toEqual(expect.arrayContaining([...intended.keys()]));
  });

  test('the keys of an assistant come in the order of the reference', () => {
    const everything = row({
      role: 'assistant',
      content: 'a',
      tool_call_id: 'b',
      tool_name: 'c',
      tool_calls: '[{"b": 1, "a": 2}]',
      finish_reason: 'd',
      reasoning: 'e',
      reasoning_content: 'f',
      reasoning_details: '[]',
      codex_reasoning_items: '[]',
      codex_message_items: '[]',
    });
    expect(JSON.stringify(toConversation([everything], { dedupe: false }))).toBe(
      '[{"role":"assistant","content":"a","tool_call_id":"b","tool_name":"c",' +
        '"tool_calls":[{"b":1,"a":2}],"finish_reason":"d","reasoning":"e","reasoning_content":"f",' +
        '"reasoning_details":[],"codex_reasoning_items":[],"codex_message_items":[]}]',
    );
  });

  test('broken JSON gives no tool calls and null for the assistant’s items', () => {
    const broken = row({
      role: 'assistant',
      tool_calls: '{broken',
      reasoning_details: '[1',
      codex_reasoning_items: 'x',
      codex_message_items: '['.repeat(100_000),
    });
    expect(toConversation([broken], { dedupe: false })).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [],
        reasoning_details: null,
        codex_reasoning_items: null,
        codex_message_items: null,
      },
    ]);
  });

  test('memory is taken out of user and assistant only', () => {
    const content = ' <memory-context>m</memory-context> a ';
    const rows = ['user', 'assistant', 'system', 'tool'].map((role) => row({ role, content }));
    const texts = toConversation(rows, { dedupe: false }).map((message) => Object(message).content);
    expect(texts).toEqual(['a', 'a', content, content]);
  });
});

describe('repeats', () => {
  const same = row({ content: 'same' });
  const roles = (rows: ReplayRow[]) =>
    toConversation(rows, { dedupe: true }).map((message) => Object(message).role);

  test('stay without dedupe', () => {
    expect(toConversation([same, same], { dedupe: false })).toHaveLength(2);
  });

  test.each<[string, Partial<ReplayRow>, boolean]>([
    ['text', { content: 'yes' }, true],
    ['structured content', { content: '\u0000json:[1]' }, true],
    ['tool calls', { tool_calls: '[{"id": "a"}]' }, true],
    ['tool calls that are a string', { tool_calls: '"x"' }, true],
    ['bytes', { content: Buffer.from('x') }, true],
    ['the number NaN', { content: '\u0000json:NaN' }, true],
    ['blank text', { content: '  ' }, false],
    ['only memory', { content: '<memory-context>m</memory-context>' }, false],
    ['an empty list', { content: '\u0000json:[]' }, false],
    ['an empty object', { content: '\u0000json:{}' }, false],
    ['zero', { content: '\u0000json:0' }, false],
    ['no calls', { tool_calls: '[]' }, false],
    ['broken calls', { tool_calls: '{broken' }, false],
    ['only reasoning', { reasoning: 'hm' }, false],
  ])('an assistant with %s: answered is %s', (_, columns, answered) => {
    const assistant = row({ role: 'assistant', ...columns });
    expect(roles([same, assistant, same])).toEqual(
      answered ? ['user', 'assistant', 'user'] : ['user', 'assistant'],
    );
  });

  test('the answer counts although it is older than other questions', () => {
    const other = row({ content: 'other' });
    const answer = row({ role: 'assistant', content: 'yes' });
    expect(roles([same, other, answer, other, same])).toEqual([
      'user',
      'user',
      'assistant',
      'user',
      'user',
    ]);
  });

  test('what is the same after cleaning is the same', () => {
    expect(roles([same, row({ content: '<memory-context>m</memory-context>\n same ' })])).toEqual([
      'user',
    ]);
  });

  test('of other roles stay', () => {
    const tool = row({ role: 'tool', content: 'same' });
    expect(roles([tool, tool])).toEqual(['tool', 'tool']);
  });

  test('are found among a hundred thousand questions in a moment', () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => row({ content: `q${index}` }));
    const started = performance.now();
    expect(toConversation([...rows, ...rows], { dedupe: true })).toHaveLength(100_000);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
