import { text } from '../decode.js';
import type { Sql } from '../sql.js';
import type { Range } from './ranges.js';

/** What a newer Hermes notes in a file about its search indexes. */
export interface RebuildMarks {
  /** It has detached them after damage: they hold nothing that can be relied on. */
  stale: boolean;
  /** The messages that a rebuild under way has still to fill in; null when there are none. */
  pending: Range | null;
}

/** Below every id that a file gives out: a rebuild that noted no progress has made none. */
const NO_PROGRESS = -1;

/**
 * Reads the marks: `fts_stale` counts unless it is empty or 0, and messages wait whose ids are above
 * `fts_rebuild_progress`, up to `fts_rebuild_high_water`. A rebuild that reached its high water is over.
 */
export function rebuildMarks(sql: Sql): RebuildMarks {
  if (!sql.layout().tables.has('state_meta')) return { stale: false, pending: null };
  const marks = new Map(
    sql
      .all(
        `SELECT key, CAST(value AS TEXT) AS value FROM state_meta
         WHERE key IN ('fts_stale', 'fts_rebuild_high_water', 'fts_rebuild_progress')`,
      )
      .map((row) => [text(row['key']), text(row['value'])]),
  );
  const id = (key: string) => {
    const noted = marks.get(key);
    return noted === undefined ? NO_PROGRESS : Math.trunc(Number(noted)) || 0;
  };
  const [progress, high] = [id('fts_rebuild_progress'), id('fts_rebuild_high_water')];
  return {
    stale: !['', '0'].includes(marks.get('fts_stale') ?? ''),
    pending: high > progress ? { low: progress + 1, high } : null,
  };
}
