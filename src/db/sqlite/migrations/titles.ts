import { countCodePoints, pythonStrip, sliceCodePoints } from '../../../domain/text.js';
import { MAX_TITLE_LENGTH, nextTitle, titleBase } from '../../../domain/title.js';
import { count, text, textOrNull } from '../decode.js';
import { timeValue } from '../sessions/values.js';
import type { Sql, Tx } from '../sql.js';

/** A session whose title a newer session has too, and the title that it gets instead. */
export interface TitleChange {
  /** Null in the odd file that holds a session without an id. */
  sessionId: string | null;
  from: string;
  /** Null where the title was blank. */
  to: string | null;
}

/** How many sessions have a title that a newer one has too. */
export function duplicateTitles(sql: Sql): number {
  const found = sql.get('SELECT COUNT(title) - COUNT(DISTINCT title) AS n FROM sessions');
  return count(found?.['n']);
}

/**
 * Makes titles unique: of several sessions with one title, that of the newest start, then of the
 * greatest id, keeps it; the others get the next free numbers of its line, oldest first.
 */
export function separateTitles(tx: Tx): TitleChange[] {
  const holders = tx.all(
    `SELECT number, id, title FROM (
       SELECT rowid AS number, id, title, ${timeValue('started_at')} AS started, ROW_NUMBER() OVER (
         PARTITION BY title ORDER BY ${timeValue('started_at')} DESC, id DESC, rowid DESC
       ) AS place
       FROM sessions WHERE title IS NOT NULL
     ) WHERE place > 1 ORDER BY started, id, number`,
  );
  if (holders.length === 0) return [];
  const titles = new FreeTitles(
    tx.all('SELECT title FROM sessions WHERE title IS NOT NULL').map(({ title }) => text(title)),
  );
  return holders.map((holder) => {
    const from = text(holder['title']);
    const to = pythonStrip(from) === '' ? null : titles.next(from);
    tx.run('UPDATE sessions SET title = ? WHERE rowid = ?', to, Number(holder['number']));
    return { sessionId: textOrNull(holder['id']), from, to };
  });
}

/** Hands out titles that are not in use, each once. */
class FreeTitles {
  readonly #lines = new Map<string, string[]>();

  constructor(private readonly inUse: readonly string[]) {}

  /** The next number in the line of a title; the name before it is cut where it would be too long. */
  next(title: string): string {
    let base = titleBase(title);
    for (;;) {
      const line = this.#line(base);
      const candidate = nextTitle(base, line);
      const excess = countCodePoints(candidate) - MAX_TITLE_LENGTH;
      if (excess <= 0 && !line.includes(candidate)) {
        line.push(candidate);
        return candidate;
      }
      base = pythonStrip(sliceCodePoints(base, 0, countCodePoints(base) - Math.max(excess, 1)));
    }
  }

  /** Titles that begin as the base does, letters in either case. */
  #line(base: string): string[] {
    const start = base.toLowerCase();
    const known = this.#lines.get(start);
    if (known !== undefined) return known;
    const line = this.inUse.filter((title) => title.toLowerCase().startsWith(start));
    this.#lines.set(start, line);
    return line;
  }
}
