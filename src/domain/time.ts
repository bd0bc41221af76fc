/** Reads the present time, in Unix epoch seconds with fractions. Injected, so that tests are exact. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now() / 1000;

/** The years 1 to 9999: what ISO 8601 can name. Other numbers in a time column are garbage. */
export const EARLIEST_TIME = -62_135_596_800;
export const LATEST_TIME = 253_402_300_799;

/** From here on, in the year 2106, a float of seconds cannot tell microseconds apart. */
const COARSE = 2 ** 32 + 1;

/**
 * An instant in whole microseconds, as it is printed and as clients name it. Hermes' clock ticks more
 * finely, so that times which differ in the file may be the same here.
 */
export function toMicroseconds(seconds: number): number {
  const nearest = Math.round(seconds * 1e6);
  if (Math.abs(seconds) >= COARSE) return nearest;
  if (seconds < earliestAt(nearest)) return nearest - 1;
  return seconds < earliestAt(nearest + 1) ? nearest : nearest + 1;
}

/** The float of seconds that is nearest to so many microseconds. */
export function fromMicroseconds(micros: number): number {
  return micros / 1e6;
}

/**
 * The bound that a stored time is compared with where a client names an instant: at or after it are
 * exactly the times that are printed as this instant or a later one. So a range from a printed time
 * on holds the row that it was printed for, and a range until it does not. Both in epoch seconds.
 */
export function timeBound(seconds: number): number {
  return Math.abs(seconds) >= COARSE ? seconds : earliestAt(toMicroseconds(seconds));
}

/** The earliest time that rounds to so many microseconds. */
function earliestAt(micros: number): number {
  return (micros - 0.5) / 1e6;
}
