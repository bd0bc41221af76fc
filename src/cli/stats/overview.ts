import { longestStreak } from '../../domain/stats/streak.js';
import { cacheHitRate, totalTokens } from '../../domain/usage.js';
import type { ReportFigures } from './figures.js';
import { dollars, duration, grouped, NAME_WIDTH, safeText, table, type Cell } from './text.js';

/** The totals, a line each. */
export function overview(figures: ReportFigures): string[] {
  const { sessions, roles, activeDays } = figures;
  const totals = sessions.totals();
  const { usage, cost } = totals;
  const durations = sessions.durations();
  const hitRate = cacheHitRate(usage);
  const list = (...parts: (string | false)[]) => parts.filter((part) => part !== false).join(', ');
  const sessionsFor = (count: number, what: string) => count > 0 && `${what} ${grouped(count)}`;
  return table(
    [
      [
        'Sessions',
        totals.sessionCount,
        list(
          `${grouped(totals.conversationCount)} conversations`,
          `${grouped(figures.activeSessionCount)} active`,
          `${grouped(sessions.endedCount())} ended`,
        ),
      ],
      [
        'Messages',
        totals.messageCount,
        list(...roles.map(({ role, count }) => `${safeText(role, NAME_WIDTH)} ${grouped(count)}`)),
      ],
      ['Tool calls', totals.toolCallCount, ''],
      [
        'Tokens',
        totalTokens(usage),
        list(
          `input ${grouped(usage.input)}`,
          `output ${grouped(usage.output)}`,
          `cache read ${grouped(usage.cacheRead)}`,
          `cache write ${grouped(usage.cacheWrite)}`,
          hitRate !== null && `cache hit rate ${Math.round(hitRate * 100)} %`,
        ),
      ],
      [
        'Cost',
        dollars(cost.usd),
        list(
          cost.actualUsd !== null && `actual ${dollars(cost.actualUsd)}`,
          cost.estimatedUsd !== null && `estimated ${dollars(cost.estimatedUsd)}`,
          sessionsFor(cost.includedSessions, 'sessions in a subscription'),
          sessionsFor(cost.unknownSessions, 'sessions of unknown cost'),
        ),
      ],
      [
        'Duration',
        duration(durations.p50),
        durations.p50 === null
          ? ''
          : `median; mean ${duration(durations.mean)}, 95 % within ${duration(durations.p95)}, longest ${duration(durations.max)}`,
      ],
      [
        'Active days',
        activeDays.length,
        activeDays.length === 0 ? '' : `longest streak ${longestStreak(activeDays)}`,
      ],
    ].map(([name, value, rest]): Cell[] => [
      name ?? '',
      typeof value === 'number' ? grouped(value) : (value ?? ''),
      rest ?? '',
    ]),
  );
}
