import type { KeyedFigures } from '../../domain/stats/sessions.js';
import { totalTokens } from '../../domain/usage.js';
import { compact, dollars, grouped, NAME_WIDTH, table, type Cell } from './text.js';
import { cutMiddle, displayWidth, safeText } from './width.js';

const SHOWN_GROUPS = 8;

interface Column {
  head: string;
  cell: (group: KeyedFigures) => Cell;
}

const SESSIONS: Column = { head: 'sessions', cell: ({ sessionCount }) => sessionCount };
const MESSAGES: Column = { head: 'messages', cell: ({ messageCount }) => messageCount };
const TOKENS: Column = { head: 'tokens', cell: ({ usage }) => totalTokens(usage) };
const SHORT_TOKENS: Column = {
  head: 'tokens',
  cell: ({ usage }) => ({ right: compact(totalTokens(usage)) }),
};
const COST: Column = { head: 'cost', cell: ({ cost }) => ({ right: dollars(cost.usd) }) };

/** What a line tells, from a wide terminal to a narrow one. */
const CHOICES: readonly (readonly Column[])[] = [
  [SESSIONS, MESSAGES, TOKENS, COST],
  [SESSIONS, MESSAGES, SHORT_TOKENS, COST],
  [MESSAGES, SHORT_TOKENS, COST],
  [SHORT_TOKENS, COST],
];

/** A table of so many columns: the largest groups with their figures, and how many more there are. */
export function groupLines(all: readonly KeyedFigures[], none: string, columns: number): string[] {
  if (all.length === 0) return [];
  const shown = all.slice(0, SHOWN_GROUPS);
  const tables = CHOICES.map((choice) =>
    table(
      [
        ['', ...choice.map(({ head }) => ({ right: head }))],
        ...shown.map((group): Cell[] => [
          group.key === null ? `(${none})` : safeText(group.key, NAME_WIDTH, cutMiddle),
          ...choice.map(({ cell }) => cell(group)),
        ]),
      ],
      columns,
      cutMiddle,
    ),
  );
  const fitting = tables.find((lines) => lines.every((line) => displayWidth(line) <= columns));
  const lines = fitting ?? tables.at(-1) ?? [];
  const more = all.length - shown.length;
  return more === 0 ? lines : [...lines, `and ${grouped(more)} more`];
}
