import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { openForWriting, type Connection } from './driver.js';
import { OWN_SCHEMA } from './layout.js';
import { publish, removeAbandoned, removeUnfinished, unfinishedName } from './new-file.js';
import {
  FULL_TEXT_TABLES,
  fullTextTable,
  fullTextTriggers,
  TABLES,
  TITLE_INDEX,
} from './tables.js';

/**
 * Makes a new, empty store of schema 11: WAL, readable by its owner only, missing folders made. It
 * appears whole or not at all. When another process makes one meanwhile, that one stays.
 *
 * @param path where no file is, and no log of one
 */
export function createStore(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  removeAbandoned(path);
  const unfinished = unfinishedName(path);
  try {
    build(unfinished);
    publish(unfinished, path);
  } finally {
    removeUnfinished(unfinished);
  }
}

function build(path: string): void {
  const connection = openForWriting(path, { create: true });
  try {
    chmodSync(path, 0o600);
    connection.transaction(() => createSchema(connection)).immediate();
    // Last, so that closing has nothing left to do that could fail without a word.
    connection.pragma('journal_mode = WAL');
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
