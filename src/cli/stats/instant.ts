import { BadUserInputError } from '../../domain/errors.js';
import { calendarOf } from '../../domain/stats.js';
import { firstInstantShowing } from '../../domain/stats/calendar.js';
import { EARLIEST_TIME, LATEST_TIME } from '../../domain/time.js';

/** A date, and perhaps a time to the minute or finer, and perhaps how far it is ahead of UTC. */
const ISO =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(\.\d{1,9})?)?(?:(Z)|([+-])(\d\d):(\d\d))?)?$/i;
const MOST_HOURS_AHEAD = 18;

/**
 * Reads a date or an instant as ISO 8601 writes them. A date is the first instant of its day in the
 * zone, and a time without an offset is one on the clocks of the zone.
 *
 * @param option how the user calls it, for the message
 * @returns epoch seconds
 * @throws BadUserInputError for anything else, dates that no calendar has, what is before the year 1
 *   or after 9999 in UTC, and an unknown zone
 */
export function readInstant(option: string, text: string, timeZone: string): number {
  const time = parsed(option, text, timeZone);
  if (time >= EARLIEST_TIME && time < LATEST_TIME + 1) return time;
  throw new BadUserInputError(
    `${option} ${JSON.stringify(text)} is not in the years 1 to 9999 of UTC.`,
  );
}

function parsed(option: string, text: string, timeZone: string): number {
  const { zone } = calendarOf(timeZone);
  const [, date = '', minutes = '00:00', seconds = '00', fraction = '0', utc, sign, ...ahead] =
    ISO.exec(text) ?? [];
  const written = `${date}T${minutes}:${seconds}.000Z`;
  const local = Date.parse(written);
  const [hours = 0, minutesAhead = 0] = ahead.map(Number);
  const isOffset = sign === undefined || (hours <= MOST_HOURS_AHEAD && minutesAhead < 60);
  // A day that the month has not is carried over into the next one: then it does not read back.
  if (Number.isNaN(local) || new Date(local).toISOString() !== written || !isOffset) {
    throw new BadUserInputError(
      `${option} ${JSON.stringify(text)} is no date; give one such as 2026-05-01, or an instant such as 2026-05-01T12:00:00Z.`,
    );
  }
  const time = local / 1000 + Number(fraction);
  if (utc !== undefined) return time;
  if (sign === undefined) return firstInstantShowing(zone, time);
  const offset = hours * 3600 + minutesAhead * 60;
  return sign === '-' ? time + offset : time - offset;
}
