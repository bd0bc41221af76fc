import { expect, test } from 'vitest';
import { exampleTabs } from '../../src/server/index.js';

/** What the editor shows of a line in a window of 1440 pixels, less some for a smaller one. */
const COLUMNS = 50;

test.each(exampleTabs)('no line of an example is cut: %s', (tab) => {
  for (const line of tab.split('\n')) expect(line.length).toBeLessThanOrEqual(COLUMNS);
});
