import { builder } from '../builder.js';
import { SessionStatus } from './enums.js';

export const TimeRangeInput = builder.inputType('TimeRangeInput', {
  description: 'A half-open range of time: `from` belongs to it, `until` does not.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', description: 'Not before this instant.' }),
    until: t.field({ type: 'DateTime', description: 'Before this instant.' }),
  }),
});

const CountRangeInput = builder.inputType('CountRangeInput', {
  description: 'A range of whole numbers; both ends belong to it.',
  fields: (t) => ({
    min: t.field({ type: 'SafeInt', description: 'At least so many.' }),
    max: t.field({ type: 'SafeInt', description: 'At most so many.' }),
  }),
});

const CostRangeInput = builder.inputType('CostRangeInput', {
  description: 'A range of US dollars; both ends belong to it. An unknown cost is in no range.',
  fields: (t) => ({
    min: t.float({ description: 'At least so much.' }),
    max: t.float({ description: 'At most so much.' }),
  }),
});

export const SessionFilterInput = builder.inputType('SessionFilter', {
  description:
    'Which sessions are meant: all that is given must hold. Lists are "any of"; an empty list of excludes excludes nothing.',
  fields: (t) => ({
    sessionIds: t.stringList({ description: 'Only these sessions.' }),
    excludeSessionIds: t.stringList({ description: 'Not these sessions.' }),
    sources: t.stringList({ description: 'From one of these sources, such as `telegram`.' }),
    excludeSources: t.stringList({ description: 'From none of these sources.' }),
    models: t.stringList({ description: 'With one of these models.' }),
    providers: t.stringList({ description: 'Billed by one of these providers.' }),
    userIds: t.stringList({ description: 'Of one of these users.' }),
    endReasons: t.stringList({ description: 'Ended for one of these reasons.' }),
    hasParent: t.boolean({
      description: 'Whether the session names another one as its parent, be that there or gone.',
    }),
    parentSessionId: t.string({ description: 'Children of this session.' }),
    titleContains: t.string({
      description: 'The title holds this text, taken literally; ASCII letters in either case.',
    }),
    hasTitle: t.boolean({ description: 'Whether the session has a title.' }),
    status: t.field({ type: SessionStatus, description: 'In this state.' }),
    startedAt: t.field({ type: TimeRangeInput, description: 'Started in this range.' }),
    lastActiveAt: t.field({ type: TimeRangeInput, description: 'Last active in this range.' }),
    messageCount: t.field({ type: CountRangeInput, description: 'With so many messages.' }),
    toolCallCount: t.field({ type: CountRangeInput, description: 'With so many tool calls.' }),
    totalTokens: t.field({ type: CountRangeInput, description: 'With so many tokens in all.' }),
    costUsd: t.field({ type: CostRangeInput, description: 'With a known cost in this range.' }),
    archived: t.boolean({
      description: 'Whether it was put away. On files of older versions nothing is.',
    }),
    pinned: t.boolean({
      description: 'Whether it was pinned. On files of older versions nothing is.',
    }),
  }),
});
