import type { MessageTimes, MessageTokens } from './activity.js';
import type { Calendar } from './calendar.js';
import type { SessionFacts } from './facts.js';
import { NOTHING, type Figures } from './figures.js';
import { figuresByStart } from './sessions.js';
import { activeFigures, startedFigures, type TimeFigures } from './timeline.js';

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
  hours: HourFigures[];
  weekdays: WeekdayFigures[];
  weekHours: WeekHourFigures[];
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const WEEKDAYS = Array.from({ length: 7 }, (_, day) => day + 1);
const WEEK_HOURS = WEEKDAYS.flatMap((weekday) => HOURS.map((hour) => ({ weekday, hour })));

/** When sessions start, by the clock of a zone. */
export function startedClock(facts: SessionFacts, calendar: Calendar): ClockFigures {
  const by = <Slot extends object, Empty extends object>(
    slots: readonly Slot[],
    slotOf: (weekday: number, hour: number) => number,
    noSlot: Empty,
  ) => {
    const found = figuresByStart(facts, (start) => {
      const { weekday, hour } = calendar.wallTime(start);
      return slotOf(weekday, hour);
    });
    const figures = (place: number | null): Figures => found.get(place) ?? NOTHING;
    const placed = slots.map((slot, place) => ({ ...slot, ...startedFigures(figures(place)) }));
    return found.has(null) ? [...placed, { ...noSlot, ...startedFigures(figures(null)) }] : placed;
  };
  return {
    hours: by(
      HOURS.map((hour) => ({ hour })),
      (_, hour) => hour,
      { hour: null },
    ),
    weekdays: by(
      WEEKDAYS.map((weekday) => ({ weekday })),
      (weekday) => weekday - 1,
      {
        weekday: null,
      },
    ),
    weekHours: by(WEEK_HOURS, (weekday, hour) => (weekday - 1) * 24 + hour, {
      weekday: null,
      hour: null,
    }),
  };
}

/** When messages are written, by the clock of a zone. */
export function activeClock(times: MessageTimes, tokens: MessageTokens): ClockFigures {
  const untimed = activeFigures(times.untimed, 0, tokens.untimed, 0);
  const withUntimed = <Placed>(placed: Placed[], last: Placed) =>
    untimed.messageCount === 0 ? placed : [...placed, last];
  const at = (kind: 'hours' | 'weekdays' | 'weekHours', place: number) =>
    activeFigures(times[kind], place, tokens[kind], place);
  return {
    hours: withUntimed<HourFigures>(
      HOURS.map((hour) => ({ hour, ...at('hours', hour) })),
      { hour: null, ...untimed },
    ),
    weekdays: withUntimed<WeekdayFigures>(
      WEEKDAYS.map((weekday) => ({ weekday, ...at('weekdays', weekday - 1) })),
      { weekday: null, ...untimed },
    ),
    weekHours: withUntimed<WeekHourFigures>(
      WEEK_HOURS.map((slot, place) => ({ ...slot, ...at('weekHours', place) })),
      { weekday: null, hour: null, ...untimed },
    ),
  };
}
