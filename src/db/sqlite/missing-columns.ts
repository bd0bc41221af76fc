import type { Connection } from './driver.js';
import { row } from './decode.js';
import type { Layout } from './layout.js';

/**
 * What every Hermes store has had since schema 1: statements name these columns without asking.
 * Those that came later are asked for.
 */
const FIRST_COLUMNS = {
  sessions: [
    'id',
    'source',
    'user_id',
    'model',
    'model_config',
    'system_prompt',
    'parent_session_id',
    'started_at',
    'ended_at',
    'end_reason',
    'message_count',
    'tool_call_count',
    'input_tokens',
    'output_tokens',
  ],
  messages: [
    'id',
    'session_id',
    'role',
    'content',
    'tool_call_id',
    'tool_calls',
    'tool_name',
    'timestamp',
    'token_count',
  ],
} as const;

/**
 * Lets a read-only connection read columns that a file lacks as NULL, as a Hermes that we do not know
 * may have renamed or dropped them: TEMP views of the tables' names, which live and die with the
 * connection, stand before the tables. The file is not touched, and one that has its columns is read
 * as it is.
 */
export function readMissingAsNull(connection: Connection, layout: Layout): void {
  for (const table of ['sessions', 'messages'] as const) {
    const missing = FIRST_COLUMNS[table].filter((name) => !layout[table].has(name));
    const wanted = missing.length === 0 ? null : viewOf(table, missing);
    if (wanted !== standIn(connection, table)) replace(connection, table, wanted);
  }
}

/** As SQLite keeps it, so that it can be compared. */
function viewOf(table: string, missing: readonly string[]): string {
  const nulls = missing.map((name) => `NULL AS ${name}`);
  return `CREATE VIEW ${table} AS SELECT rowid AS rowid, *, ${nulls.join(', ')} FROM main.${table}`;
}

function standIn(connection: Connection, table: string): unknown {
  const found = connection
    .prepare("SELECT sql FROM temp.sqlite_master WHERE type = 'view' AND name = ?")
    .get(table);
  return found === undefined ? null : row(found)['sql'];
}

function replace(connection: Connection, table: string, view: string | null): void {
  const queryOnly = Number(connection.pragma('query_only', { simple: true }));
  connection.pragma('query_only = OFF');
  try {
    connection.exec(`DROP VIEW IF EXISTS temp.${table}`);
    if (view !== null) connection.exec(view.replace('CREATE VIEW', 'CREATE TEMP VIEW'));
  } finally {
    connection.pragma(`query_only = ${queryOnly}`);
  }
}
