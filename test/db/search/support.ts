import Database from 'better-sqlite3';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { parseSearchQuery } from '../../../src/domain/search-query/parse.js';
import type { SearchFilter, SearchHit, SearchOrder } from '../../../src/domain/search.js';
import { openForReading } from '../../../src/db/sqlite/driver.js';
import { search } from '../../../src/db/sqlite/search/search.js';
import { searchTotal } from '../../../src/db/sqlite/search/totals.js';
import { prepareSearch } from '../../../src/db/sqlite/search/vocabulary.js';
import { Statements } from '../../../src/db/sqlite/sql.js';

/** A database to search, and a connection to change it. */
export interface SearchFile {
  path: string;
  db: Database.Database;
  sql: Statements;
}

/**
 * A copy of a fixture in a temporary folder, seeded, and opened for reading as the server does. The
 * test's end removes it, unless `after` takes the clean-up.
 */
export function searchFile(
  seed: (db: Database.Database) => void = () => undefined,
  options: { fixture?: string; after?: (cleanUp: () => void) => void } = {},
): SearchFile {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-search-'));
  const path = join(folder, 'state.db');
  const fixture = options.fixture ?? 'v11_empty.db';
  copyFileSync(
    fileURLToPath(new URL(`../../fixtures/databases/${fixture}`, import.meta.url)),
    path,
  );
  const db = new Database(path);
  db.pragma('foreign_keys = OFF');
  db.pragma('synchronous = OFF');
  db.pragma('recursive_triggers = OFF');
  seed(db);
  const sql = new Statements(openForReading(path), undefined);
  prepareSearch(sql.connection);
  (options.after ?? onTestFinished)(() => {
    sql.connection.close();
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { path, db, sql };
}

/** The first hits of a query as a person types it. */
export function hits(
  { sql }: Pick<SearchFile, 'sql'>,
  query: string,
  filter: SearchFilter = {},
  order: SearchOrder = 'RELEVANCE',
  limit = 100,
): SearchHit[] {
  const page = search(sql, parseSearchQuery(query), filter, order, { limit, after: null });
  return page.items.map(({ row }) => row);
}

/** The ids of the first hits. */
export function ids(...args: Parameters<typeof hits>): number[] {
  return hits(...args).map(({ message }) => message.id);
}

/** The ids of all hits in their order, read in pages of a size. */
export function pagedIds(
  { sql }: Pick<SearchFile, 'sql'>,
  query: string,
  order: SearchOrder,
  limit: number,
  filter: SearchFilter = {},
): number[] {
  const tree = parseSearchQuery(query);
  const found: number[] = [];
  let page = search(sql, tree, filter, order, { limit, after: null });
  for (;;) {
    found.push(...page.items.map(({ row }) => row.message.id));
    const last = page.items.at(-1);
    if (!page.hasNextPage || last === undefined) return found;
    page = search(sql, tree, filter, order, { limit, after: last.key });
  }
}

/** How many messages match. */
export function total({ sql }: Pick<SearchFile, 'sql'>, query: string, filter: SearchFilter = {}) {
  return searchTotal(sql, parseSearchQuery(query), filter);
}
