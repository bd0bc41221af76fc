import type { PeriodFigures } from '../../domain/stats/timeline.js';
import { barLines, type Bar } from './bars.js';
import { formatDay, WEEKDAYS } from './dates.js';
import { SHOWN_DAYS, type ReportFigures } from './figures.js';
import { groupLines } from './groups.js';
import { describeScope, isNarrowed } from './heading.js';
import { overview } from './overview.js';
import { counted, NAME_WIDTH, spark, type Style } from './text.js';
import { topSessionLines } from './top-sessions.js';
import { safeText, wrap } from './width.js';

const SHOWN_TOOLS = 10;
const INDENT = '  ';

/** The report as lines for a terminal of so many columns. */
export function reportLines(figures: ReportFigures, style: Style, columns: number): string[] {
  const { sessions, tools, topSessions, scope } = figures;
  const title = describeScope(scope);
  const room = columns - INDENT.length;
  const bars = (all: readonly Bar[]) => barLines(all, style, room);
  const sections: [title: string, lines: string[]][] =
    sessions.totals().sessionCount === 0 && isNarrowed(scope)
      ? [[title, ['No session is among these.']]]
      : [
          [title, overview(figures, room)],
          ['Models', groupLines(sessions.by('model'), 'no model', room)],
          ['Sources', groupLines(sessions.by('source'), 'no source', room)],
          ['Tools', bars(tools.slice(0, SHOWN_TOOLS).map(toolBar))],
          [
            daysTitle(figures),
            [
              ...bars(figures.days.shown.map((day) => dayBar(day, figures))),
              ...otherDays(figures).flatMap((line) => wrap(line, room).map(style.faint)),
            ],
          ],
          ['Messages by weekday', bars(figures.weekdays.map(weekdayBar))],
          ['Messages by hour', hourLines(figures.hours, style)],
          ['Sessions with the most tokens', topSessionLines(topSessions, room)],
        ];
  return sections
    .filter(([, lines]) => lines.length > 0)
    .flatMap(([name, lines]) => [
      ...wrap(name, columns).map(style.heading),
      ...lines.map((line) => INDENT + line),
      '',
    ])
    .slice(0, -1);
}

function toolBar({ name, count }: { name: string; count: number }): Bar {
  return { name: safeText(name, NAME_WIDTH), value: count, note: '' };
}

/** What the chart of days covers: all of them, or some up to the last with a message. */
function daysTitle({ days, scope }: ReportFigures): string {
  const last = days.shown.findLast(({ start }) => start !== null)?.start ?? null;
  if (days.earlier.length === 0 || last === null) return 'Messages by day';
  return `Messages by day, ${SHOWN_DAYS} days up to ${formatDay(last, scope.timeZone)}`;
}

function dayBar(day: PeriodFigures, { scope }: ReportFigures): Bar {
  return {
    name: day.start === null ? 'no time' : formatDay(day.start, scope.timeZone),
    value: day.messageCount,
    note: day.sessionCount === 0 ? '' : counted(day.sessionCount, 'session', 'sessions'),
  };
}

/** What the chart of days leaves out, one line for what came before and one for what is to come. */
function otherDays({ days, scope }: ReportFigures): string[] {
  const sum = (all: readonly PeriodFigures[]) => {
    const messages = all.reduce((total, day) => total + day.messageCount, 0);
    return `${counted(messages, 'message', 'messages')} on ${counted(all.length, 'day', 'days')}`;
  };
  const day = (one: PeriodFigures | undefined) => formatDay(one?.start ?? 0, scope.timeZone);
  const { earlier, later } = days;
  return [
    ...(earlier.length === 0 ? [] : [`earlier: ${sum(earlier)}, since ${day(earlier[0])}`]),
    ...(later.length === 0 ? [] : [`after today: ${sum(later)}, until ${day(later.at(-1))}`]),
  ];
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
