import { isCjk } from '../../domain/cjk.js';

/** How text looks: plain, or with the colours of a terminal. */
export interface Style {
  heading(text: string): string;
  faint(text: string): string;
  bar(text: string): string;
}

export const PLAIN: Style = {
  heading: (text) => text,
  faint: (text) => text,
  bar: (text) => text,
};

const paint = (code: number) => (text: string) => `\u001B[${code}m${text}\u001B[0m`;
export const COLOURED: Style = { heading: paint(1), faint: paint(2), bar: paint(36) };

/** The most columns that a name takes. */
export const NAME_WIDTH = 40;

/** A cell of a table; numbers are right-aligned, and text where it says so. */
export type Cell = string | number | { right: string };

/**
 * Text from the file as one line that cannot steer the terminal: control characters, and those that
 * turn the direction of writing, become a blank.
 */
export function safeText(text: string, maxWidth: number): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, ' ').trim();
  if (displayWidth(line) <= maxWidth) return line;
  let cut = '';
  for (const character of line) {
    if (displayWidth(cut + character) > maxWidth - 1) break;
    cut += character;
  }
  return `${cut}…`;
}

/** Columns that a text takes on a terminal: two for each CJK character. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += isCjk(character.codePointAt(0) ?? 0) ? 2 : 1;
  return width;
}

/** Lines of a table, its columns aligned. */
export function table(rows: readonly (readonly Cell[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, displayWidth(cellText(cell)));
    });
  }
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const text = cellText(cell);
        const blanks = ' '.repeat((widths[column] ?? 0) - displayWidth(text));
        return typeof cell === 'string' ? text + blanks : blanks + text;
      })
      .join('  ')
      .trimEnd(),
  );
}

function cellText(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  return typeof cell === 'number' ? grouped(cell) : cell.right;
}

/** A whole number with its thousands apart. */
export function grouped(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 0 });
}

/** A whole number in short: `950`, `312K`, `12.3M`, `1.2B`. */
export function compact(value: number): string {
  return value.toLocaleString('en-US', { notation: 'compact', maximumFractionDigits: 1 });
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar of so many columns for the greatest value, in steps of an eighth of a column. */
export function bar(value: number, greatest: number, columns: number): string {
  if (greatest <= 0 || value <= 0) return '';
  const eighths = Math.max(1, Math.round((value / greatest) * columns * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}

const STEPS = '▁▂▃▄▅▆▇█';

/** A bar of one column for each value, a blank for nothing. */
export function spark(values: readonly number[]): string {
  const greatest = Math.max(0, ...values);
  return values
    .map((value) => (value <= 0 ? ' ' : STEPS[Math.ceil((value / greatest) * STEPS.length) - 1]))
    .join('');
}

/** US dollars, `–` where they are unknown. */
export function dollars(usd: number | null): string {
  if (usd === null) return '–';
  const digits = usd !== 0 && Math.abs(usd) < 1 ? 4 : 2;
  return `$${usd.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}

/** Seconds as people say them: `45 s`, `12 min`, `3.5 h`, `2.1 days`; `–` where they are unknown. */
export function duration(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  if (seconds < 86_400) return `${(seconds / 3600).toFixed(1)} h`;
  return `${(seconds / 86_400).toFixed(1)} days`;
}
