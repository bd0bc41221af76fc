import { cutTo, displayWidth } from './width.js';

/** How text looks: plain, or with the colours of a terminal. */
export interface Style {
  heading: (text: string) => string;
  faint: (text: string) => string;
  bar: (text: string) => string;
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

/** The narrowest that a column of names is made. */
const LEAST_NAME = 8;
const GAP = 2;

/**
 * Lines of a table, its columns aligned. Where they take more than `columns`, the widest columns of
 * names are cut; numbers never are.
 */
export function table(
  rows: readonly (readonly Cell[])[],
  columns = Infinity,
  cut = cutTo,
): string[] {
  const widths: number[] = [];
  const isName: boolean[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, displayWidth(cellText(cell)));
      isName[column] = (isName[column] ?? true) && typeof cell === 'string';
    });
  }
  fit(widths, isName, columns);
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        const text = cut(cellText(cell), width);
        const blanks = ' '.repeat(width - displayWidth(text));
        return typeof cell === 'string' ? text + blanks : blanks + text;
      })
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
}

/** Takes a column at a time from the widest column of names, until all fit or none can give more. */
function fit(widths: number[], isName: readonly boolean[], columns: number): void {
  const total = () => widths.reduce((sum, width) => sum + width + GAP, -GAP);
  while (total() > columns) {
    const widest = Math.max(...widths.filter((_, column) => isName[column] === true));
    if (widest <= LEAST_NAME) return;
    widths[widths.findIndex((width, column) => isName[column] === true && width === widest)] =
      widest - 1;
  }
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

/** A bar of one column for each value, a blank for nothing; blanks at the end are left out. */
export function spark(values: readonly number[]): string {
  const greatest = Math.max(0, ...values);
  return values
    .map((value) => (value <= 0 ? ' ' : STEPS[Math.ceil((value / greatest) * STEPS.length) - 1]))
    .join('')
    .trimEnd();
}

/** US dollars, `–` where they are unknown; under a dollar to a hundredth of a cent, where that tells more. */
export function dollars(usd: number | null): string {
  if (usd === null) return '–';
  const digits = Math.abs(usd) < 1 ? 4 : 2;
  const text = Math.abs(usd)
    .toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    .replace(/(\.\d\d)00$/, '$1');
  return `${usd < 0 && /[1-9]/.test(text) ? '-' : ''}$${text}`;
}

/** `1 session`, `2 sessions`, thousands apart. */
export function counted(number: number, one: string, many: string): string {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

/** Seconds as people say them: `45 s`, `12 min`, `3.5 h`, `2.1 days`; `–` where they are unknown. */
export function duration(seconds: number | null): string {
  if (seconds === null) return '–';
  if (seconds < 60) return `${Math.round(seconds)} s`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`;
  if (seconds < 86_400) return `${(seconds / 3600).toFixed(1)} h`;
  return `${(seconds / 86_400).toFixed(1)} days`;
}
