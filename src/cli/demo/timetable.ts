import type { Calendar } from './calendar.js';
import type { Random } from './random.js';

const DAY = 86_400;

/** One run of a job. */
export interface JobRun {
  id: string;
  /** When it starts, in epoch seconds. */
  at: number;
  /** What the job always does follows from this: its task, its model, its things. */
  seed: number;
}

/** Gives out the runs of a handful of daily jobs, job by job in turn. */
export interface Timetable {
  next(): JobRun;
}

/** A timetable of `runs` runs over the days of the calendar, with more jobs where days are few. */
export function createTimetable(
  random: Random,
  { now }: Calendar,
  days: number,
  runs: number,
): Timetable {
  const wholeDays = Math.max(1, Math.floor(days) - 1);
  const count = Math.max(5, Math.ceil(runs / wholeDays));
  const newJob = (): { id: string; minute: number; seed: number } => ({
    id: random.hex(12),
    minute: random.int(4 * 4, 22 * 4) * 15,
    seed: random.int(0, 0xffffffff),
  });
  const jobs = Array.from({ length: count }, newJob);
  const stride = Math.max(1, Math.floor((wholeDays * count) / Math.max(1, runs)));
  let given = 0;

  function next(): JobRun {
    const index = given % count;
    const { id, minute, seed } = jobs[index] ?? newJob();
    const daysBack = Math.floor(given / count) * stride + Math.floor((index * stride) / count);
    given += 1;
    const today = Math.floor(now / DAY) * DAY + minute * 60;
    const newest = today > now - 3600 ? today - DAY : today;
    return { id, seed, at: newest - daysBack * DAY + random.float(0.05, 2) };
  }

  return { next };
}
