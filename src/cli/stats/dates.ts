import { calendarOf } from '../../domain/stats.js';

/** Names as they are shown, Monday first. */
export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The day of an instant (epoch seconds) in a zone: `2026-05-06 Wed`. */
export function formatDay(time: number, timeZone: string): string {
  const { wallTime } = calendarOf(timeZone);
  return `${local(time, timeZone)[0]} ${WEEKDAYS[wallTime(time).weekday - 1] ?? ''}`;
}

/** An instant in a zone: its day where it is the first of one, else `2026-05-06 Wed 12:30`. */
export function formatInstant(time: number, timeZone: string): string {
  const day = formatDay(time, timeZone);
  if (calendarOf(timeZone).periodAt('DAY', time).start === time) return day;
  const [, clock] = local(time, timeZone);
  return `${day} ${clock.replace(/\.000$/, '').replace(/:00$/, '')}`;
}

/** The date and the time on the clocks of a zone; ahead of UTC the year 9999 ends in 10000. */
function local(time: number, timeZone: string): [date: string, clock: string] {
  const { offset } = calendarOf(timeZone).zone.pieceAt(time);
  const iso = new Date((time + offset) * 1000).toISOString();
  const [date = '', clock = ''] = iso.replace(/^\+0/, '').replace(/Z$/, '').split('T');
  return [date, clock];
}
