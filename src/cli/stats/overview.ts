import { longestStreak } from '../../domain/stats/streak.js';
import { cacheHitRate, totalTokens } from '../../domain/usage.js';
import type { ReportFigures } from './figures.js';
import { compact, counted, dollars, duration, grouped, NAME_WIDTH, table } from './text.js';
import { displayWidth, safeText, wrap } from './width.js';

/** A figure with its name, and lines that say more of it; empty ones are left out. */
type Entry = [name: string, value: string, ...notes: string[]];

/** Notes that would get less room than this stand under their figure. */
const LEAST_NOTES = 20;
const INDENT = '  ';
const SHOWN_ROLES = 8;

/** The totals as lines of so many columns. */
export function overview(figures: ReportFigures, columns: number): string[] {
  const all = entries(figures);
  const widest = (place: 0 | 1) => Math.max(...all.map((entry) => displayWidth(entry[place])));
  const room = columns - widest(0) - widest(1) - 2 * INDENT.length;
  const isBeside = room >= LEAST_NOTES;
  const lines = all.flatMap(([name, value, ...notes]): string[][] => {
    const wrapped = notes
      .filter((note) => note !== '')
      .flatMap((note) => wrap(note, isBeside ? room : columns - INDENT.length));
    if (!isBeside) return [[name, value], ...wrapped.map((note) => [INDENT + note])];
    const [first = '', ...rest] = wrapped;
    return [[name, value, first], ...rest.map((note) => ['', '', note])];
  });
  if (isBeside) return table(lines);
  const figuresOnly = table(lines.filter((line) => line.length > 1));
  return lines.map((line) => (line.length > 1 ? (figuresOnly.shift() ?? '') : line.join('')));
}

function entries({ sessions, activeSessionCount, roles, activeDays }: ReportFigures): Entry[] {
  const totals = sessions.totals();
  const { usage, cost } = totals;
  const { p50, mean, p95, max } = sessions.durations();
  const hitRate = cacheHitRate(usage);
  const count = (many: number, what: string) => (many === 0 ? null : `${what} ${grouped(many)}`);
  return [
    [
      'Sessions',
      grouped(totals.sessionCount),
      `${counted(totals.conversationCount, 'conversation', 'conversations')}, ${grouped(activeSessionCount)} active, ${grouped(sessions.endedCount())} ended`,
    ],
    [
      'Messages',
      grouped(totals.messageCount),
      listed(
        ...roles
          .slice(0, SHOWN_ROLES)
          .map((role) => `${safeText(role.role, NAME_WIDTH)} ${grouped(role.count)}`),
        roles.length > SHOWN_ROLES ? `${grouped(roles.length - SHOWN_ROLES)} other roles` : null,
      ),
    ],
    ['Tool calls', grouped(totals.toolCallCount)],
    [
      'Tokens',
      grouped(totalTokens(usage)),
      `input ${compact(usage.input)}, output ${compact(usage.output)}`,
      listed(
        `cache read ${compact(usage.cacheRead)}`,
        `cache write ${compact(usage.cacheWrite)}`,
        hitRate === null ? null : `hit rate ${Math.round(hitRate * 100)} %`,
      ),
    ],
    [
      'Cost',
      dollars(cost.usd),
      listed(
        cost.actualUsd === null ? null : `actual ${dollars(cost.actualUsd)}`,
        cost.estimatedUsd === null ? null : `estimated ${dollars(cost.estimatedUsd)}`,
      ),
      listed(
        count(cost.includedSessions, 'sessions in a subscription'),
        count(cost.unknownSessions, 'sessions of unknown cost'),
      ),
    ],
    [
      'Duration',
      duration(p50),
      p50 === null
        ? ''
        : `median; mean ${duration(mean)}, p95 ${duration(p95)}, longest ${duration(max)}`,
    ],
    [
      'Active days',
      grouped(activeDays.length),
      activeDays.length === 0
        ? ''
        : `longest streak ${counted(longestStreak(activeDays), 'day', 'days')}`,
    ],
  ];
}

function listed(...parts: (string | null)[]): string {
  return parts.filter((part) => part !== null).join(', ');
}
