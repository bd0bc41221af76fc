import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateStore } from '../../src/cli/demo/generate.js';
import { createFilledStore } from '../../src/db/sqlite/bulk.js';
import { openSqliteStore } from '../../src/db/sqlite/index.js';
import { exampleTabs } from '../../src/server/index.js';
import { dataOf } from '../support/api.js';
import { temporaryFolder, TEST_NOW, testClock } from '../support/store.js';

test('each query that GraphiQL opens with has something to show on the demo store', async () => {
  const path = join(temporaryFolder(), 'state.db');
  const clock = testClock();
  createFilledStore(path, generateStore({ seed: 1, now: TEST_NOW, sessions: 60 }));
  const store = openSqliteStore({ path, clock, heavy: 'inline' });
  const shown = [];
  for (const tab of exampleTabs) {
    const data = await dataOf({ store, clock }, tab);
    const [field] = Object.keys(data);
    shown.push(field);
    const { nodes, sessionCount } = data[field!];
    expect([field, (nodes?.length ?? sessionCount) > 0]).toEqual([field, true]);
  }
  expect(shown).toEqual(['conversations', 'search', 'sessions', 'stats']);
  await store.close();
});
