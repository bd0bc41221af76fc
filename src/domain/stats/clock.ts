import type { MessageTimes, MessageTokens } from './activity.js';
import { startedFigures, type StartTimes } from './starts.js';
import { activeFigures, hasStarts, type TimeFigures } from './timeline.js';

/** Figures of an hour on the clock, 0 to 23; null is what has no time. */
export interface HourFigures extends TimeFigures {
  hour: number | null;
}

/** Figures of a weekday, 1 is Monday; null is what has no time. */
export interface WeekdayFigures extends TimeFigures {
  weekday: number | null;
}

export interface WeekHourFigures extends HourFigures, WeekdayFigures {}

/** What falls on each hour, each weekday and each hour of each weekday: every one of them. */
export interface ClockFigures {
  readonly hours: HourFigures[];
  readonly weekdays: WeekdayFigures[];
  readonly weekHours: WeekHourFigures[];
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const WEEKDAYS = Array.from({ length: 7 }, (_, day) => day + 1);
const WEEK_HOURS = WEEKDAYS.flatMap((weekday) => HOURS.map((hour) => ({ weekday, hour })));

/** When sessions start, by the clock of a zone. */
export function startedClock(starts: StartTimes): ClockFigures {
  const untimed = startedFigures(starts.untimed, 0);
  return clockFigures(
    (kind, place) => startedFigures(starts[kind], place),
    hasStarts(untimed) ? untimed : null,
  );
}

/** When messages are written, by the clock of a zone. */
export function activeClock(times: MessageTimes, tokens: MessageTokens): ClockFigures {
  const untimed = activeFigures(times.untimed, 0, tokens.untimed, 0);
  return clockFigures(
    (kind, place) => activeFigures(times[kind], place, tokens[kind], place),
    untimed.messageCount > 0 ? untimed : null,
  );
}

/** Every place on the clock, then what has no time, if any; each list is made when it is read. */
function clockFigures(
  at: (kind: keyof ClockFigures, place: number) => TimeFigures,
  untimed: TimeFigures | null,
): ClockFigures {
  const last = <Empty extends object>(empty: Empty) =>
    untimed === null ? [] : [{ ...empty, ...untimed }];
  return {
    get hours() {
      const hours = HOURS.map((hour) => ({ hour, ...at('hours', hour) }));
      return [...hours, ...last({ hour: null })];
    },
    get weekdays() {
      const weekdays = WEEKDAYS.map((weekday, place) => ({ weekday, ...at('weekdays', place) }));
      return [...weekdays, ...last({ weekday: null })];
    },
    get weekHours() {
      const slots = WEEK_HOURS.map((slot, place) => ({ ...slot, ...at('weekHours', place) }));
      return [...slots, ...last({ weekday: null, hour: null })];
    },
  };
}
