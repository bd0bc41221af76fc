import { expect, test } from 'vitest';
import { ownTurn } from '../../../src/schema/stats/turns.js';

test('each is completed in a turn of the event loop of its own', async () => {
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const turns = await Promise.all([1, 2, 3].map(() => ownTurn().then(() => turn)));
  isOver = true;
  expect(new Set(turns).size).toBe(3);
});
