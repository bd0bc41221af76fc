import { expect, test } from 'vitest';
import { ToolTally } from '../../../src/domain/stats/tools.js';

test('a tool counts in a session with the larger of its calls and its results', () => {
  const tally = new ToolTally();
  for (const kind of ['calls', 'results', 'calls', 'results', 'calls'] as const) {
    tally.add('a', 'terminal', kind);
  }
  tally.add('a', 'browser', 'results');
  expect(tally.ofSession('a')).toEqual([
    { name: 'terminal', count: 3 },
    { name: 'browser', count: 1 },
  ]);
});

test('the larger is taken by session, before the sum', () => {
  const tally = new ToolTally();
  tally.add('a', 'terminal', 'calls');
  tally.add('a', 'terminal', 'calls');
  tally.add('b', 'terminal', 'results');
  expect(tally.total()).toEqual([{ name: 'terminal', count: 3 }]);
});

test('tools used equally often are in the order of their names', () => {
  const tally = new ToolTally();
  for (const name of ['web', 'browser', 'memory']) tally.add('a', name, 'calls');
  expect(tally.total().map((tool) => tool.name)).toEqual(['browser', 'memory', 'web']);
});

test('names that objects have of their own are names like others', () => {
  const tally = new ToolTally();
  tally.add('constructor', '__proto__', 'calls');
  expect(tally.ofSession('constructor')).toEqual([{ name: '__proto__', count: 1 }]);
  expect(tally.ofSession('toString')).toEqual([]);
});
