import { BadUserInputError } from '../errors.js';

/** A stretch of time, half open in epoch seconds, in which a zone's clocks keep one offset. */
export interface ZonePiece {
  from: number;
  until: number;
  /** Seconds that the clocks are ahead of UTC. */
  offset: number;
}

/** The clocks of one IANA zone: local times, offsets and clock changes, exact to the second. */
export interface TimeZone {
  /** The name as it was given. */
  readonly name: string;
  /** The piece that an instant (epoch seconds) lies in; most pieces also end with each UTC day. */
  readonly pieceAt: (time: number) => ZonePiece;
}

const DAY = 86_400;
/** Its clocks never change, so nothing need be looked up. */
const UTC: ZonePiece = { from: -Infinity, until: Infinity, offset: 0 };
const MAX_NAME_LENGTH = 80;
const KEPT_DAYS = 50_000;

/**
 * Opens a zone by its IANA name, such as `Europe/Berlin`; letters in either case.
 *
 * @throws BadUserInputError when this computer knows no such zone. An offset such as `+02:00` is
 *   none: it has no clock changes, and not every version of Node.js reads it.
 */
export function openTimeZone(name: string): TimeZone {
  const format = offsetFormat(name);
  if (format.resolvedOptions().timeZone === 'UTC') return { name, pieceAt: () => UTC };
  const days = new Map<number, readonly ZonePiece[]>();
  let last: ZonePiece = { from: 0, until: 0, offset: 0 };
  const piecesOf = (day: number) => {
    const known = days.get(day);
    if (known !== undefined) return known;
    if (days.size >= KEPT_DAYS) days.clear();
    const pieces = splitAtChanges(day * DAY, (day + 1) * DAY, (time) => offsetAt(format, time));
    days.set(day, pieces);
    return pieces;
  };
  return {
    name,
    pieceAt: (time) => {
      if (time < last.from || time >= last.until) {
        const found = piecesOf(Math.floor(time / DAY)).find((piece) => time < piece.until);
        last = found ?? last;
      }
      return last;
    },
  };
}

function offsetFormat(name: string): Intl.DateTimeFormat {
  try {
    if (/^[A-Za-z]/.test(name)) {
      return new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new BadUserInputError(
    `${JSON.stringify(name.slice(0, MAX_NAME_LENGTH))} is not a time zone; name one of the IANA zones, such as "Europe/Berlin".`,
  );
}

/** Seconds ahead of UTC; local mean times of the nineteenth century are exact to the second too. */
function offsetAt(format: Intl.DateTimeFormat, time: number): number {
  const parts = /GMT([+−-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(format.format(time * 1000));
  if (parts === null) return 0;
  const [, sign, hours, minutes, seconds] = parts;
  const ahead = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0);
  return sign === '+' ? ahead : -ahead;
}

/**
 * The pieces of a range of whole seconds. Each change of the clocks is found by halving, so a range
 * must not hold two changes that undo each other; a day does not.
 */
function splitAtChanges(
  from: number,
  until: number,
  offset: (time: number) => number,
): readonly ZonePiece[] {
  const before = offset(from);
  if (before === offset(until)) return [{ from, until, offset: before }];
  let [same, changed] = [from, until];
  while (changed - same > 1) {
    const middle = Math.floor((same + changed) / 2);
    if (offset(middle) === before) same = middle;
    else changed = middle;
  }
  const first = { from, until: changed, offset: before };
  return changed === until ? [first] : [first, ...splitAtChanges(changed, until, offset)];
}
