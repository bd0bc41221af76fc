import { expect, test } from 'vitest';
import { ToolTally } from '../../../src/domain/stats/tools.js';

test('a tool counts in a session with the larger of its calls and its results', () => {
  const tally = new ToolTally();
  tally.add('a', 'terminal', 'calls', 3);
  tally.add('a', 'terminal', 'results', 2);
  tally.add('a', 'browser', 'results', 1);
  expect(tally.ofSession('a')).toEqual([
    { name: 'terminal', count: 3 },
    { name: 'browser', count: 1 },
  ]);
});

test('the larger is taken by session, before the sum', () => {
  const tally = new ToolTally();
  tally.add('a', 'terminal', 'calls', 3);
  tally.add('b', 'terminal', 'results', 2);
  expect(tally.total()).toEqual([{ name: 'terminal', count: 5 }]);
});

test('tools used equally often are in the order of their names', () => {
  const tally = new ToolTally();
  for (const name of ['web', 'browser', 'memory']) tally.add('a', name, 'calls', 1);
  expect(tally.total().map((tool) => tool.name)).toEqual(['browser', 'memory', 'web']);
});

test('names that objects have of their own are names like others', () => {
  const tally = new ToolTally();
  tally.add('constructor', '__proto__', 'calls', 1);
  expect(tally.ofSession('constructor')).toEqual([{ name: '__proto__', count: 1 }]);
  expect(tally.ofSession('toString')).toEqual([]);
});
