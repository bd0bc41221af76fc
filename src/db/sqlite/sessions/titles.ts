import type { SessionRow } from '../../../domain/session.js';
import { isNumberedVariant, nextTitle, titleBase } from '../../../domain/title.js';
import { text } from '../decode.js';
import type { Sql } from '../sql.js';
import { decodeSession, sessionColumns } from './columns.js';
import { timeValue } from './values.js';

/**
 * The session that a title names: among those titled exactly so or `title #N`, the one that started
 * last, then the greatest id; null when there is none.
 */
export function sessionByTitle(sql: Sql, title: string): SessionRow | null {
  const layout = sql.layout();
  if (!layout.sessions.has('title')) return null;
  const candidates = sql
    .all(
      `SELECT ${sessionColumns(layout)} FROM sessions AS s
       WHERE s.id IS NOT NULL AND (s.title = ? OR (s.title >= ? AND s.title < ?))
       ORDER BY ${timeValue('s.started_at')} DESC, s.id DESC`,
      title,
      `${title} #0`,
      `${title} #:`,
    )
    .map(decodeSession);
  const named = (candidate: SessionRow) =>
    candidate.title !== null &&
    (candidate.title === title || isNumberedVariant(candidate.title, title));
  return candidates.find(named) ?? null;
}

/** The next free title of a lineage: the base itself, else one above the highest number in use. */
export function nextFreeTitle(sql: Sql, title: string): string {
  if (!sql.layout().sessions.has('title')) return titleBase(title);
  const base = titleBase(title);
  const taken = sql
    .all(
      `SELECT title FROM sessions WHERE title = ? OR instr(lower(title), lower(?)) = 1`,
      base,
      `${base} #`,
    )
    .map((row) => text(row['title']));
  return nextTitle(base, taken);
}
