import { STATS_BINS } from '../../domain/stats/calendar.js';
import { STATS_BASES } from '../../domain/stats/timeline.js';
import { TOP_SESSIONS_BY } from '../../domain/stats/top.js';
import { builder } from '../builder.js';

export const StatsBin = builder.enumType('StatsBin', {
  description: 'How long the periods of a series are, on the calendar of the time zone.',
  values: {
    HOUR: {
      value: STATS_BINS[0],
      description:
        'Hours of the clock. One that is passed twice makes two periods; one that a clock change cuts is shorter.',
    },
    DAY: { value: STATS_BINS[1], description: 'Days; of 23 or 25 hours at a clock change.' },
    WEEK: { value: STATS_BINS[2], description: 'ISO weeks, from Monday on.' },
    MONTH: { value: STATS_BINS[3], description: 'Months.' },
  } as const,
});

export const StatsBasis = builder.enumType('StatsBasis', {
  description: 'What the figures of a time go by.',
  values: {
    STARTED: {
      value: STATS_BASES[0],
      description:
        'The start of the session: all that it ever did counts then. Sums to the totals.',
    },
    ACTIVITY: {
      value: STATS_BASES[1],
      description:
        'The time of each message. `messageCount` is exact and sums to the total; `sessionCount` is how many sessions have a message in that time, so one counts several times; `usage` holds the tokens that messages note of themselves, the model’s as `output` and all others as `input`, and is null where none does. Its other kinds are 0 and its cache hit rate null, for messages note nothing of them; cost and conversations, which the store keeps by session alone, are null.',
    },
  } as const,
});

export const TopSessionsBy = builder.enumType('TopSessionsBy', {
  description: 'What the top sessions are first in.',
  values: {
    MESSAGES: { value: TOP_SESSIONS_BY[0], description: 'Number of messages.' },
    TOKENS: { value: TOP_SESSIONS_BY[1], description: 'Tokens in all.' },
    COST: { value: TOP_SESSIONS_BY[2], description: 'Known cost.' },
    DURATION: { value: TOP_SESSIONS_BY[3], description: 'Duration.' },
    TOOL_CALLS: { value: TOP_SESSIONS_BY[4], description: 'Number of tool calls.' },
  } as const,
});
