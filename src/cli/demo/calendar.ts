import type { Random } from './random.js';

const HOUR = 3600;
const DAY = 86_400;

/** How busy each hour of the day is, 0 to 23. */
const HOURS = [2, 1, 0.4, 0.2, 0.2, 0.4, 1, 3, 6, 9, 10, 9, 6, 7, 9, 9, 8, 7, 5, 5, 6, 6, 5, 3];
/** How busy each day of the week is, Sunday first. */
const WEEKDAYS = [0.35, 1, 1.1, 1.15, 1.05, 0.9, 0.4];

/** Says when things start, in epoch seconds, by the habits of people. */
export interface Calendar {
  earliest: number;
  now: number;
  /** A start no later than `latest`: by day more than by night, at weekends less. */
  pick(latest: number): number;
}

/** A calendar of the `days` before `now`, whose days differ: some are quiet, the later ones busier. */
export function createCalendar(random: Random, now: number, days: number): Calendar {
  const earliest = now - days * DAY;
  const hours: number[] = [];
  /** Weight of all hours up to and with the one at the same place. */
  const sums: number[] = [];
  let mood = 1;
  for (let hour = Math.floor(earliest / HOUR) * HOUR; hour < now; hour += HOUR) {
    if (hours.length === 0 || hour % DAY === 0) {
      mood = random.chance(0.06) ? 0.1 : random.float(0.5, 1.5);
    }
    const weekday = (Math.floor(hour / DAY) + 4) % 7;
    const ofDay = HOURS[(hour % DAY) / HOUR] ?? 1;
    const growth = 0.7 + (0.6 * (hour - earliest)) / (days * DAY);
    hours.push(hour);
    sums.push((sums.at(-1) ?? 0) + ofDay * (WEEKDAYS[weekday] ?? 1) * mood * growth);
  }

  function pick(latest: number): number {
    const bound = Math.max(earliest, Math.min(latest, now));
    const last = Math.min(hours.length - 1, Math.floor(bound / HOUR) - Math.floor(earliest / HOUR));
    const target = random.next() * (sums[last] ?? 0);
    let low = 0;
    let high = Math.max(0, last);
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) > target) high = middle;
      else low = middle + 1;
    }
    const time = (hours[low] ?? earliest) + random.float(0, HOUR);
    return Math.min(Math.max(time, earliest), bound);
  }

  return { earliest, now, pick };
}
