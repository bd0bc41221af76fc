import type { SessionFilter } from '../../../domain/session.js';
import { sessionStatistics, type StatsAnswer, type StatsPart } from '../../../domain/stats.js';
import type { StatsScan, StatsScanResult } from './job.js';

/** Where statistics come from and when they are out of date. */
export interface StatsSource {
  /** Runs `scanStats`, off the main thread. */
  scan: (scan: StatsScan) => StatsScanResult | Promise<StatsScanResult>;
  /** Names the state of the file: another one after every commit, of whomever. */
  version: () => string;
  /** Epoch seconds. */
  now: () => number;
}

/** Reads parts of the statistics of a filter in a time zone; the others are null in the answer. */
export type StatsReader = (
  filter: SessionFilter,
  timeZone: string,
  parts: readonly StatsPart[],
) => Promise<StatsAnswer>;

interface Kept {
  answer: Promise<StatsAnswer>;
  /** Sessions that it holds facts of. */
  size: number;
}

const KEPT_ANSWERS = 100;
const KEPT_SESSIONS = 200_000;
const ZONED: readonly StatsPart[] = ['times', 'tokens'];

/**
 * A reader of statistics that keeps what it read until the file changes: a part that was asked for
 * before, of the same filter (and zone, where that matters), is not scanned again, also while the
 * scan still runs. What was least recently used goes first.
 *
 * A filter by what is active changes its meaning as time goes by; its answers are kept for the
 * second that they were asked in.
 */
export function statsReader(source: StatsSource): StatsReader {
  const kept = new Map<string, Kept>();
  let version: string | null = null;

  const scan = async (scan: StatsScan): Promise<StatsAnswer> => {
    const { sessions, ...messages } = await source.scan(scan);
    return { sessions: sessions === null ? null : sessionStatistics(sessions), ...messages };
  };

  return async (filter, timeZone, parts) => {
    const current = source.version();
    if (current !== version) kept.clear();
    version = current;
    const now = source.now();
    const keyOf = (part: StatsPart) => keyOfPart(part, filter, timeZone, now);
    const missing = parts.filter((part) => !kept.has(keyOf(part)));
    if (missing.length > 0) {
      const one: Kept = { answer: scan({ filter, now, timeZone, parts: missing }), size: 0 };
      for (const part of missing) kept.set(keyOf(part), one);
      one.answer.then(
        ({ sessions }) => {
          one.size = sessions?.size ?? 0;
          trim(kept);
        },
        () => forget(kept, one),
      );
    }
    const answerOf = async (part: StatsPart) => {
      if (!parts.includes(part)) return null;
      const found = kept.get(keyOf(part));
      if (found !== undefined) touch(kept, keyOf(part), found);
      return (await found?.answer) ?? null;
    };
    const [sessions, times, tokens, roles, tools] = await Promise.all([
      answerOf('sessions'),
      answerOf('times'),
      answerOf('tokens'),
      answerOf('roles'),
      answerOf('tools'),
    ]);
    return {
      sessions: sessions?.sessions ?? null,
      times: times?.times ?? null,
      tokens: tokens?.tokens ?? null,
      roles: roles?.roles ?? null,
      tools: tools?.tools ?? null,
    };
  };
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

function touch(kept: Map<string, Kept>, key: string, value: Kept): void {
  kept.delete(key);
  kept.set(key, value);
}

function forget(kept: Map<string, Kept>, failed: Kept): void {
  for (const [key, value] of kept) if (value === failed) kept.delete(key);
}

/** Drops the least recently used answers, but never the last one. */
function trim(kept: Map<string, Kept>): void {
  const held = () => [...new Set(kept.values())].reduce((sum, { size }) => sum + size, 0);
  for (const key of kept.keys()) {
    if (kept.size <= 1 || (kept.size <= KEPT_ANSWERS && held() <= KEPT_SESSIONS)) return;
    kept.delete(key);
  }
}
