import type { Progress, Step } from '../db/sqlite/migrations/owned-store.js';
import { takesEscapes, type Terminal } from './terminal.js';

/** A line that shows how far work is. */
export interface ProgressLine {
  show(progress: Progress): void;
  /** Clears the line, before anything else is printed. */
  end(): void;
}

const NAMES: Record<Step, string> = {
  backup: 'Making a backup',
  tables: 'Adding tables',
  columns: 'Adding columns',
  titles: 'Separating titles',
  words: 'Indexing words',
  trigrams: 'Indexing three-character runs',
  check: 'Checking',
};
const CLEAR = '\r\u001B[K';

/** One line on a terminal that is written over and over; nothing at all where there is none. */
export function progressLine(terminal: Terminal, env = process.env): ProgressLine {
  if (!takesEscapes(terminal, env)) return { show: () => undefined, end: () => undefined };
  return {
    show: ({ step, done, total }) => {
      const share = total > 1 ? ` ${done} of ${total} (${Math.floor((100 * done) / total)}%)` : '';
      terminal.write(`${CLEAR}${NAMES[step]}…${share}`);
    },
    end: () => terminal.write(CLEAR),
  };
}
