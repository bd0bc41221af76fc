import type Database from 'better-sqlite3';

/** Column values of a row, by the columns' own names. */
export type Columns = Readonly<Record<string, string | number | bigint | Uint8Array | null>>;

/**
 * Inserts a session as another program would. What is not given: source `cli`, started at 1000, the
 * rest as the file's defaults say.
 */
export function insertSession(db: Database.Database, id: string, columns: Columns = {}): void {
  insertRow(db, 'sessions', { id, source: 'cli', started_at: 1000, ...columns });
}

/**
 * Inserts a message as another program would, at time 1000 unless `columns` says otherwise, and
 * gives its id. The session's counters stay as they are.
 */
export function insertMessage(
  db: Database.Database,
  sessionId: string,
  role: string,
  content: string | Uint8Array | null,
  columns: Columns = {},
): number {
  return insertRow(db, 'messages', {
    session_id: sessionId,
    role,
    content,
    timestamp: 1000,
    ...columns,
  });
}

/** Inserts one row by named columns and gives its rowid. */
export function insertRow(db: Database.Database, table: string, columns: Columns): number {
  const names = Object.keys(columns);
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    )
    .run(...Object.values(columns));
  return Number(lastInsertRowid);
}
