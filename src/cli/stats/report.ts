import type { SessionRow } from '../../domain/session.js';
import type { KeyedFigures } from '../../domain/stats/sessions.js';
import { sessionUsage, totalTokens } from '../../domain/usage.js';
import { formatDay } from './dates.js';
import type { ReportFigures } from './figures.js';
import { overview } from './overview.js';
import {
  bar,
  displayWidth,
  dollars,
  grouped,
  NAME_WIDTH,
  safeText,
  spark,
  table,
  type Cell,
  type Style,
} from './text.js';

const SHOWN_GROUPS = 8;
const SHOWN_TOOLS = 10;
const LONGEST_BAR = 40;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The report as lines for a terminal of so many columns. */
export function reportLines(figures: ReportFigures, style: Style, columns: number): string[] {
  const { sessions, tools, topSessions } = figures;
  const sections: [title: string, lines: string[]][] = [
    [title(figures), overview(figures)],
    ['Models', groups(sessions.by('model'), 'no model')],
    ['Sources', groups(sessions.by('source'), 'no source')],
    ['Tools', barLines(tools.slice(0, SHOWN_TOOLS).map(toolBar), style, columns)],
    [
      'Messages by day',
      barLines(
        figures.days.map((day) => dayBar(day, figures)),
        style,
        columns,
      ),
    ],
    ['Messages by weekday', barLines(figures.weekdays.map(weekdayBar), style, columns)],
    ['Messages by hour', hourLines(figures.hours, style)],
    ['Sessions with the most tokens', table(topSessions.map(sessionCells))],
  ];
  return sections
    .filter(([, lines]) => lines.length > 0)
    .flatMap(([name, lines]) => [style.heading(name), ...lines.map((line) => `  ${line}`), ''])
    .slice(0, -1);
}

function title({ scope }: ReportFigures): string {
  const from = scope.from === null ? '' : ` from ${formatDay(scope.from, scope.timeZone)}`;
  const until = scope.until === null ? '' : ` before ${formatDay(scope.until, scope.timeZone)}`;
  return from === '' && until === ''
    ? `All sessions, ${scope.timeZone}`
    : `Sessions that started${from}${until}, ${scope.timeZone}`;
}

function groups(all: readonly KeyedFigures[], none: string): string[] {
  if (all.length === 0) return [];
  const shown = all.slice(0, SHOWN_GROUPS);
  const rows = shown.map((group): Cell[] => [
    group.key === null ? `(${none})` : safeText(group.key, NAME_WIDTH),
    group.sessionCount,
    group.messageCount,
    totalTokens(group.usage),
    { right: dollars(group.cost.usd) },
  ]);
  const head = ['sessions', 'messages', 'tokens', 'cost'].map((right) => ({ right }));
  const lines = table([['', ...head], ...rows]);
  const more = all.length - shown.length;
  return more === 0 ? lines : [...lines, `and ${grouped(more)} more`];
}

interface Bar {
  name: string;
  value: number;
  note: string;
}

function barLines(bars: readonly Bar[], style: Style, columns: number): string[] {
  const greatest = Math.max(0, ...bars.map(({ value }) => value));
  if (greatest === 0) return [];
  const names = Math.max(...bars.map(({ name }) => displayWidth(name)));
  const numbers = grouped(greatest).length;
  const notes = Math.max(...bars.map(({ note }) => displayWidth(note)));
  const room = Math.max(8, Math.min(LONGEST_BAR, columns - names - numbers - notes - 10));
  return bars.map(({ name, value, note }) => {
    const drawn = bar(value, greatest, room);
    const blanks = ' '.repeat(room - drawn.length);
    const padded = name + ' '.repeat(names - displayWidth(name));
    const line = `${padded}  ${grouped(value).padStart(numbers)}  ${style.bar(drawn)}`;
    return note === '' ? line.trimEnd() : `${line}${blanks}  ${style.faint(note)}`;
  });
}

function toolBar({ name, count }: { name: string; count: number }): Bar {
  return { name: safeText(name, NAME_WIDTH), value: count, note: '' };
}

function dayBar(day: ReportFigures['days'][number], { scope }: ReportFigures): Bar {
  return {
    name: day.start === null ? 'no time' : formatDay(day.start, scope.timeZone),
    value: day.messageCount,
    note: day.sessionCount === 0 ? '' : `${grouped(day.sessionCount)} sessions`,
  };
}

function weekdayBar({ weekday, messageCount }: ReportFigures['weekdays'][number]): Bar {
  const name = weekday === null ? 'no time' : (WEEKDAYS[weekday - 1] ?? '');
  return { name, value: messageCount, note: '' };
}

/** One line with a bar for each hour of the clock, over the hours it begins and ends with. */
function hourLines(hours: ReportFigures['hours'], style: Style): string[] {
  const counts = hours.filter(({ hour }) => hour !== null).map((hour) => hour.messageCount);
  if (Math.max(0, ...counts) === 0) return [];
  return [style.bar(spark(counts)), style.faint('00    06    12    18')];
}

function sessionCells(session: SessionRow): Cell[] {
  return [
    safeText(session.id, NAME_WIDTH),
    totalTokens(sessionUsage(session)),
    safeText(session.title ?? '', NAME_WIDTH),
  ];
}
