import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { TOOL_USE } from '../../../src/db/sqlite/stats/tool-uses.js';
import { insertMessage, insertSession } from '../../support/store.js';
import { openStatsStore } from '../../support/stats.js';

const call = (name: unknown) => ({
  id: 'c',
  type: 'function',
  function: { name, arguments: '{}' },
});
const calls = (...names: unknown[]) => JSON.stringify(names.map(call));

describe('a use of a tool', () => {
  test('counts once, though it leaves a call and a result', () => {
    const { scan, toolUsage } = openStatsStore({
      seed: (db) => {
        insertSession(db, 'a');
        insertMessage(db, 'a', 'assistant', null, { tool_calls: calls('terminal', 'browser') });
        insertMessage(db, 'a', 'tool', 'ok', { tool_name: 'terminal' });
        insertMessage(db, 'a', 'tool', 'ok', { tool_name: 'browser' });
        insertMessage(db, 'a', 'assistant', null, { tool_calls: calls('terminal') });
      },
    });
    const expected = [
      { name: 'terminal', count: 2 },
      { name: 'browser', count: 1 },
    ];
    expect(scan().tools).toEqual(expected);
    expect(toolUsage(['a', 'nope', 'a'])).toEqual([expected, [], expected]);
  });

  test('is the larger number of each session, then the sum of the sessions', () => {
    const { scan } = openStatsStore({
      seed: (db) => {
        insertSession(db, 'calls');
        insertMessage(db, 'calls', 'assistant', null, { tool_calls: calls('terminal') });
        insertSession(db, 'results');
        insertMessage(db, 'results', 'tool', 'ok', { tool_name: 'terminal' });
      },
    });
    expect(scan().tools).toEqual([{ name: 'terminal', count: 2 }]);
    expect(scan({ sessionIds: ['calls'] }).tools).toEqual([{ name: 'terminal', count: 1 }]);
  });
});

describe('calls are read in every form that messages have them in', () => {
  test.each([
    ['several in a list', calls('terminal', 'terminal', 'web'), { terminal: 2, web: 1 }],
    ['one that stands alone', JSON.stringify(call('terminal')), { terminal: 1 }],
    ['flat ones', JSON.stringify([{ name: 'terminal', arguments: {} }]), { terminal: 1 }],
    ['JSON that was encoded twice', JSON.stringify(calls('terminal')), { terminal: 1 }],
    [
      'Python’s NaN among the arguments',
      `[{"name": "terminal", "arguments": NaN}]`,
      { terminal: 1 },
    ],
    ['escaped names', String.raw`[{"function": {"name": "\u6570\u636e"}}]`, { 数据: 1 }],
    ['broken JSON', '[{"function": {"name": "terminal"', {}],
    ['names that are no text', calls(7, null), {}],
    ['empty names', calls(''), {}],
    ['something else', '"terminal"', {}],
    ['a list of lists', '[[]]', {}],
    ['nothing', '', {}],
  ])('%s', (_, tool_calls, expected) => {
    const { scan } = openStatsStore({
      seed: (db) => {
        insertSession(db, 'a');
        insertMessage(db, 'a', 'assistant', null, { tool_calls });
      },
    });
    expect(Object.fromEntries(scan().tools.map(({ name, count }) => [name, count]))).toEqual(
      expected,
    );
  });

  test('bytes where text belongs do no harm', () => {
    const { scan } = openStatsStore({
      seed: (db) => {
        insertSession(db, 'a');
        const bytes = Buffer.from(calls('terminal'));
        insertMessage(db, 'a', 'assistant', null, { tool_calls: bytes });
        insertMessage(db, 'a', 'assistant', null, { tool_calls: Buffer.from([0xff, 0, 0x7b]) });
        insertMessage(db, 'a', 'tool', 'ok', { tool_name: 7n });
      },
    });
    expect(scan().tools).toEqual([
      { name: '7', count: 1 },
      { name: 'terminal', count: 1 },
    ]);
  });
});

test('calls of users and results without a name are no uses', () => {
  const { scan } = openStatsStore({
    seed: (db) => {
      insertSession(db, 'a');
      insertMessage(db, 'a', 'user', null, { tool_calls: calls('terminal') });
      insertMessage(db, 'a', 'tool', 'ok');
      insertMessage(db, 'a', 'tool', 'ok', { tool_name: '' });
    },
  });
  expect(scan().tools).toEqual([]);
});

const large = (name: string) => ({
  function: { name, arguments: JSON.stringify({ content: '"'.repeat(30_000) }) },
});
const LONG = 'n'.repeat(5000);

describe('the arguments of calls', () => {
  const seed: Parameters<typeof openStatsStore>[0] = {
    seed: (db) => {
      insertSession(db, 'a');
      const forms = [
        JSON.stringify([large('one')]),
        JSON.stringify([large('one'), large('two')]),
        JSON.stringify([{ name: 'flat', arguments: 'x'.repeat(30_000) }, large('two')]),
        JSON.stringify(large('alone')),
        JSON.stringify(JSON.stringify([large('twice')])),
        `[{"name": "python", "arguments": {"n": NaN, "x": "${'x'.repeat(30_000)}"}}]`,
        `broken ${'x'.repeat(30_000)}`,
      ];
      for (const tool_calls of forms) insertMessage(db, 'a', 'assistant', null, { tool_calls });
      for (let n = 0; n < 30; n += 1) {
        insertMessage(db, 'a', 'tool', null, { tool_name: LONG });
        insertMessage(db, 'a', 'assistant', null, { tool_calls: JSON.stringify(large('alone')) });
      }
    },
  };

  test('are not read along with the names, however large', () => {
    const { path } = openStatsStore(seed);
    const db = new Database(path, { readonly: true });
    const sizes = db.prepare(`SELECT octet_length(${TOOL_USE}) FROM messages AS m`).pluck().all();
    db.close();
    expect(sizes).toHaveLength(67);
    expect(Math.max(...sizes.map(Number))).toBeLessThan(100);
  });

  test('do not hide a name', () => {
    const { scan } = openStatsStore(seed);
    expect(scan().tools).toEqual([
      { name: 'alone', count: 31 },
      { name: LONG, count: 30 },
      { name: 'one', count: 2 },
      { name: 'two', count: 2 },
      { name: 'flat', count: 1 },
      { name: 'python', count: 1 },
      { name: 'twice', count: 1 },
    ]);
  });
});
