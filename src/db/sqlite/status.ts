import { statSync } from 'node:fs';
import type { SearchStatus, StoreStatus } from '../store.js';
import { count, text } from './decode.js';
import type { Layout } from './layout.js';
import type { Sql } from './sql.js';

/** What the file is and how it stands. Sizes are taken without opening it. */
export function storeStatus(
  sql: Sql,
  path: string,
  readOnlyReason: string | null,
  problem: string | null,
  search: SearchStatus,
): StoreStatus {
  const layout = sql.layout();
  const one = (statement: string) => Object.values(sql.get(statement) ?? {})[0];
  return {
    path,
    schemaVersion: layout.schemaVersion,
    sqliteVersion: text(one('SELECT sqlite_version()')),
    layout: describeLayout(layout),
    journalMode: text(one('PRAGMA journal_mode')),
    writable: readOnlyReason === null,
    readOnlyReason,
    problem,
    fileBytes: fileBytes(path),
    walBytes: fileBytes(`${path}-wal`),
    sessionCount: count(one('SELECT COUNT(*) FROM sessions WHERE id IS NOT NULL')),
    messageCount: count(one('SELECT COUNT(*) FROM messages')),
    search,
  };
}

function describeLayout(layout: Layout): string {
  const rules = {
    legacy: 'schema 1 to 10',
    current: 'schema 11',
    newer: 'schema 12 to 31',
    unknown: 'unknown schema',
  }[layout.family];
  const index = layout.words === null ? 'no full text' : `${layout.words.form} full text`;
  return `${rules}, ${index}`;
}

function fileBytes(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
