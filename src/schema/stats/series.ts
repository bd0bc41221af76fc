import { calendarOf } from '../../domain/stats.js';
import { activeClock, startedClock, type ClockFigures } from '../../domain/stats/clock.js';
import {
  activePeriods,
  cutPeriods,
  emptyFigures,
  startedPeriods,
  type StatsBasis as Basis,
} from '../../domain/stats/timeline.js';
import type { StatsBin as Bin } from '../../domain/stats/calendar.js';
import type { StatsLoader } from '../../loaders/stats.js';
import { builder } from '../builder.js';
import { StatsBasis, StatsBin } from './enums.js';
import { Stats } from './ref.js';
import { HeatmapCell, HourBucket, SeriesBucket, WeekdayBucket } from './times.js';
import { ownTurn } from './turns.js';

const EVERY =
  'All of them, also where nothing is; what has no time in the file comes last, if any.';

builder.objectFields(Stats, (t) => {
  const basis = t.arg({
    type: StatsBasis,
    defaultValue: 'STARTED',
    description: 'Starts of sessions, or times of messages.',
  });
  return {
    series: t.field({
      type: [SeriesBucket],
      description:
        'Figures by period, oldest first, at most 10,000. What has no time in the file is in a last bucket without start and end, unless `from` or `until` is given.',
      args: {
        bin: t.arg({ type: StatsBin, defaultValue: 'DAY', description: 'How long a period is.' }),
        basis,
        fill: t.arg.boolean({
          defaultValue: false,
          description:
            'Whether to put in the empty periods: those between the first and the last, and on to `from` and `until` where these are given.',
        }),
        from: t.arg({
          type: 'DateTime',
          description: 'Only periods that end after this instant. Independent of the filter.',
        }),
        until: t.arg({ type: 'DateTime', description: 'Only periods that begin before it.' }),
      },
      resolve: async (stats, args) => {
        const [bin, by] = [args.bin ?? 'DAY', args.basis ?? 'STARTED'];
        const all = await periods(stats, bin, by);
        await ownTurn();
        return cutPeriods(
          all,
          { from: args.from ?? null, until: args.until ?? null },
          args.fill === true ? emptyFigures(by) : null,
          (time) => calendarOf(stats.timeZone).periodAt(bin, time),
        );
      },
    }),
    byHour: t.field({
      type: [HourBucket],
      description: `Figures by the hour on the clock, 0 to 23. ${EVERY}`,
      args: { basis },
      resolve: async (stats, args) => (await clock(stats, args.basis ?? 'STARTED')).hours,
    }),
    byWeekday: t.field({
      type: [WeekdayBucket],
      description: `Figures by weekday, Monday first. ${EVERY}`,
      args: { basis },
      resolve: async (stats, args) => (await clock(stats, args.basis ?? 'STARTED')).weekdays,
    }),
    heatmap: t.field({
      type: [HeatmapCell],
      description: `Figures by weekday and hour: 7 × 24, from Monday 0:00 on. ${EVERY}`,
      args: { basis },
      resolve: async (stats, args) => (await clock(stats, args.basis ?? 'STARTED')).weekHours,
    }),
  };
});

async function periods(stats: StatsLoader, bin: Bin, basis: Basis) {
  if (basis === 'STARTED') return startedPeriods(await stats.part('starts'), bin);
  const [times, tokens] = await activity(stats);
  return activePeriods(times, tokens, bin);
}

async function clock(stats: StatsLoader, basis: Basis): Promise<ClockFigures> {
  if (basis === 'STARTED') return startedClock(await stats.part('starts'));
  const [times, tokens] = await activity(stats);
  return activeClock(times, tokens);
}

function activity(stats: StatsLoader) {
  return Promise.all([stats.part('times'), stats.part('tokens')]);
}
