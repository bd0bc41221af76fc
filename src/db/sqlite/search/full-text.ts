import type { SearchIndex as IndexName } from '../../../domain/search.js';
import { SqliteError } from '../driver.js';

export type { IndexName };

/** The full-text table of each index. */
export const INDEX_TABLES = { words: 'messages_fts', trigrams: 'messages_fts_trigram' } as const;

/** An index failed while it was asked; the search goes on without it. */
export class IndexFailure extends Error {
  constructor(
    readonly index: IndexName,
    override readonly cause: unknown,
  ) {
    super(`The index of ${index} failed.`);
  }
}

/** Runs a statement on an index. @throws IndexFailure when the index is missing or damaged */
export function asking<Result>(index: IndexName, statement: () => Result): Result {
  try {
    return statement();
  } catch (error) {
    throw isIndexFailure(error) ? new IndexFailure(index, error) : error;
  }
}

function isIndexFailure(error: unknown): boolean {
  return (
    error instanceof SqliteError &&
    (/^SQLITE_(CORRUPT|NOTADB)/.test(error.code) ||
      /no such (?:table|module|tokenizer|column|fts5 table)|fts5|vtable constructor|malformed/.test(
        error.message,
      ))
  );
}
