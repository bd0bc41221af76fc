import type { Random } from './random.js';

/** What a session id is made of, beside the time its session started. */
export type IdForm = { digits: 6 | 8 } | { job: string };

/** `YYYYMMDD_HHMMSS` of an instant (epoch seconds), in UTC. */
export function timeStamp(seconds: number): string {
  const iso = new Date(Math.floor(seconds) * 1000).toISOString();
  return `${iso.slice(0, 10).replaceAll('-', '')}_${iso.slice(11, 19).replaceAll(':', '')}`;
}

/**
 * Makes session ids that never repeat: `<stamp>_<hex>` with 6 digits as the command line and a
 * compression make them or 8 as the gateway does, and `cron_<job>_<stamp>` for jobs. A job that
 * already ran in that second is taken for another job.
 */
export function createIds(random: Random): (form: IdForm, startedAt: number) => string {
  const taken = new Set<string>();
  return (form, startedAt) => {
    const stamp = timeStamp(startedAt);
    let id = 'job' in form ? `cron_${form.job}_${stamp}` : `${stamp}_${random.hex(form.digits)}`;
    while (taken.has(id)) {
      id =
        'job' in form ? `cron_${random.hex(12)}_${stamp}` : `${stamp}_${random.hex(form.digits)}`;
    }
    taken.add(id);
    return id;
  };
}
