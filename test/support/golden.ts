import type Database from 'better-sqlite3';
import { readFileSync } from 'node:fs';
import { insertRow, type Columns } from './rows.js';

/** A value as golden files write it: JSON, with `{"$blob": hex}` for bytes. */
export type GoldenValue =
  null | boolean | number | string | GoldenValue[] | { [key: string]: GoldenValue };

/** Raw column values to put into the file before anything is called. */
export interface GoldenSeed {
  sessions?: Record<string, GoldenValue>[];
  messages?: Record<string, GoldenValue>[];
}

/** One call of the reference, and what it answered or raised. */
export interface GoldenStep {
  method: string;
  args?: GoldenValue[];
  kwargs?: Record<string, GoldenValue>;
  result?: GoldenValue;
  error?: { type: string; message: string };
}

/** Calls in a row on one store, and the rows of its tables afterwards, without NULLs. */
export interface GoldenScenario {
  name: string;
  /** The n-th reading of the clock gave `start + n * step`. */
  clock: { start: number; step: number };
  seed?: GoldenSeed;
  steps: GoldenStep[];
  after: Record<string, Record<string, GoldenValue>[]>;
}

/** A golden file; the caller says which shape it has: `golden('export') as Shape`. */
export function golden(name: string): unknown {
  const path = new URL(`../fixtures/golden/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Puts a seed's rows into a file as they are. */
export function insertSeed(db: Database.Database, seed: GoldenSeed): void {
  for (const table of ['sessions', 'messages'] as const) {
    for (const row of seed[table] ?? []) insertRow(db, table, rawColumns(row));
  }
}

/** All rows of a table without NULLs, bytes as golden files write them, in the files' order. */
export function tableRows(db: Database.Database, table: string): Record<string, GoldenValue>[] {
  return db
    .prepare(`SELECT * FROM ${table} ORDER BY ${table === 'state_meta' ? 'key' : 'rowid'}`)
    .all()
    .map((row) => withoutNulls(toGolden(row as Record<string, unknown>)));
}

/** A record with its bytes as golden files write them. */
export function toGolden(row: Record<string, unknown>): Record<string, GoldenValue> {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      value instanceof Uint8Array
        ? { $blob: Buffer.from(value).toString('hex') }
        : (value as GoldenValue),
    ]),
  );
}

export function withoutNulls(row: Record<string, GoldenValue>): Record<string, GoldenValue> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}

function rawColumns(row: Record<string, GoldenValue>): Columns {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, rawValue(value)]));
}

function rawValue(value: GoldenValue): string | number | Uint8Array | null {
  if (value !== null && typeof value === 'object' && '$blob' in value) {
    return Buffer.from(value['$blob'] as string, 'hex');
  }
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new TypeError(`A seed holds ${JSON.stringify(value)}, which no column can hold.`);
}
