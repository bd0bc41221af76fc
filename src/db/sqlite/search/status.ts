import type { SearchStatus } from '../../store.js';
import type { Sql } from '../sql.js';
import { matching } from './doubts.js';
import { quoted } from './expression.js';
import { countRows, distrust, IndexFailure, searchIndexes, type IndexName } from './indexes.js';

/** Common in any store, so that the probe reads a part of each index. */
const PROBES: Readonly<Record<IndexName, string>> = { words: 'the', trigrams: 'the' };

/**
 * What searches can lean on now. Each index is asked for a common word: damage that this meets is
 * found before a search meets it. Never fails.
 */
export function searchStatus(sql: Sql): SearchStatus {
  for (const index of ['words', 'trigrams'] as const) probe(sql, index);
  const { words, trigrams, pending, problem } = searchIndexes(sql);
  const pendingRows = pending
    .map((range) => countRows(sql, range, Number.MAX_SAFE_INTEGER))
    .reduce((sum, rows) => sum + rows, 0);
  return { words: words !== null, trigrams: trigrams !== null, pendingRows, problem };
}

function probe(sql: Sql, index: IndexName): void {
  const indexes = searchIndexes(sql);
  if (indexes[index] === null) return;
  const everywhere = { low: Number.MIN_SAFE_INTEGER, high: Number.MAX_SAFE_INTEGER };
  try {
    matching({ sql, indexes, whole: everywhere }, index, quoted(PROBES[index]), everywhere, 50);
  } catch (error) {
    if (!(error instanceof IndexFailure)) throw error;
    distrust(sql, index);
  }
}
