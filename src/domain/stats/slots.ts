import { STATS_BINS, type Calendar, type Period, type StatsBin } from './calendar.js';

const QUARTER = 900;

/** A stretch of time in which all values are the same. */
export interface Slot<Value> extends Period {
  values: readonly Value[];
}

/** Half open, in epoch seconds. */
export interface PeriodColumns {
  starts: number[];
  ends: number[];
}

/**
 * Figures for all times of a zone, by its calendar and its clock. They are columns, and of periods
 * only those are there that hold something, oldest first: small, and quick to hand to another process.
 */
export interface TimeColumns<Columns> {
  periods: Record<StatsBin, PeriodColumns & Columns>;
  /** Places 0 to 23, then 0 to 6 from Monday on, then 0 to 167 from Monday 0:00 on. */
  hours: Columns;
  weekdays: Columns;
  weekHours: Columns;
  /** One place: what has no time. */
  untimed: Columns;
}

/**
 * Values for the periods and the clock of a zone: one for each hour, day, week and month that is
 * asked for, one for each hour and weekday on the clock, and one for both together. Instants of one
 * quarter of an hour mostly share theirs, which makes it fast.
 */
export class Slots<Value> {
  /** Places 0 to 23. */
  readonly hours: readonly Value[];
  /** Places 0 to 6, Monday first. */
  readonly weekdays: readonly Value[];
  /** Places 0 to 167: the hours of a week from Monday 0:00 on. */
  readonly weekHours: readonly Value[];
  private readonly byBin: Record<StatsBin, Map<number, { period: Period; value: Value }>> = {
    HOUR: new Map(),
    DAY: new Map(),
    WEEK: new Map(),
    MONTH: new Map(),
  };
  private readonly quarters = new Map<number, Slot<Value>>();

  constructor(
    private readonly calendar: Calendar,
    private readonly create: () => Value,
  ) {
    this.hours = Array.from({ length: 24 }, create);
    this.weekdays = Array.from({ length: 7 }, create);
    this.weekHours = Array.from({ length: 7 * 24 }, create);
  }

  /** The seven values at an instant (epoch seconds), and how long they stay the same: an hour. */
  at(time: number): Slot<Value> {
    const quarter = Math.floor(time / QUARTER);
    const known = this.quarters.get(quarter);
    if (known !== undefined && time >= known.start && time < known.end) return known;
    const values = [...STATS_BINS.map((bin) => this.inBin(bin, time)), ...this.onClock(time)];
    const slot = { ...this.calendar.periodAt('HOUR', time), values };
    this.quarters.set(quarter, slot);
    return slot;
  }

  /** The periods of a bin that were asked for, oldest first. */
  periods(bin: StatsBin): { period: Period; value: Value }[] {
    return [...this.byBin[bin].values()].sort((a, b) => a.period.start - b.period.start);
  }

  /** All values as columns: those of the periods, of the clock, and one for what has no time. */
  columns<Columns>(
    untimed: Value,
    columns: (values: readonly Value[]) => Columns,
  ): TimeColumns<Columns> {
    const inBin = (bin: StatsBin) => {
      const periods = this.periods(bin);
      return {
        starts: periods.map(({ period }) => period.start),
        ends: periods.map(({ period }) => period.end),
        ...columns(periods.map(({ value }) => value)),
      };
    };
    return {
      periods: {
        HOUR: inBin('HOUR'),
        DAY: inBin('DAY'),
        WEEK: inBin('WEEK'),
        MONTH: inBin('MONTH'),
      },
      hours: columns(this.hours),
      weekdays: columns(this.weekdays),
      weekHours: columns(this.weekHours),
      untimed: columns([untimed]),
    };
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
    const day = weekday - 1;
    const values = [this.hours[hour], this.weekdays[day], this.weekHours[day * 24 + hour]];
    return values.filter((value) => value !== undefined);
  }
}
