import type { SessionFilter } from '../../../domain/session.js';
import type { StatsAnswer, StatsPart } from '../../../domain/stats.js';
import type { StatsBin } from '../../../domain/stats/calendar.js';
import type { PeriodColumns } from '../../../domain/stats/slots.js';
import { sessionStatistics } from '../../../domain/stats/summary.js';
import { abandonedError } from '../heavy/abandoned.js';
import { SharedWork } from '../heavy/shared.js';
import type { StatsScan, StatsScanResult } from './job.js';

/** Where statistics come from and when they are out of date. */
export interface StatsSource {
  /** Runs `scanStats`, off the main thread; it is stopped when its signal is aborted. */
  scan: (scan: StatsScan, signal: AbortSignal) => StatsScanResult | Promise<StatsScanResult>;
  /** Names the state of the file: another one after every commit, of whomever. */
  version: () => string;
  /** Epoch seconds. */
  now: () => number;
}

/**
 * Reads parts of the statistics of a filter in a time zone; the others are null in the answer. The
 * signal says that who asked has left.
 *
 * @throws StatsTimeoutError at once when it does
 */
export type StatsReader = (
  filter: SessionFilter,
  timeZone: string,
  parts: readonly StatsPart[],
  signal?: AbortSignal,
) => Promise<StatsAnswer>;

/** The answer of one scan, which may be kept for several parts. */
interface Kept {
  scan: SharedWork<StatsAnswer>;
  /** Periods that it holds. */
  size: number;
  /** The number of the last question that it answered. */
  used: number;
}

const KEPT_ANSWERS = 100;
/** About fifty megabytes. */
const KEPT_PERIODS = 500_000;
const ZONED: readonly StatsPart[] = ['starts', 'times', 'tokens'];

/**
 * A reader of statistics that keeps what it read until the file changes: a part that was asked for
 * before, of the same filter (and zone, where that matters), is not scanned again, also while the
 * scan still runs. What was least recently used goes first. A scan goes on while one who asked for it
 * still waits; when all have left it is stopped, and who comes later begins another.
 *
 * A filter by what is active changes its meaning as time goes by; its answers are kept for the
 * second that they were asked in.
 */
export function statsReader(source: StatsSource): StatsReader {
  const kept = new Map<string, Kept>();
  let version: string | null = null;
  let question = 0;

  const scan = async (scan: StatsScan, signal: AbortSignal): Promise<StatsAnswer> => {
    const { sessions, ...others } = await source.scan(scan, signal);
    return { sessions: sessions === null ? null : sessionStatistics(sessions), ...others };
  };

  return async (filter, timeZone, parts, signal) => {
    if (signal?.aborted === true) throw left();
    const current = source.version();
    if (current !== version) kept.clear();
    version = current;
    question += 1;
    const now = source.now();
    const keyOf = (part: StatsPart) => keyOfPart(part, filter, timeZone, now);
    const missing = parts.filter((part) => !kept.has(keyOf(part)));
    if (missing.length > 0) {
      const work = async (ending: AbortSignal) => {
        try {
          const found = await scan({ filter, now, timeZone, parts: missing }, ending);
          one.size = sizeOf(found);
          trim(kept, question);
          return found;
        } catch (error) {
          drop(kept, one);
          throw error;
        }
      };
      const one: Kept = {
        scan: new SharedWork(work, () => drop(kept, one)),
        size: 0,
        used: question,
      };
      for (const part of missing) kept.set(keyOf(part), one);
    }
    const read = async <Part extends StatsPart>(part: Part): Promise<StatsAnswer[Part] | null> => {
      const found = parts.includes(part) ? kept.get(keyOf(part)) : undefined;
      if (found === undefined) return null;
      found.used = question;
      return (await found.scan.wait(left, signal))[part];
    };
    const [sessions, starts, times, tokens, roles, tools] = await Promise.all([
      read('sessions'),
      read('starts'),
      read('times'),
      read('tokens'),
      read('roles'),
      read('tools'),
    ]);
    return { sessions, starts, times, tokens, roles, tools };
  };
}

function left(): Error {
  return abandonedError('stats');
}

function keyOfPart(part: StatsPart, filter: SessionFilter, timeZone: string, now: number): string {
  const depends = filter.status === 'ACTIVE' || filter.status === 'IDLE';
  return JSON.stringify([
    part,
    ZONED.includes(part) ? timeZone : null,
    depends ? Math.floor(now) : null,
    filter,
  ]);
}

function sizeOf({ starts, times, tokens }: StatsAnswer): number {
  const held = (part: { periods: Record<StatsBin, PeriodColumns> } | null) =>
    Object.values(part?.periods ?? NO_PERIODS).reduce((sum, { starts }) => sum + starts.length, 0);
  return held(starts) + held(times) + held(tokens);
}

const NO_PERIODS: Partial<Record<StatsBin, PeriodColumns>> = {};

/** Drops the least recently used answers, but never those of the last question. */
function trim(kept: Map<string, Kept>, question: number): void {
  const answers = [...new Set(kept.values())].sort((a, b) => b.used - a.used);
  let size = 0;
  for (const [place, answer] of answers.entries()) {
    size += answer.size;
    const isTooMuch = place >= KEPT_ANSWERS || size > KEPT_PERIODS;
    if (isTooMuch && answer.used !== question) drop(kept, answer);
  }
}

function drop(kept: Map<string, Kept>, answer: Kept): void {
  for (const [key, value] of kept) if (value === answer) kept.delete(key);
}
