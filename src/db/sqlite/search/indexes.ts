import { count, text } from '../decode.js';
import { SqliteError } from '../driver.js';
import type { FullTextIndex, Layout } from '../layout.js';
import { knowsNewest } from './probe.js';
import type { Sql } from '../sql.js';

export type IndexName = 'words' | 'trigrams';

/** Message ids from `low` to `high`, both included. */
export interface Range {
  low: number;
  high: number;
}

/** What a search may lean on in this file, as it is now. */
export interface Indexes {
  words: FullTextIndex | null;
  trigrams: FullTextIndex | null;
  /** Rows that no index holds yet: those of a rebuild under way, and any newer than the index. */
  pending: readonly Range[];
  /** What is wrong, as a sentence; null when nothing is. */
  problem: string | null;
}

/** An index failed while it was asked; the search goes on without it. */
export class IndexFailure extends Error {
  constructor(
    readonly index: IndexName,
    override readonly cause: unknown,
  ) {
    super(`The index of ${index} failed.`);
  }
}

/** A damaged index is left alone for so long, or until the schema changes. */
const DISTRUST_MS = 60_000;
/** An index that passed its check is not checked again for so long. */
const TRUST_MS = 1000;

interface Opinion {
  good: boolean;
  mark: string;
  until: number;
}

const opinions = new WeakMap<Sql, Map<IndexName, Opinion>>();

/** Remembers that an index of this file failed. */
export function distrust(sql: Sql, index: IndexName): void {
  remember(sql, index, false);
}

function remember(sql: Sql, index: IndexName, good: boolean): void {
  const known = opinions.get(sql) ?? new Map<IndexName, Opinion>();
  const until = performance.now() + (good ? TRUST_MS : DISTRUST_MS);
  known.set(index, { good, mark: sql.layout().mark, until });
  opinions.set(sql, known);
}

/** Whether an index can be asked and knows what a message says that it should hold. */
function isSound(sql: Sql, index: FullTextIndex, name: IndexName, pending: readonly Range[]) {
  const known = opinions.get(sql)?.get(name);
  if (known?.mark === sql.layout().mark && known.until > performance.now()) return known.good;
  try {
    remember(
      sql,
      name,
      asking(name, () => knowsNewest(sql, index, name, pending)),
    );
  } catch (error) {
    if (!(error instanceof IndexFailure)) throw error;
    remember(sql, name, false);
  }
  return opinions.get(sql)?.get(name)?.good ?? true;
}

/** Runs a statement on an index. @throws IndexFailure when the index is missing or damaged */
export function asking<Result>(index: IndexName, statement: () => Result): Result {
  try {
    return statement();
  } catch (error) {
    throw isIndexFailure(error) ? new IndexFailure(index, error) : error;
  }
}

function isIndexFailure(error: unknown): boolean {
  return (
    error instanceof SqliteError &&
    (/^SQLITE_(CORRUPT|NOTADB)/.test(error.code) ||
      /no such (?:table|module|tokenizer|column|fts5 table)|fts5|vtable constructor|malformed/.test(
        error.message,
      ))
  );
}

/**
 * Which indexes can be trusted: there, kept current by all three triggers, not marked stale by
 * Hermes, and not found damaged lately.
 */
export function searchIndexes(sql: Sql): Indexes {
  const layout = sql.layout();
  const marks = rebuildMarks(sql, layout);
  const pending =
    layout.words === null && layout.trigrams === null ? [] : pendingRanges(sql, marks);
  const words = judge(sql, layout, 'words', marks.stale, pending);
  const trigrams = judge(sql, layout, 'trigrams', marks.stale, pending);
  const none = words.index === null && trigrams.index === null;
  return {
    words: words.index,
    trigrams: trigrams.index,
    pending: none ? [] : pending,
    problem: [words.problem, trigrams.problem].filter((one) => one !== null).join(' ') || null,
  };
}

interface Marks {
  stale: boolean;
  highWater: number;
  progress: number;
}

function rebuildMarks(sql: Sql, layout: Layout): Marks {
  const marks = new Map<string, string>();
  if (layout.tables.has('state_meta')) {
    const rows = sql.all(
      `SELECT key, CAST(value AS TEXT) AS value FROM state_meta
       WHERE key IN ('fts_stale', 'fts_rebuild_high_water', 'fts_rebuild_progress')`,
    );
    for (const row of rows) marks.set(text(row['key']), text(row['value']));
  }
  const number = (key: string) => Math.trunc(Number(marks.get(key) ?? -1)) || 0;
  return {
    stale: !['', '0'].includes(marks.get('fts_stale') ?? ''),
    highWater: marks.has('fts_rebuild_high_water') ? number('fts_rebuild_high_water') : -1,
    progress: marks.has('fts_rebuild_progress') ? number('fts_rebuild_progress') : -1,
  };
}

function judge(
  sql: Sql,
  layout: Layout,
  name: IndexName,
  stale: boolean,
  pending: readonly Range[],
): { index: FullTextIndex | null; problem: string | null } {
  const index = layout[name];
  const label = name === 'words' ? 'words' : 'three-character runs';
  const reject = (why: string) => ({
    index: null,
    problem: `The index of ${label} ${why}; searches read the messages instead.`,
  });
  if (index === null) {
    const expected = name === 'words' || (layout.schemaVersion ?? 0) >= 10;
    return expected ? reject('is missing') : { index: null, problem: null };
  }
  if (stale) return reject('is marked as stale by Hermes');
  if (!index.hasTriggers) return reject('is not kept current, for its triggers are missing');
  if (!isSound(sql, index, name, pending)) return reject('is damaged');
  return { index, problem: null };
}

function pendingRanges(sql: Sql, marks: Marks): Range[] {
  const rebuild =
    marks.highWater > marks.progress ? [{ low: marks.progress + 1, high: marks.highWater }] : [];
  return rebuild.filter(({ low, high }) => countRows(sql, { low, high }, 1) > 0);
}

/** How many messages have an id in the range, counted up to `most`. */
export function countRows(sql: Sql, range: Range, most: number): number {
  return count(
    sql.get(
      'SELECT COUNT(*) AS total FROM (SELECT 1 FROM messages WHERE id BETWEEN ? AND ? LIMIT ?)',
      range.low,
      range.high,
      most,
    )?.['total'],
  );
}
