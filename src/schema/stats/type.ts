import { activeDays } from '../../domain/stats.js';
import { pageSize } from '../../domain/paging.js';
import { longestStreak } from '../../domain/stats/streak.js';
import type { Figures } from '../../domain/stats/figures.js';
import type { StatsKey } from '../../domain/stats/sessions.js';
import type { StatsLoader } from '../../loaders/stats.js';
import { builder } from '../builder.js';
import { CostSummaryType } from '../cost-summary.js';
import { Session } from '../session/ref.js';
import { UsageType } from '../usage.js';
import { TopSessionsBy } from './enums.js';
import { RoleCountType, StatsBucket, StatsDurations, ToolCountType } from './groups.js';
import { Stats } from './ref.js';

builder.objectType(Stats, {
  description:
    'Figures over every session that the filter admits. Each row of the store counts with its own counters, once: a delegate or a continuation is a session of its own, and no figure holds that of another. What a filter by list finds, a statistic counts. Sums beyond ±(2^53 − 1) are held there.',
  fields: (t) => {
    const total = (name: keyof Figures & `${string}Count`, description: string) =>
      t.field({
        type: 'SafeInt',
        description,
        resolve: async (stats) => (await totals(stats))[name],
      });
    const groups = (key: StatsKey, description: string) =>
      t.field({
        type: [StatsBucket],
        description: `${description} The most sessions first, then the most tokens. The groups sum to the totals; sessions without a value are in the group whose key is null.`,
        resolve: async (stats) => (await stats.part('sessions')).by(key),
      });
    return {
      timeZone: t.exposeString('timeZone', {
        description: 'The time zone that days and hours are of, as it was asked for.',
      }),
      sessionCount: total('sessionCount', 'Sessions: as `sessions` of this filter has.'),
      conversationCount: total(
        'conversationCount',
        'Conversations: as `conversations` of this filter has. They are fewer than sessions, for a long chat is a chain of sessions, and delegates are none.',
      ),
      activeSessionCount: t.field({
        type: 'SafeInt',
        description:
          'Sessions that nobody ended and that were active within five minutes of the time of asking.',
        resolve: async (stats, _args, { clock }) =>
          (await stats.part('sessions')).activeCount(clock()),
      }),
      endedSessionCount: t.field({
        type: 'SafeInt',
        description: 'Sessions that were ended.',
        resolve: async (stats) => (await stats.part('sessions')).endedCount(),
      }),
      messageCount: total(
        'messageCount',
        'Messages, counted. On newer files without those that were undone or compacted away.',
      ),
      messagesByRole: t.field({
        type: [RoleCountType],
        description: 'Messages by role, the most frequent first. Sums to `messageCount`.',
        resolve: (stats) => stats.part('roles'),
      }),
      toolCallCount: total('toolCallCount', 'Tool calls, as sessions count them.'),
      apiCallCount: total('apiCallCount', 'Calls of models, as sessions count them.'),
      usage: t.field({
        type: UsageType,
        description: 'Tokens. Reasoning is a part of output and not added again.',
        resolve: async (stats) => (await totals(stats)).usage,
      }),
      cost: t.field({
        type: CostSummaryType,
        description:
          'What the sessions cost. `estimatedUsd` is of the sessions that have no actual cost, so the sums do not overlap. What is not known is null and never 0.',
        resolve: async (stats) => (await totals(stats)).cost,
      }),
      durations: t.field({
        type: StatsDurations,
        description: 'How long sessions took: from start to end, else to the newest message.',
        resolve: async (stats) => (await stats.part('sessions')).durations(),
      }),
      firstSessionAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'The earliest start. Null when the file holds none.',
        resolve: async (stats) => (await stats.part('sessions')).firstStartedAt(),
      }),
      lastActiveAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'The latest activity of any of the sessions, see `Session.lastActiveAt`.',
        resolve: async (stats) => (await totals(stats)).lastActiveAt,
      }),
      activeDays: t.int({
        description: 'Days of the time zone on which a session started or a message was written.',
        resolve: async (stats) => (await days(stats)).length,
      }),
      longestStreakDays: t.int({
        description: 'The most active days in a row.',
        resolve: async (stats) => longestStreak(await days(stats)),
      }),
      bySource: groups('source', 'By where sessions came from.'),
      byModel: groups(
        'model',
        'By model. Sessions and messages are those of the session’s own model; tokens, calls of models and dollars are of the model that used them where the file notes it (newer files do), so a model that was only switched to has these alone. They are shares in what the session counts, so that all models add up to the totals; work beside the chat (titles, compression), which is noted but counted by no session, is left out.',
      ),
      byProvider: groups('provider', 'By the provider that bills.'),
      byEndReason: groups('endReason', 'By why sessions ended; null is not ended, or no reason.'),
      byTool: t.field({
        type: [ToolCountType],
        description:
          'Tools by use, the most used first. Counted from the messages; `toolCallCount` is what sessions count themselves.',
        args: {
          first: t.arg.int({ defaultValue: 20, description: 'At most so many, 200 at most.' }),
        },
        resolve: async (stats, { first }) => {
          const size = pageSize('first', first ?? 20);
          return (await stats.part('tools')).slice(0, size);
        },
      }),
      topSessions: t.field({
        type: [Session],
        description:
          'The sessions with the most of something, as `sessions` ordered so; those without the value are left out.',
        args: {
          by: t.arg({
            type: TopSessionsBy,
            defaultValue: 'TOKENS',
            description: 'The most of what.',
          }),
          first: t.arg.int({ defaultValue: 10, description: 'At most so many, 200 at most.' }),
        },
        resolve: async (stats, { by, first }, { loaders }) => {
          const size = pageSize('first', first ?? 10);
          const ids = (await stats.part('sessions')).top(by ?? 'TOKENS', size);
          const sessions = await loaders.session.loadMany(ids);
          return sessions.filter((session) => session !== null);
        },
      }),
    };
  },
});

async function totals(stats: StatsLoader): Promise<Figures> {
  return (await stats.part('sessions')).totals();
}

async function days(stats: StatsLoader) {
  return activeDays(...(await Promise.all([stats.part('starts'), stats.part('times')])));
}
