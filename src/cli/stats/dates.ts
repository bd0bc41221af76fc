import { calendarOf } from '../../domain/stats.js';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The day of an instant (epoch seconds) in a zone: `2026-05-06 Wed`. */
export function formatDay(time: number, timeZone: string): string {
  const { zone, wallTime } = calendarOf(timeZone);
  const local = new Date((time + zone.pieceAt(time).offset) * 1000);
  return `${local.toISOString().slice(0, 10)} ${WEEKDAYS[wallTime(time).weekday - 1] ?? ''}`;
}
