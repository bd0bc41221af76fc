import type { HourFigures, WeekdayFigures, WeekHourFigures } from '../../domain/stats/clock.js';
import type { PeriodFigures, TimeFigures } from '../../domain/stats/timeline.js';
import { builder, type SchemaTypes } from '../builder.js';
import { CostSummaryType } from '../cost-summary.js';
import { UsageType } from '../usage.js';

type Fields<Shape extends TimeFigures> = PothosSchemaTypes.ObjectFieldBuilder<
  PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>,
  Shape
>;

/** The figures that every time has. */
function figureFields<Shape extends TimeFigures>(t: Fields<Shape>) {
  return {
    sessionCount: t.field({
      type: 'SafeInt',
      description: 'Sessions that started then; by ACTIVITY those with a message then.',
      resolve: (figures) => figures.sessionCount,
    }),
    conversationCount: t.field({
      type: 'SafeInt',
      nullable: true,
      description: 'Conversations whose first session started then. Null by ACTIVITY.',
      resolve: (figures) => figures.conversationCount,
    }),
    messageCount: t.field({
      type: 'SafeInt',
      description: 'Messages of those sessions; by ACTIVITY messages written then.',
      resolve: (figures) => figures.messageCount,
    }),
    usage: t.field({
      type: UsageType,
      nullable: true,
      description:
        'Tokens of those sessions; by ACTIVITY tokens noted by messages of then, null where none notes any.',
      resolve: (figures) => figures.usage,
    }),
    cost: t.field({
      type: CostSummaryType,
      nullable: true,
      description: 'What those sessions cost. Null by ACTIVITY: the store knows no other cost.',
      resolve: (figures) => figures.cost,
    }),
  };
}

export const SeriesBucket = builder.objectRef<PeriodFigures>('SeriesBucket').implement({
  description: 'Figures of a period.',
  fields: (t) => ({
    start: t.expose('start', {
      type: 'DateTime',
      nullable: true,
      description: 'When it begins. Null in the last bucket, of what has no time in the file.',
    }),
    end: t.expose('end', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ends: the first instant that is no part of it.',
    }),
    ...figureFields(t),
  }),
});

export const HourBucket = builder.objectRef<HourFigures>('HourBucket').implement({
  description: 'Figures of an hour on the clock, over all days.',
  fields: (t) => ({
    hour: t.exposeInt('hour', {
      nullable: true,
      description: '0 to 23. Null: what has no time in the file.',
    }),
    ...figureFields(t),
  }),
});

export const WeekdayBucket = builder.objectRef<WeekdayFigures>('WeekdayBucket').implement({
  description: 'Figures of a weekday, over all weeks.',
  fields: (t) => ({
    weekday: t.exposeInt('weekday', {
      nullable: true,
      description: '1 is Monday, 7 is Sunday. Null: what has no time in the file.',
    }),
    ...figureFields(t),
  }),
});

export const HeatmapCell = builder.objectRef<WeekHourFigures>('HeatmapCell').implement({
  description: 'Figures of an hour on the clock of a weekday, over all weeks.',
  fields: (t) => ({
    weekday: t.exposeInt('weekday', {
      nullable: true,
      description: '1 is Monday, 7 is Sunday. Null: what has no time in the file.',
    }),
    hour: t.exposeInt('hour', {
      nullable: true,
      description: '0 to 23. Null: what has no time in the file.',
    }),
    ...figureFields(t),
  }),
});
