import type { Connection } from './driver.js';
import { countOrNull, row, text } from './decode.js';

/** The newest schema whose rules we know, and the one that new stores are made in. */
export const NEWEST_KNOWN_SCHEMA = 31;
export const OWN_SCHEMA = 11;

/**
 * Which rules a file follows. `legacy` (schema 1 to 10) waits for a migration, `current` is schema
 * 11, `newer` is 12 to 31, `unknown` is anything later, or a file without a version.
 */
export type LayoutFamily = 'legacy' | 'current' | 'newer' | 'unknown';

/** A full-text table, as its stored SQL describes it. */
export interface FullTextIndex {
  table: string;
  /** Inline tables keep a copy of the text; external ones read it from a table or view. */
  form: 'inline' | 'external';
  columns: readonly string[];
  /** Whether insert, delete and update on messages all keep it current. */
  hasTriggers: boolean;
}

/** What a file looks like: statements are built from this, never from the version number alone. */
export interface Layout {
  /** What moves whenever the layout may have moved: see `layoutMark`. */
  mark: string;
  /** The number in `schema_version`, null where the row or the table is missing. */
  schemaVersion: number | null;
  family: LayoutFamily;
  tables: ReadonlySet<string>;
  triggers: ReadonlySet<string>;
  sessions: ReadonlySet<string>;
  messages: ReadonlySet<string>;
  /** The index of words (unicode61), null where there is none. */
  words: FullTextIndex | null;
  /** The index of three-character runs, null where there is none. */
  trigrams: FullTextIndex | null;
}

/**
 * Another text whenever the layout may be another: SQLite's schema cookie, which moves with tables
 * and columns, and the version row, which Hermes moves without touching either.
 */
export function layoutMark(connection: Connection): string {
  const cookie = Number(connection.pragma('schema_version', { simple: true }));
  return `${cookie}:${readVersion(connection)}`;
}

/** Asks a file for its layout. The connection may be read-only. */
export function readLayout(connection: Connection): Layout {
  const objects = connection
    .prepare("SELECT type, name, sql FROM sqlite_master WHERE type IN ('table', 'view', 'trigger')")
    .all()
    .map(row);
  const named = (...types: string[]) =>
    new Set(objects.filter((o) => types.includes(text(o['type']))).map((o) => text(o['name'])));
  const tables = named('table', 'view');
  const triggers = named('trigger');
  const sqlOf = (table: string) =>
    text(objects.find((o) => o['type'] === 'table' && o['name'] === table)?.['sql']);
  const schemaVersion = readVersion(connection);
  return {
    mark: layoutMark(connection),
    schemaVersion,
    family: familyOf(schemaVersion),
    tables,
    triggers,
    sessions: columnsOf(connection, 'sessions'),
    messages: columnsOf(connection, 'messages'),
    words: fullText('messages_fts', sqlOf('messages_fts'), triggers),
    trigrams: fullText('messages_fts_trigram', sqlOf('messages_fts_trigram'), triggers),
  };
}

function readVersion(connection: Connection): number | null {
  const known = connection
    .prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'schema_version'")
    .get();
  if (known === undefined) return null;
  const found = connection.prepare('SELECT version FROM schema_version LIMIT 1').get();
  return found === undefined ? null : countOrNull(row(found)['version']);
}

function familyOf(version: number | null): LayoutFamily {
  if (version === null || version < 1 || version > NEWEST_KNOWN_SCHEMA) return 'unknown';
  if (version < OWN_SCHEMA) return 'legacy';
  return version === OWN_SCHEMA ? 'current' : 'newer';
}

function columnsOf(connection: Connection, table: string): ReadonlySet<string> {
  const columns = connection.prepare("SELECT name FROM pragma_table_info(?, 'main')").all(table);
  return new Set(columns.map((column) => text(row(column)['name'])));
}

function fullText(table: string, sql: string, triggers: ReadonlySet<string>): FullTextIndex | null {
  const body = /using\s+fts5\s*\(([\s\S]*)\)\s*$/i.exec(sql)?.[1];
  if (body === undefined) return null;
  const parts = body.split(',').map((part) => part.trim());
  return {
    table,
    form: parts.some((part) => /^content\s*=/i.test(part)) ? 'external' : 'inline',
    columns: parts.filter((part) => !part.includes('=')),
    hasTriggers: ['insert', 'delete', 'update'].every((event) => triggers.has(`${table}_${event}`)),
  };
}
