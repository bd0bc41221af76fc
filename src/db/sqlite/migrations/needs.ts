import { createSchema } from '../create.js';
import { text } from '../decode.js';
import { openForWriting } from '../driver.js';
import { OWN_SCHEMA } from '../layout.js';
import { Statements, type Sql } from '../sql.js';
import { FULL_TEXT_TABLES, missingColumns, type FullTextTable } from '../tables.js';

/** What a file lacks of schema 11. Names only: how many rows an index lacks is asked apart. */
export interface Needs {
  tables: string[];
  /** As `table.column`. */
  columns: string[];
  indexes: string[];
  /** Full-text tables that are missing or of another form. */
  rebuild: FullTextTable[];
  /** Full-text tables of the right form, of which a trigger is missing or another one. */
  triggers: FullTextTable[];
  /** Whether the version row is missing or says less than 11. */
  version: boolean;
}

/** Compares a file with a new store, by name, as the reference does at every open. */
export function readNeeds(sql: Sql): Needs {
  const declared = declaredSchema();
  const stored = schemaOf(sql);
  const lacks = (type: string) =>
    declared
      .filter((entry) => entry.type === type)
      .map(({ name }) => name)
      .filter((name) => !stored.some((entry) => entry.type === type && entry.name === name));
  const isSame = (name: string) => sqlOf(declared, name) === sqlOf(stored, name);
  const rebuild = FULL_TEXT_TABLES.filter((table) => !isSame(table));
  return {
    tables: lacks('table').filter((name) => !FULL_TEXT_TABLES.some((table) => table === name)),
    columns: missingColumns({
      sessions: columnsOf(sql, 'sessions'),
      messages: columnsOf(sql, 'messages'),
    }),
    indexes: [
      ...lacks('index'),
      ...declared
        .filter((entry) => isUniqueIndex(entry) && isShadowed(entry, stored))
        .map(({ name }) => name),
    ],
    rebuild,
    triggers: FULL_TEXT_TABLES.filter(
      (table) => !rebuild.includes(table) && !EVENTS.every((event) => isSame(`${table}_${event}`)),
    ),
    version: readVersion(sql, stored) !== OWN_SCHEMA,
  };
}

/** Whether nothing is lacking. */
export function isComplete(needs: Needs): boolean {
  const { version, ...lists } = needs;
  return !version && Object.values(lists).every((list) => list.length === 0);
}

interface Entry {
  type: string;
  name: string;
  sql: string;
}

const EVENTS = ['insert', 'delete', 'update'] as const;
let declaredOnce: readonly Entry[] | null = null;

/** The schema of a new store as SQLite keeps it, read once from one in memory. */
function declaredSchema(): readonly Entry[] {
  if (declaredOnce === null) {
    const connection = openForWriting(':memory:', { create: true });
    createSchema(connection);
    declaredOnce = schemaOf(new Statements(connection, undefined));
    connection.close();
  }
  return declaredOnce;
}

/** Tables, indexes and triggers, without SQLite's own and the inner tables of full text. */
function schemaOf(sql: Sql): Entry[] {
  return sql
    .all("SELECT type, name, sql FROM sqlite_master WHERE type <> 'view'")
    .map((found) => ({
      type: text(found['type']),
      name: text(found['name']),
      sql: text(found['sql']),
    }))
    .filter(({ type, name }) => !name.startsWith('sqlite_') && !isInner(type, name));
}

function isInner(type: string, name: string): boolean {
  return (
    type === 'table' && /^messages_fts(_trigram)?_(data|idx|content|docsize|config)$/.test(name)
  );
}

/** SQL without what does not change its meaning here: blanks, kinds of quotes, letter case. */
function sqlOf(entries: readonly Entry[], name: string): string | undefined {
  const found = entries.find((entry) => entry.name === name);
  return found?.sql.replace(/['"`\s]+/g, '').toLowerCase();
}

/** Asked of the file each time, for the layout may be known from before a change. */
function columnsOf(sql: Sql, table: string): ReadonlySet<string> {
  const columns = sql.all("SELECT name FROM pragma_table_info(?, 'main')", table);
  return new Set(columns.map((column) => text(column['name'])));
}

function isUniqueIndex({ type, sql }: Entry): boolean {
  return type === 'index' && /^create\s+unique\s/i.test(sql);
}

/** Whether another index, which lets duplicates in, has the name of a unique one. */
function isShadowed({ name }: Entry, stored: readonly Entry[]): boolean {
  return stored.some(
    (entry) => entry.type === 'index' && entry.name === name && !isUniqueIndex(entry),
  );
}

function readVersion(sql: Sql, stored: readonly Entry[]): unknown {
  if (!stored.some(({ name }) => name === 'schema_version')) return undefined;
  return sql.get('SELECT version FROM schema_version LIMIT 1')?.['version'];
}
