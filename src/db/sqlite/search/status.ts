import type { SearchStatus } from '../../store.js';
import type { Sql } from '../sql.js';
import { countRows, searchIndexes } from './indexes.js';

/** What searches can lean on now, as the next search will see it. */
export function searchStatus(sql: Sql): SearchStatus {
  const { words, trigrams, pending, problem } = searchIndexes(sql);
  const pendingRows = pending
    .map((range) => countRows(sql, range, Number.MAX_SAFE_INTEGER))
    .reduce((sum, rows) => sum + rows, 0);
  return { words: words !== null, trigrams: trigrams !== null, pendingRows, problem };
}
