import { builder } from '../builder.js';
import { SessionFilterInput } from '../session/filter.js';
import { Session } from '../session/ref.js';
import { ToolCountType } from './groups.js';
import { Stats } from './ref.js';

builder.queryField('stats', (t) =>
  t.field({
    type: Stats,
    description:
      'Figures over all sessions, or those that a filter admits; a session counts as a whole, so `startedAt` chooses those that began in a range. What was done in a range, in whichever session, is in `series(basis: ACTIVITY, from, until)`, with `bin: HOUR` by the hour. They are worked out beside other requests and kept until the store changes; all that one request asks of one filter and time zone is read together and shows one state of the store. What takes longer than 60 seconds is stopped: STATS_TIMEOUT; a narrower filter takes less.',
    args: {
      filter: t.arg({ type: SessionFilterInput, description: 'Only sessions that it admits.' }),
      timeZone: t.arg.string({
        defaultValue: 'UTC',
        description: 'An IANA time zone, such as `Europe/Berlin`, for days and hours.',
      }),
    },
    resolve: (_root, { filter, timeZone }, { loaders }) =>
      loaders.stats(filter ?? {}, timeZone ?? 'UTC'),
  }),
);

builder.objectField(Session, 'toolUsage', (t) =>
  t.field({
    type: [ToolCountType],
    description: 'The tools that the session used, the most used first.',
    resolve: ({ id }, _args, { loaders }) => loaders.toolUsage.load(id),
  }),
);
