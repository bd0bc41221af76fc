import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { BadUserInputError } from '../../../src/domain/errors.js';
import { parseSearchQuery } from '../../../src/domain/search-query/parse.js';
import { golden } from '../../support/golden.js';
import { openTestStore } from '../../support/store.js';

const reference = golden('open_behaviour') as Record<string, unknown>;

/** Where the same outcome is tested, or why ours differs and where that is tested. */
interface Account {
  test: string;
  differs?: string;
}

const WRITING = 'db/golden/writing-and-closing-match-the-reference.test.ts';
const ODD_FILES = 'db/migrations/odd-files-are-put-in-order.test.ts';
const HERE = 'db/golden/every-recorded-opening-is-accounted-for.test.ts';
const FALLBACK =
  'Only a new file gets a journal mode, under a name of its own; that of a user’s file never changes.';

const ACCOUNTS: Record<string, Account> = {
  duplicate_titles_on_v3_file: {
    test: 'db/migrations/duplicate-titles-get-numbers.test.ts',
    differs:
      'The reference cannot open such a file; the newest keeps its title, others get numbers.',
  },
  v6_file_with_empty_schema_version: {
    test: ODD_FILES,
    differs: 'The reference writes 11 over an old file and leaves its indexes; ours are made anew.',
  },
  missing_trigger_not_recreated: {
    test: ODD_FILES,
    differs: 'Missing triggers come back, and what was written without them is indexed.',
  },
  missing_trigram_table_recreated_but_not_backfilled: {
    test: ODD_FILES,
    differs: 'The table comes back filled.',
  },
  note_root: {
    test: 'cli/an-unreadable-store-is-named.test.ts',
    differs: 'What the recording as root could not show: it is tried as another user.',
  },
  open_zero_bytes: {
    test: 'cli/serve-serves.test.ts',
    differs: 'An empty file is what a copy that failed leaves behind: it is refused, not filled.',
  },
  open_garbage: { test: 'cli/serve-serves.test.ts' },
  parent_dirs_created: { test: 'cli/serve-serves.test.ts' },
  pragmas: { test: WRITING },
  write_while_locked_2s: { test: WRITING },
  retries_exhausted: {
    test: WRITING,
    differs: 'Patience counts seconds instead of attempts, and the error says how long it was.',
  },
  callback_error: { test: WRITING },
  rolled_back: { test: WRITING },
  after_close_get_session: { test: WRITING },
  after_close_append_message: { test: WRITING },
  after_close_get_handoff_state: {
    test: HERE,
    differs:
      'A store that was closed answers nothing, where the reference says that there is nothing.',
  },
  after_close_list_pending_handoffs: {
    test: HERE,
    differs: 'As after_close_get_handoff_state.',
  },
  after_close_search_messages: { test: WRITING },
  sidecars_after_last_close: {
    test: WRITING,
    differs: 'The log stays: deleting it has lost the writes of others.',
  },
  'apply_wal_with_fallback[locking protocol]': { test: WRITING, differs: FALLBACK },
  'apply_wal_with_fallback[not authorized]': { test: WRITING, differs: FALLBACK },
  'apply_wal_with_fallback[disk I/O error]': { test: WRITING, differs: FALLBACK },
  'apply_wal_with_fallback[database is locked]': { test: WRITING, differs: FALLBACK },
  'apply_wal_with_fallback[None]': { test: WRITING },
  format_session_db_unavailable: {
    test: 'cli/serve-serves.test.ts',
    differs: 'Sentences of a Python program; ours name the file, the reason and the cure.',
  },
  lone_surrogate_content: {
    test: WRITING,
    differs: 'Half an emoji becomes U+FFFD, where the reference cannot write the message.',
  },
  lone_surrogate_title: { test: WRITING, differs: 'As lone_surrogate_content.' },
  huge_cjk_query: {
    test: HERE,
    differs: 'A query beyond 512 characters is refused with a sentence.',
  },
  huge_fts_query: { test: HERE, differs: 'As huge_cjk_query.' },
  prune_40000: { test: WRITING },
  prune_under_32766: { test: WRITING },
};

it('no recorded outcome is left out', () => {
  expect(Object.keys(ACCOUNTS).sort()).toEqual(Object.keys(reference).sort());
});

it.each(Object.entries(ACCOUNTS))('%s is tested where it says', (_, { test }) => {
  const tests = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
  expect(existsSync(join(tests, test)), test).toBe(true);
});

it('answers nothing about hand-offs once it is closed', async () => {
  const { store } = openTestStore();
  await store.close();
  await expect(async () => store.handoff('a')).rejects.toThrow('not open');
  await expect(async () => store.pendingHandoffs()).rejects.toThrow('not open');
});

it.each(['数'.repeat(20_000), 'word '.repeat(20_000)])(
  'refuses a huge query instead of finding nothing',
  (query) => {
    expect(() => parseSearchQuery(query)).toThrow(BadUserInputError);
    expect(() => parseSearchQuery(query)).toThrow('512');
  },
);
