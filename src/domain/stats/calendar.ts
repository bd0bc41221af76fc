import { EARLIEST_TIME, LATEST_TIME } from '../time.js';
import type { TimeZone } from './time-zone.js';

export const STATS_BINS = ['HOUR', 'DAY', 'WEEK', 'MONTH'] as const;
export type StatsBin = (typeof STATS_BINS)[number];

/** A stretch of the calendar, half open in epoch seconds. */
export interface Period {
  start: number;
  end: number;
}

/** What the clock on the wall shows: 1 is Monday, hours run from 0 to 23. */
export interface WallTime {
  weekday: number;
  hour: number;
}

/**
 * The calendar of a zone. Instants are epoch seconds between the years 1 and 9999, and no period
 * reaches beyond them.
 */
export interface Calendar {
  readonly zone: TimeZone;
  /** The hour, day, ISO week or month that an instant lies in. */
  readonly periodAt: (bin: StatsBin, time: number) => Period;
  readonly wallTime: (time: number) => WallTime;
}

const HOUR = 3600;
const DAY = 86_400;
/** No clock was ever so far ahead of UTC. */
const FARTHEST_AHEAD = 16 * HOUR;
const KEPT_PERIODS = 50_000;
/** The last instant of the year 9999 that can be written with milliseconds. */
const END_OF_TIME = LATEST_TIME + 0.999;

/**
 * The calendar of a zone.
 *
 * A day begins with the first instant at which the clocks show it, so a day may have 23 or 25 hours,
 * and one that a zone skipped has none. An hour of the clock that is passed twice makes two periods,
 * and one that a change cuts is the shorter for it.
 */
export function openCalendar(zone: TimeZone): Calendar {
  const starts = new Map<number, number>();
  const dayStart = (day: number) => {
    const known = starts.get(day);
    if (known !== undefined) return known;
    if (starts.size >= KEPT_PERIODS) starts.clear();
    const start = firstInstantOf(zone, day);
    starts.set(day, start);
    return start;
  };
  const datedPeriod = (bin: Exclude<StatsBin, 'HOUR'>, time: number): Period => {
    let index = binOfDay(bin, localDay(zone, time));
    // Clocks that go back over midnight show a day that is over: that hour is the new day's.
    while (time >= dayStart(firstDay(bin, index + 1))) index += 1;
    return { start: dayStart(firstDay(bin, index)), end: dayStart(firstDay(bin, index + 1)) };
  };
  return {
    zone,
    periodAt: (bin, time) =>
      withinYears(bin === 'HOUR' ? hourAt(zone, time) : datedPeriod(bin, time)),
    wallTime: (time) => {
      const local = time + zone.pieceAt(time).offset;
      const day = Math.floor(local / DAY);
      return { weekday: weekdayOf(day), hour: Math.floor((local - day * DAY) / HOUR) };
    },
  };
}

/** A period less what lies before the year 1 or after the year 9999, which ISO 8601 cannot name. */
function withinYears({ start, end }: Period): Period {
  return { start: Math.max(start, EARLIEST_TIME), end: Math.min(end, END_OF_TIME) };
}

/** Days since 1970-01-01 on the clocks of a zone. */
function localDay(zone: TimeZone, time: number): number {
  return Math.floor((time + zone.pieceAt(time).offset) / DAY);
}

/** The first instant at which the clocks show this day or a later one. */
function firstInstantOf(zone: TimeZone, day: number): number {
  return firstInstantShowing(zone, day * DAY);
}

/**
 * The first instant at which the clocks of a zone show a local time or a later one: one that is
 * passed twice is meant the first time, and one that was skipped is where the clocks went on.
 *
 * @param local seconds from 1970-01-01 00:00 on those clocks
 */
export function firstInstantShowing(zone: TimeZone, local: number): number {
  let piece = zone.pieceAt(local - FARTHEST_AHEAD);
  while (local - piece.offset >= piece.until) piece = zone.pieceAt(piece.until);
  return Math.max(piece.from, local - piece.offset);
}

/** The full hour on the clocks, less what a change of the clocks cuts off at either side. */
function hourAt(zone: TimeZone, time: number): Period {
  const { from, until, offset } = zone.pieceAt(time);
  const start = Math.floor((time + offset) / HOUR) * HOUR - offset;
  const end = start + HOUR;
  const before = start < from ? zone.pieceAt(from - 1) : null;
  const after = end > until ? zone.pieceAt(until) : null;
  return {
    start: Math.max(start, before?.offset === offset ? before.from : from),
    end: Math.min(end, after?.offset === offset ? after.until : until),
  };
}

/** 1 is Monday. 1970-01-01 was a Thursday. */
function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

function binOfDay(bin: Exclude<StatsBin, 'HOUR'>, day: number): number {
  switch (bin) {
    case 'DAY':
      return day;
    case 'WEEK':
      return Math.floor((day + 3) / 7);
    case 'MONTH': {
      const date = new Date(day * DAY * 1000);
      return date.getUTCFullYear() * 12 + date.getUTCMonth();
    }
  }
}

/** The first day of a bin, counted from 1970-01-01; inverse of `binOfDay`. */
function firstDay(bin: Exclude<StatsBin, 'HOUR'>, index: number): number {
  switch (bin) {
    case 'DAY':
      return index;
    case 'WEEK':
      return index * 7 - 3;
    case 'MONTH': {
      const year = Math.floor(index / 12);
      return new Date(0).setUTCFullYear(year, index - year * 12, 1) / (DAY * 1000);
    }
  }
}
