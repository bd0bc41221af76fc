import { addCounts } from '../usage.js';
import type { Calendar } from './calendar.js';
import { Slots, type Slot, type TimeColumns } from './slots.js';

/** When messages were written. */
export type MessageTimes = TimeColumns<CountColumns>;

/** Tokens that messages note of themselves, null where none does. */
export type MessageTokens = TimeColumns<SumColumns>;

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

/** Counts messages by when they were written, session by session. */
export class TimeTally {
  private readonly slots: Slots<Counter>;
  private readonly untimed = new Counter();
  private session = 0;

  constructor(calendar: Calendar) {
    this.slots = new Slots(calendar, () => new Counter());
  }

  /** Adds the messages of one session: whole epoch seconds; anything else is no time. */
  addSession(times: readonly unknown[]): void {
    this.session += 1;
    let slot: Slot<Counter> | null = null;
    let run = 0;
    const endRun = () => {
      for (const counter of slot?.values ?? []) counter.add(run, this.session);
    };
    for (const time of times) {
      if (typeof time !== 'number') {
        this.untimed.add(1, this.session);
      } else if (slot !== null && time >= slot.start && time < slot.end) {
        run += 1;
      } else {
        endRun();
        slot = this.slots.at(time);
        run = 1;
      }
    }
    endRun();
  }

  result(): MessageTimes {
    return this.slots.columns(this.untimed, (counters) => ({
      messages: counters.map((counter) => counter.messages),
      sessions: counters.map((counter) => counter.sessions),
    }));
  }
}

/** Adds up what messages note of their tokens, by when they were written. */
export class TokenTally {
  private readonly slots: Slots<Sum>;
  private readonly untimed = new Sum();
  private last: Slot<Sum> | null = null;

  constructor(calendar: Calendar) {
    this.slots = new Slots(calendar, () => new Sum());
  }

  /** Adds a message. @param time whole epoch seconds; null is no time */
  add(time: number | null, tokens: number, isOutput: boolean): void {
    if (time === null) {
      this.untimed.add(tokens, isOutput);
      return;
    }
    if (this.last === null || time < this.last.start || time >= this.last.end) {
      this.last = this.slots.at(time);
    }
    for (const sum of this.last.values) sum.add(tokens, isOutput);
  }

  result(): MessageTokens {
    return this.slots.columns(this.untimed, (sums) => ({
      output: sums.map((sum) => sum.known(sum.output)),
      input: sums.map((sum) => sum.known(sum.input)),
    }));
  }
}

/** Knows the last session it saw, so that each counts once. */
class Counter {
  messages = 0;
  sessions = 0;
  private last = 0;

  add(messages: number, session: number): void {
    this.messages += messages;
    if (this.last === session) return;
    this.last = session;
    this.sessions += 1;
  }
}

class Sum {
  output = 0;
  input = 0;
  private isKnown = false;

  add(tokens: number, isOutput: boolean): void {
    if (isOutput) this.output += tokens;
    else this.input += tokens;
    this.isKnown = true;
  }

  known(sum: number): number | null {
    return this.isKnown ? addCounts([sum]) : null;
  }
}
