import { bar, grouped, type Style } from './text.js';
import { cutTo, displayWidth } from './width.js';

/** A number with its name, and perhaps a remark. */
export interface Bar {
  name: string;
  value: number;
  note: string;
}

const LONGEST_BAR = 40;
const SHORTEST_BAR = 8;
const LEAST_NAME = 8;
const GAP = '  ';

/**
 * Lines of so many columns with a bar for each number; none when all are 0. Where there is too
 * little room for all, remarks are left out first, then names are cut, then bars left out.
 */
export function barLines(bars: readonly Bar[], style: Style, columns: number): string[] {
  const greatest = Math.max(0, ...bars.map(({ value }) => value));
  if (greatest === 0) return [];
  const longest = Math.max(...bars.map(({ name }) => displayWidth(name)));
  const numbers = grouped(greatest).length;
  const widestNote = Math.max(...bars.map(({ note }) => displayWidth(note)));
  const fixed = numbers + 2 * GAP.length;
  const forNotes = widestNote === 0 ? 0 : widestNote + GAP.length;
  const hasNotes = columns - longest - fixed - forNotes >= SHORTEST_BAR;
  const rest = columns - fixed - (hasNotes ? forNotes : 0);
  const names = Math.min(longest, Math.max(LEAST_NAME, rest - SHORTEST_BAR));
  const room = Math.min(LONGEST_BAR, rest - names);
  return bars.map(({ name, value, note }) => {
    const shown = cutTo(name, names);
    const drawn = room < 1 ? '' : bar(value, greatest, room);
    const padded = shown + ' '.repeat(names - displayWidth(shown));
    const line = `${padded}${GAP}${grouped(value).padStart(numbers)}`;
    if (note !== '' && hasNotes) {
      const blanks = ' '.repeat(room - drawn.length);
      return `${line}${GAP}${style.bar(drawn)}${blanks}${GAP}${style.faint(note)}`;
    }
    return drawn === '' ? line : `${line}${GAP}${style.bar(drawn)}`;
  });
}
