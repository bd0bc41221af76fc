import { STATS_BINS, type Calendar, type Period, type StatsBin } from './calendar.js';

/** When messages were written, by a zone's calendar and clock. */
export interface MessageTimes {
  /** The periods that hold a message, oldest first. */
  periods: Record<StatsBin, CountedPeriod[]>;
  /** Places 0 to 23: the hour on the clock. */
  hours: MessageCount[];
  /** Places 0 to 6: Monday to Sunday. */
  weekdays: MessageCount[];
  /** Places 0 to 167: hours from Monday 0:00 on. */
  weekHours: MessageCount[];
  /** Messages whose time is none. */
  untimed: MessageCount;
}

export interface MessageCount {
  messages: number;
  /** How many sessions these messages are of. */
  sessions: number;
}

export interface CountedPeriod extends Period, MessageCount {}

/** Times in whole epoch seconds of one session's messages, null where the file holds no time. */
export type SessionTimes = readonly (number | null)[];

const QUARTER = 900;

/** A count in the making: knows the last session it saw, so each counts once. */
class Counter implements MessageCount {
  messages = 0;
  sessions = 0;
  private last = -1;

  add(session: number): void {
    this.messages += 1;
    if (this.last === session) return;
    this.last = session;
    this.sessions += 1;
  }

  count(): MessageCount {
    return { messages: this.messages, sessions: this.sessions };
  }
}

/** Counts the messages of each session by the calendar of a zone. */
export function messageTimes(sessions: Iterable<SessionTimes>, calendar: Calendar): MessageTimes {
  const slots = new Slots(calendar, () => new Counter());
  const untimed = new Counter();
  let session = 0;
  for (const times of sessions) {
    for (const time of times) {
      if (time === null) untimed.add(session);
      else for (const counter of slots.at(time)) counter.add(session);
    }
    session += 1;
  }
  const counts = (counters: readonly Counter[]) => counters.map((counter) => counter.count());
  const inOrder = (bin: StatsBin) =>
    slots.periods(bin).map(({ period, value }) => ({ ...period, ...value.count() }));
  return {
    periods: {
      HOUR: inOrder('HOUR'),
      DAY: inOrder('DAY'),
      WEEK: inOrder('WEEK'),
      MONTH: inOrder('MONTH'),
    },
    hours: counts(slots.hours),
    weekdays: counts(slots.weekdays),
    weekHours: counts(slots.weekHours),
    untimed: untimed.count(),
  };
}

/**
 * What lies at an instant: a value for its hour, day, week and month, and for the hour, the weekday
 * and both on the clock. Instants of one quarter of an hour mostly share them, which makes it fast.
 */
export class Slots<Value> {
  readonly hours: Value[];
  readonly weekdays: Value[];
  readonly weekHours: Value[];
  private readonly byBin: Record<StatsBin, Map<number, { period: Period; value: Value }>> = {
    HOUR: new Map(),
    DAY: new Map(),
    WEEK: new Map(),
    MONTH: new Map(),
  };
  private readonly quarters = new Map<number, { hour: Period; values: readonly Value[] }>();

  constructor(
    private readonly calendar: Calendar,
    private readonly create: () => Value,
  ) {
    this.hours = Array.from({ length: 24 }, create);
    this.weekdays = Array.from({ length: 7 }, create);
    this.weekHours = Array.from({ length: 7 * 24 }, create);
  }

  /** The values at an instant, in epoch seconds. */
  at(time: number): readonly Value[] {
    const quarter = Math.floor(time / QUARTER);
    const known = this.quarters.get(quarter);
    if (known !== undefined && time >= known.hour.start && time < known.hour.end) {
      return known.values;
    }
    const hour = this.calendar.periodAt('HOUR', time);
    const values = [...STATS_BINS.map((bin) => this.inBin(bin, time)), ...this.onClock(time)];
    this.quarters.set(quarter, { hour, values });
    return values;
  }

  /** What a bin came to hold, oldest first. */
  periods(bin: StatsBin): { period: Period; value: Value }[] {
    return [...this.byBin[bin].values()].sort((a, b) => a.period.start - b.period.start);
  }

  private inBin(bin: StatsBin, time: number): Value {
    const period = this.calendar.periodAt(bin, time);
    const known = this.byBin[bin].get(period.start);
    if (known !== undefined) return known.value;
    const value = this.create();
    this.byBin[bin].set(period.start, { period, value });
    return value;
  }

  private onClock(time: number): Value[] {
    const { weekday, hour } = this.calendar.wallTime(time);
    const lists = [this.hours[hour], this.weekdays[weekday - 1], this.weekHours[(weekday - 1) * 24 + hour]];
    return lists.filter((value) => value !== undefined);
  }
}
