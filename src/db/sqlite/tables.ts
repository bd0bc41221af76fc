/**
 * Schema 11 as Hermes writes it: tables and columns in its order and with its types, so that files
 * made here and files made there are the same. Every statement may run on a file that has the thing.
 */

/** A column as declared: name, then type and default. */
export type Column = readonly [name: string, type: string];

export const SESSION_COLUMNS: readonly Column[] = [
  ['id', 'TEXT PRIMARY KEY'],
  ['source', 'TEXT NOT NULL'],
  ['user_id', 'TEXT'],
  ['model', 'TEXT'],
  ['model_config', 'TEXT'],
  ['system_prompt', 'TEXT'],
  ['parent_session_id', 'TEXT'],
  ['started_at', 'REAL NOT NULL'],
  ['ended_at', 'REAL'],
  ['end_reason', 'TEXT'],
  ['message_count', 'INTEGER DEFAULT 0'],
  ['tool_call_count', 'INTEGER DEFAULT 0'],
  ['input_tokens', 'INTEGER DEFAULT 0'],
  ['output_tokens', 'INTEGER DEFAULT 0'],
  ['cache_read_tokens', 'INTEGER DEFAULT 0'],
  ['cache_write_tokens', 'INTEGER DEFAULT 0'],
  ['reasoning_tokens', 'INTEGER DEFAULT 0'],
  ['billing_provider', 'TEXT'],
  ['billing_base_url', 'TEXT'],
  ['billing_mode', 'TEXT'],
  ['estimated_cost_usd', 'REAL'],
  ['actual_cost_usd', 'REAL'],
  ['cost_status', 'TEXT'],
  ['cost_source', 'TEXT'],
  ['pricing_version', 'TEXT'],
  ['title', 'TEXT'],
  ['api_call_count', 'INTEGER DEFAULT 0'],
  ['handoff_state', 'TEXT'],
  ['handoff_platform', 'TEXT'],
  ['handoff_error', 'TEXT'],
];

export const MESSAGE_COLUMNS: readonly Column[] = [
  ['id', 'INTEGER PRIMARY KEY AUTOINCREMENT'],
  ['session_id', 'TEXT NOT NULL REFERENCES sessions(id)'],
  ['role', 'TEXT NOT NULL'],
  ['content', 'TEXT'],
  ['tool_call_id', 'TEXT'],
  ['tool_calls', 'TEXT'],
  ['tool_name', 'TEXT'],
  ['timestamp', 'REAL NOT NULL'],
  ['token_count', 'INTEGER'],
  ['finish_reason', 'TEXT'],
  ['reasoning', 'TEXT'],
  ['reasoning_content', 'TEXT'],
  ['reasoning_details', 'TEXT'],
  ['codex_reasoning_items', 'TEXT'],
  ['codex_message_items', 'TEXT'],
];

/** Early files of schema 11 lack these; hand-offs are refused on them, all else is written. */
export const LATE_COLUMNS: ReadonlySet<string> = new Set([
  'sessions.handoff_state',
  'sessions.handoff_platform',
  'sessions.handoff_error',
]);

/**
 * The columns of schema 11 that are not among those of a file, as `table.column`.
 *
 * @param present the names of its columns, by table
 */
export function missingColumns(
  present: Readonly<Record<'sessions' | 'messages', ReadonlySet<string>>>,
): string[] {
  const missing = (table: 'sessions' | 'messages', declared: readonly Column[]) =>
    declared.filter(([name]) => !present[table].has(name)).map(([name]) => `${table}.${name}`);
  return [...missing('sessions', SESSION_COLUMNS), ...missing('messages', MESSAGE_COLUMNS)];
}

/** Tables and plain indexes. The title index and full text come after the rows are in order. */
export const TABLES: readonly string[] = [
  'CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)',
  table('sessions', SESSION_COLUMNS, 'FOREIGN KEY (parent_session_id) REFERENCES sessions(id)'),
  table('messages', MESSAGE_COLUMNS),
  'CREATE TABLE IF NOT EXISTS state_meta (key TEXT PRIMARY KEY, value TEXT)',
  'CREATE INDEX IF NOT EXISTS idx_sessions_source ON sessions(source)',
  'CREATE INDEX IF NOT EXISTS idx_sessions_parent ON sessions(parent_session_id)',
  'CREATE INDEX IF NOT EXISTS idx_sessions_started ON sessions(started_at DESC)',
  'CREATE INDEX IF NOT EXISTS idx_messages_session ON messages(session_id, timestamp)',
];

export const TITLE_INDEX_NAME = 'idx_sessions_title_unique';
export const TITLE_INDEX = `CREATE UNIQUE INDEX IF NOT EXISTS ${TITLE_INDEX_NAME} ON sessions(title) WHERE title IS NOT NULL`;

export type FullTextTable = 'messages_fts' | 'messages_fts_trigram';
export const FULL_TEXT_TABLES: readonly FullTextTable[] = ['messages_fts', 'messages_fts_trigram'];

/**
 * The text that both indexes hold of a message: content, tool name and tool calls.
 *
 * @param row what goes before the column names: `new.`, `m.` or nothing
 */
export function indexedText(row: string): string {
  return `COALESCE(${row}content, '') || ' ' || COALESCE(${row}tool_name, '') || ' ' || COALESCE(${row}tool_calls, '')`;
}

/** A full-text table that keeps its own copy of the text. */
export function fullTextTable(name: FullTextTable): string {
  const tokenizer = name === 'messages_fts_trigram' ? ", tokenize='trigram'" : '';
  return `CREATE VIRTUAL TABLE IF NOT EXISTS ${name} USING fts5(content${tokenizer})`;
}

/** The three triggers that keep a full-text table current. */
export function fullTextTriggers(name: FullTextTable): readonly string[] {
  const remove = `DELETE FROM ${name} WHERE rowid = old.id;`;
  const add = `INSERT INTO ${name}(rowid, content) VALUES (new.id, ${indexedText('new.')});`;
  const on = (event: string, body: string) =>
    `CREATE TRIGGER IF NOT EXISTS ${name}_${event.toLowerCase()} AFTER ${event} ON messages BEGIN ${body} END`;
  return [on('INSERT', add), on('DELETE', remove), on('UPDATE', `${remove} ${add}`)];
}

/** Puts the messages with ids in a half-open range `(from, to]` into a full-text table. */
export function fullTextBackfill(name: FullTextTable): string {
  return `INSERT INTO ${name}(rowid, content)
    SELECT id, ${indexedText('')} FROM messages WHERE id > ? AND id <= ?`;
}

function table(name: string, columns: readonly Column[], ...constraints: string[]): string {
  const lines = [...columns.map((column) => column.join(' ')), ...constraints];
  return `CREATE TABLE IF NOT EXISTS ${name} (\n    ${lines.join(',\n    ')}\n)`;
}
