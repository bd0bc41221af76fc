import { createStore } from './create.js';
import { openForWriting, type Bindable, type Connection } from './driver.js';
import { FULL_TEXT_TABLES, fullTextBackfill, fullTextTable, fullTextTriggers } from './tables.js';

/** Raw column values, by column name. */
export type RawRow = Readonly<Record<string, Bindable>>;

/**
 * Makes a new store and fills it with rows as they are: sessions, then messages, whose ids follow
 * their order. The indexes are filled afterwards, which is much faster than row by row.
 *
 * @param path where no file is
 */
export function createFilledStore(
  path: string,
  rows: { sessions: readonly RawRow[]; messages: readonly RawRow[] },
): void {
  createStore(path);
  const connection = openForWriting(path, { create: false });
  try {
    connection
      .transaction(() => {
        for (const name of FULL_TEXT_TABLES) connection.exec(`DROP TABLE ${name}`);
        for (const trigger of triggerNames()) connection.exec(`DROP TRIGGER ${trigger}`);
        insertAll(connection, 'sessions', rows.sessions);
        insertAll(connection, 'messages', rows.messages);
        for (const name of FULL_TEXT_TABLES) {
          connection.exec(fullTextTable(name));
          connection.prepare(fullTextBackfill(name)).run(0, Number.MAX_SAFE_INTEGER);
          for (const trigger of fullTextTriggers(name)) connection.exec(trigger);
        }
      })
      .immediate();
  } finally {
    connection.close();
  }
}

function triggerNames(): string[] {
  return FULL_TEXT_TABLES.flatMap((name) =>
    ['insert', 'delete', 'update'].map((event) => `${name}_${event}`),
  );
}

function insertAll(
  connection: Connection,
  table: 'sessions' | 'messages',
  rows: readonly RawRow[],
): void {
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return;
  const statement = connection.prepare(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  );
  for (const row of rows) statement.run(names.map((name) => row[name] ?? null));
}
