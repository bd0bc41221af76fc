import { calendarOf } from '../../domain/stats.js';

/** Names as they are shown, Monday first. */
export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The day of an instant (epoch seconds) in a zone: `2026-05-06 Wed`. */
export function formatDay(time: number, timeZone: string): string {
  const { wallTime } = calendarOf(timeZone);
  return `${localIso(time, timeZone).slice(0, 10)} ${WEEKDAYS[wallTime(time).weekday - 1] ?? ''}`;
}

/** An instant in a zone: its day where it is the first of one, else `2026-05-06 Wed 12:30`. */
export function formatInstant(time: number, timeZone: string): string {
  const day = formatDay(time, timeZone);
  if (calendarOf(timeZone).periodAt('DAY', time).start === time) return day;
  const clock = localIso(time, timeZone).slice(11, 23);
  return `${day} ${clock.replace(/\.000$/, '').replace(/:00$/, '')}`;
}

function localIso(time: number, timeZone: string): string {
  const { offset } = calendarOf(timeZone).zone.pieceAt(time);
  return new Date((time + offset) * 1000).toISOString();
}
