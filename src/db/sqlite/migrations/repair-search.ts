import { StoreUnusableError } from '../../../domain/errors.js';
import { OWN_SCHEMA } from '../layout.js';
import { FULL_TEXT_TABLES, type FullTextTable } from '../tables.js';
import { missingRows } from './index-rows.js';
import type { MigrateOptions } from './migrate.js';
import { withOwnedStore } from './owned-store.js';
import { assertSpace, freeBytesOf } from './space.js';

/**
 * Empties and fills both search indexes of a schema-11 store: for indexes that are damaged, or that
 * hold other text than the messages. Messages and sessions are not touched, so no backup is made;
 * searches find rows as they are filled in. After a kill, run it again.
 *
 * @returns how many rows were written to each index
 * @throws StoreUnusableError when the file is no schema-11 store, or there is too little room; else
 *   what `migrate` throws
 */
export function repairSearch(
  path: string,
  options: Omit<MigrateOptions, 'now'> = {},
): Promise<Readonly<Record<FullTextTable, number>>> {
  return withOwnedStore(path, options, async (store) => {
    if (store.layout.schemaVersion !== OWN_SCHEMA) {
      throw new StoreUnusableError(
        `${path} is not of schema 11. Run \`hermes-graphql migrate\`, which makes its indexes anew.`,
      );
    }
    const plans = { backup: false, newIndexes: true };
    assertSpace(store.reader, store.path, plans, options.freeBytes ?? freeBytesOf);
    const rows = { messages_fts: 0, messages_fts_trigram: 0 };
    for (const table of FULL_TEXT_TABLES) {
      await store.emptyIndex(table);
      do rows[table] += await store.fill(table);
      while (missingRows(store.reader, table) > 0);
    }
    return rows;
  });
}
