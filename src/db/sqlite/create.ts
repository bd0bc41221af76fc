import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { openForWriting, type Connection } from './driver.js';
import { OWN_SCHEMA } from './layout.js';
import {
  FULL_TEXT_TABLES,
  fullTextTable,
  fullTextTriggers,
  TABLES,
  TITLE_INDEX,
} from './tables.js';

/**
 * Makes a new, empty store of schema 11: WAL, readable by its owner only, missing folders made. When
 * another process makes the same store at the same moment, both end up with one that is whole.
 *
 * @param path where no file is
 */
export function createStore(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const connection = openForWriting(path, { create: true });
  try {
    chmodSync(path, 0o600);
    connection.pragma('busy_timeout = 5000');
    connection.pragma('journal_mode = WAL');
    connection.transaction(() => createSchema(connection)).immediate();
  } finally {
    connection.close();
  }
}

/** Everything that a schema-11 store has, inside the caller's transaction. */
export function createSchema(connection: Connection): void {
  for (const statement of [...TABLES, TITLE_INDEX]) connection.exec(statement);
  for (const name of FULL_TEXT_TABLES) {
    connection.exec(fullTextTable(name));
    for (const trigger of fullTextTriggers(name)) connection.exec(trigger);
  }
  connection
    .prepare(
      'INSERT INTO schema_version (version) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM schema_version)',
    )
    .run(BigInt(OWN_SCHEMA));
}
