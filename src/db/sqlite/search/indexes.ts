import { count } from '../decode.js';
import type { FullTextIndex, Layout } from '../layout.js';
import type { Sql } from '../sql.js';
import type { IndexName } from './full-text.js';
import { joinRanges, type Range } from './ranges.js';
import { rebuildMarks, type RebuildMarks } from './rebuild-marks.js';
import { gapsOfSound } from './trust.js';

/** What a search may lean on in this file, as it is now. */
export interface Indexes {
  words: FullTextIndex | null;
  trigrams: FullTextIndex | null;
  /** Where messages are that an index lacks: those of a rebuild under way, and gaps. They are read. */
  pending: readonly Range[];
  /** What is wrong, as a sentence; null when nothing is. */
  problem: string | null;
  /** Which indexes failed or do not know what they should. */
  damaged: readonly IndexName[];
}

/**
 * Which indexes can be trusted: there, kept current by all three triggers, not marked stale by
 * Hermes, and not found damaged lately.
 */
export function searchIndexes(sql: Sql): Indexes {
  const layout = sql.layout();
  const marks = rebuildMarks(sql);
  const rebuilt =
    layout.words === null && layout.trigrams === null ? [] : pendingRanges(sql, marks);
  const words = judge(sql, layout, 'words', marks.stale, rebuilt);
  const trigrams = judge(sql, layout, 'trigrams', marks.stale, rebuilt);
  const none = words.index === null && trigrams.index === null;
  return {
    words: words.index,
    trigrams: trigrams.index,
    pending: none ? [] : joinRanges([...rebuilt, ...words.gaps, ...trigrams.gaps]),
    problem: [words.problem, trigrams.problem].filter((one) => one !== null).join(' ') || null,
    damaged: [words, trigrams].flatMap(({ damaged }) => damaged),
  };
}

interface Judgement {
  index: FullTextIndex | null;
  gaps: readonly Range[];
  problem: string | null;
  damaged: readonly IndexName[];
}

function judge(
  sql: Sql,
  layout: Layout,
  name: IndexName,
  stale: boolean,
  pending: readonly Range[],
): Judgement {
  const index = layout[name];
  const label = `The index of ${name === 'words' ? 'words' : 'three-character runs'}`;
  const none = { gaps: [], problem: null, damaged: [] };
  const reject = (why: string, damaged: readonly IndexName[] = []) => ({
    index: null,
    gaps: [],
    problem: `${label} ${why}; searches read the messages instead.`,
    damaged,
  });
  if (index === null) {
    const expected = name === 'words' || (layout.schemaVersion ?? 0) >= 10;
    return expected ? reject('is missing') : { index, ...none };
  }
  if (stale) return reject('is marked as stale by Hermes');
  if (!index.hasTriggers) return reject('is not kept current, for its triggers are missing');
  const missing = gapsOfSound(sql, index, name, pending);
  if (missing === null) return reject('is damaged', [name]);
  const { ranges, messages } = missing;
  if (messages === 0) return { index, ...none };
  const which = `${messages} ${messages === 1 ? 'message' : 'messages'}, the first of id ${ranges[0]?.low}`;
  const problem = `${label} lacks ${which}; searches read these instead.`;
  return { index, gaps: ranges, problem, damaged: [] };
}

function pendingRanges(sql: Sql, { pending }: RebuildMarks): Range[] {
  return pending !== null && countRows(sql, pending, 1) > 0 ? [pending] : [];
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
