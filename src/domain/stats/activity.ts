import { addCounts } from '../usage.js';
import type { Calendar, StatsBin } from './calendar.js';
import { Slots } from './slots.js';

/**
 * When messages were written, by the calendar and the clock of a zone. Periods are columns, a place
 * for each period that holds a message, oldest first: small, and quick to hand to another process.
 */
export interface MessageTimes {
  periods: Record<StatsBin, PeriodColumns & CountColumns>;
  /** Places 0 to 23, then 0 to 6 from Monday on, then 0 to 167 from Monday 0:00 on. */
  hours: CountColumns;
  weekdays: CountColumns;
  weekHours: CountColumns;
  /** One place: messages whose time is none. */
  untimed: CountColumns;
}

/** Tokens that messages note of themselves; places as in `MessageTimes`, null where none does. */
export interface MessageTokens {
  periods: Record<StatsBin, PeriodColumns & SumColumns>;
  hours: SumColumns;
  weekdays: SumColumns;
  weekHours: SumColumns;
  untimed: SumColumns;
}

/** Half open, in epoch seconds. */
export interface PeriodColumns {
  starts: number[];
  ends: number[];
}

export interface CountColumns {
  messages: number[];
  /** How many sessions these messages are of. */
  sessions: number[];
}

export interface SumColumns {
  /** Of messages that the model wrote. */
  output: (number | null)[];
  /** Of all others. */
  input: (number | null)[];
}

/** Counts messages, given the times of each session’s: whole epoch seconds, null where there is none. */
export function messageTimes(
  sessions: Iterable<readonly (number | null)[]>,
  calendar: Calendar,
): MessageTimes {
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
  return table(slots, untimed, (counters) => ({
    messages: counters.map((counter) => counter.messages),
    sessions: counters.map((counter) => counter.sessions),
  }));
}

/** Adds up tokens, given times and tokens of messages, with whether the model wrote them. */
export function messageTokens(
  groups: Iterable<{
    isOutput: boolean;
    times: readonly (number | null)[];
    tokens: readonly number[];
  }>,
  calendar: Calendar,
): MessageTokens {
  const slots = new Slots(calendar, () => new Sum());
  const untimed = new Sum();
  for (const { isOutput, times, tokens } of groups) {
    times.forEach((time, place) => {
      const count = tokens[place] ?? 0;
      if (time === null) untimed.add(isOutput, count);
      else for (const sum of slots.at(time)) sum.add(isOutput, count);
    });
  }
  return table(slots, untimed, (sums) => ({
    output: sums.map((sum) => sum.known(sum.output)),
    input: sums.map((sum) => sum.known(sum.input)),
  }));
}

/** Knows the last session it saw, so that each counts once. */
class Counter {
  messages = 0;
  sessions = 0;
  private last = -1;

  add(session: number): void {
    this.messages += 1;
    if (this.last === session) return;
    this.last = session;
    this.sessions += 1;
  }
}

class Sum {
  output = 0;
  input = 0;
  private isKnown = false;

  add(isOutput: boolean, tokens: number): void {
    if (isOutput) this.output += tokens;
    else this.input += tokens;
    this.isKnown = true;
  }

  known(sum: number): number | null {
    return this.isKnown ? addCounts([sum]) : null;
  }
}

function table<Value, Columns>(
  slots: Slots<Value>,
  untimed: Value,
  columns: (values: readonly Value[]) => Columns,
) {
  const inBin = (bin: StatsBin) => {
    const periods = slots.periods(bin);
    return {
      starts: periods.map(({ period }) => period.start),
      ends: periods.map(({ period }) => period.end),
      ...columns(periods.map(({ value }) => value)),
    };
  };
  return {
    periods: { HOUR: inBin('HOUR'), DAY: inBin('DAY'), WEEK: inBin('WEEK'), MONTH: inBin('MONTH') },
    hours: columns(slots.hours),
    weekdays: columns(slots.weekdays),
    weekHours: columns(slots.weekHours),
    untimed: columns([untimed]),
  };
}
