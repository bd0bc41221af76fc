import type { CostSummary } from '../cost.js';
import { BadUserInputError } from '../errors.js';
import type { TimeRange } from '../session.js';
import { EARLIEST_TIME } from '../time.js';
import type { Usage } from '../usage.js';
import type { CountColumns, MessageTimes, MessageTokens, SumColumns } from './activity.js';
import type { Period, StatsBin } from './calendar.js';
import { NOTHING } from './figures.js';
import { startedFigures, type StartTimes } from './starts.js';

/** What time figures go by: starts of sessions, or times of messages. */
export const STATS_BASES = ['STARTED', 'ACTIVITY'] as const;
export type StatsBasis = (typeof STATS_BASES)[number];

/** Figures of a stretch of time; null where the basis does not tell. */
export interface TimeFigures {
  sessionCount: number;
  conversationCount: number | null;
  messageCount: number;
  usage: Usage | null;
  cost: CostSummary | null;
}

/** Half open, in epoch seconds; both are null for what has no time. */
export interface PeriodFigures extends TimeFigures {
  start: number | null;
  end: number | null;
}

/** The most periods that one answer holds. */
export const MAX_PERIODS = 10_000;

/** Sessions by the period they started in, oldest first, what has no start last. */
export function startedPeriods(starts: StartTimes, bin: StatsBin): PeriodFigures[] {
  const columns = starts.periods[bin];
  const periods: PeriodFigures[] = columns.starts.map((start, place) => ({
    start,
    end: columns.ends[place] ?? null,
    ...startedFigures(columns, place),
  }));
  const untimed = startedFigures(starts.untimed, 0);
  return hasStarts(untimed) ? [...periods, { start: null, end: null, ...untimed }] : periods;
}

/** Messages by the period they were written in, oldest first, those without a time last. */
export function activePeriods(
  times: MessageTimes,
  tokens: MessageTokens,
  bin: StatsBin,
): PeriodFigures[] {
  const counts = times.periods[bin];
  const sums = tokens.periods[bin];
  const places = new Map(sums.starts.map((start, place) => [start, place]));
  const periods: PeriodFigures[] = counts.starts.map((start, place) => ({
    start,
    end: counts.ends[place] ?? null,
    ...activeFigures(counts, place, sums, places.get(start) ?? -1),
  }));
  const untimed = activeFigures(times.untimed, 0, tokens.untimed, 0);
  return untimed.messageCount === 0
    ? periods
    : [...periods, { start: null, end: null, ...untimed }];
}

/** Whether there is a session or a conversation. */
export function hasStarts({ sessionCount, conversationCount }: TimeFigures): boolean {
  return sessionCount > 0 || (conversationCount ?? 0) > 0;
}

/**
 * Figures of the messages that were written at some time: their own tokens where any is noted. Of
 * the cache, of cost and of conversations messages say nothing.
 */
export function activeFigures(
  counts: CountColumns,
  place: number,
  sums: SumColumns,
  sumPlace: number,
): TimeFigures {
  const output = sums.output[sumPlace] ?? null;
  const input = sums.input[sumPlace] ?? null;
  return {
    sessionCount: counts.sessions[place] ?? 0,
    conversationCount: null,
    messageCount: counts.messages[place] ?? 0,
    usage:
      output === null || input === null
        ? null
        : { ...NOTHING.usage, input, output, ofMessages: true },
    cost: null,
  };
}

/**
 * The periods that overlap a range, all of them when it has no ends. To fill puts in the empty ones
 * between the first and the last, and those up to the ends of the range that are given. What has no
 * time is in no range.
 *
 * @throws BadUserInputError when there are more than `MAX_PERIODS`
 */
export function cutPeriods(
  periods: readonly PeriodFigures[],
  range: TimeRange,
  empty: TimeFigures | null,
  periodAt: (time: number) => Period,
): PeriodFigures[] {
  const { from, until } = range;
  const isOpen = from == null && until == null;
  const timed = periods.filter(
    (period) =>
      period.start !== null &&
      period.start < (until ?? Infinity) &&
      (period.end ?? period.start) > (from ?? -Infinity),
  );
  const untimed = isOpen ? periods.filter((period) => period.start === null) : [];
  if (empty === null) return assertFew([...timed, ...untimed]);
  const known = new Map(timed.map((period) => [period.start, period]));
  const first = from == null ? (timed[0]?.start ?? null) : Math.max(from, EARLIEST_TIME);
  const last = until ?? timed.at(-1)?.end ?? null;
  if (first === null || last === null) return assertFew([...timed, ...untimed]);
  const filled: PeriodFigures[] = [];
  for (let at = first; at < last;) {
    const period = known.get(at) ?? periodAt(at);
    filled.push(known.get(period.start) ?? { ...period, ...empty });
    if (filled.length > MAX_PERIODS || period.end === null || period.end <= at) break;
    at = period.end;
  }
  return assertFew([...filled, ...untimed]);
}

function assertFew(periods: PeriodFigures[]): PeriodFigures[] {
  if (periods.length <= MAX_PERIODS) return periods;
  throw new BadUserInputError(
    `The series has more than ${MAX_PERIODS} periods; choose a larger \`bin\`, or narrow it with \`from\` and \`until\`.`,
  );
}

/** What an empty period has. */
export function emptyFigures(basis: StatsBasis): TimeFigures {
  const { sessionCount, conversationCount, messageCount, usage, cost } = NOTHING;
  return basis === 'STARTED'
    ? { sessionCount, conversationCount, messageCount, usage, cost }
    : { sessionCount, conversationCount: null, messageCount, usage: null, cost: null };
}
