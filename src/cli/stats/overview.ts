import { longestStreak } from '../../domain/stats/streak.js';
import { cacheHitRate, totalTokens } from '../../domain/usage.js';
import type { ReportFigures } from './figures.js';
import { compact, dollars, duration, grouped, NAME_WIDTH, safeText, table } from './text.js';

/** A figure with its name, and lines that say more of it; empty ones are left out. */
type Entry = [name: string, value: string, ...notes: string[]];

/** The totals as lines. */
export function overview(figures: ReportFigures): string[] {
  return table(
    entries(figures).flatMap(([name, value, ...notes]) => {
      const [first = '', ...rest] = notes.filter((note) => note !== '');
      return [[name, value, first], ...rest.map((note) => ['', '', note])];
    }),
  );
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
      `${grouped(totals.conversationCount)} conversations, ${grouped(activeSessionCount)} active, ${grouped(sessions.endedCount())} ended`,
    ],
    [
      'Messages',
      grouped(totals.messageCount),
      listed(...roles.map((role) => `${safeText(role.role, NAME_WIDTH)} ${grouped(role.count)}`)),
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
      activeDays.length === 0 ? '' : `longest streak ${grouped(longestStreak(activeDays))}`,
    ],
  ];
}

function listed(...parts: (string | null)[]): string {
  return parts.filter((part) => part !== null).join(', ');
}
