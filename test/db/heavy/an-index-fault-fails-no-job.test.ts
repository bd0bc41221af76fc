import { expect, it, onTestFinished } from 'vitest';
import { doJob, openForHeavyJobs } from '../../../src/db/sqlite/heavy/heavy.js';
import { parseSearchQuery } from '../../../src/domain/search-query/parse.js';
import { copyFixture, damagePage } from '../migrations/files.js';

const SEARCH = {
  job: 'search',
  args: {
    tree: parseSearchQuery('docker'),
    filter: {},
    order: 'RELEVANCE',
    page: { limit: 2, after: null },
  },
} as const;

it.each(['messages_fts_data', 'messages_fts_docsize', 'messages_fts_trigram_data'])(
  'the first search of a process answers, and so does the second: %s',
  (table) => {
    const path = copyFixture('v11_rich.db');
    damagePage(path, table);
    const statements = openForHeavyJobs(path);
    onTestFinished(() => void statements.connection.close());
    for (let n = 0; n < 2; n += 1) {
      expect(doJob(statements, SEARCH).items).toHaveLength(2);
      expect(statements.connection.inTransaction).toBe(false);
    }
  },
);
