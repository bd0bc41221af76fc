import type { RoleCount } from '../../domain/stats.js';
import type { Distribution } from '../../domain/stats/distribution.js';
import type { KeyedFigures } from '../../domain/stats/sessions.js';
import type { ToolCount } from '../../domain/stats/tools.js';
import { builder } from '../builder.js';
import { CostSummaryType } from '../cost-summary.js';
import { UsageType } from '../usage.js';

export const StatsBucket = builder.objectRef<KeyedFigures>('StatsBucket').implement({
  description: 'Figures of the sessions that have a value in common.',
  fields: (t) => ({
    key: t.exposeString('key', {
      nullable: true,
      description: 'The value. Null: the sessions that have none.',
    }),
    sessionCount: t.expose('sessionCount', { type: 'SafeInt', description: 'Sessions.' }),
    conversationCount: t.expose('conversationCount', {
      type: 'SafeInt',
      description:
        'Conversations, each where the filters of `conversations` find it: by the source of its first session, by model, provider and end reason of its last.',
    }),
    messageCount: t.expose('messageCount', { type: 'SafeInt', description: 'Their messages.' }),
    toolCallCount: t.expose('toolCallCount', { type: 'SafeInt', description: 'Their tool calls.' }),
    apiCallCount: t.expose('apiCallCount', {
      type: 'SafeInt',
      description: 'Their calls of models.',
    }),
    usage: t.expose('usage', { type: UsageType, description: 'Their tokens.' }),
    cost: t.expose('cost', { type: CostSummaryType, description: 'What they cost.' }),
    lastActiveAt: t.expose('lastActiveAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When one of them was last active. Null where the file holds no time.',
    }),
  }),
});

export const StatsDurations = builder.objectRef<Distribution>('StatsDurations').implement({
  description:
    'How long sessions took, in seconds, over those whose duration is known. Null when none is.',
  fields: (t) => ({
    mean: t.exposeFloat('mean', { nullable: true, description: 'The mean.' }),
    p50: t.exposeFloat('p50', {
      nullable: true,
      description: 'The median; between two values by linear interpolation, as `p95`.',
    }),
    p95: t.exposeFloat('p95', {
      nullable: true,
      description: 'The 95th percentile: one in twenty took longer.',
    }),
    max: t.exposeFloat('max', { nullable: true, description: 'The longest.' }),
  }),
});

export const RoleCountType = builder.objectRef<RoleCount>('RoleCount').implement({
  description: 'How many messages have a role.',
  fields: (t) => ({
    role: t.exposeString('role', {
      description: '`user`, `assistant`, `tool` or `system`. An open set, owned by Hermes.',
    }),
    count: t.expose('count', { type: 'SafeInt', description: 'Messages.' }),
  }),
});

export const ToolCountType = builder.objectRef<ToolCount>('ToolCount').implement({
  description:
    'How often a tool was used. A use leaves a call in an assistant message and a result row, but some front ends store only one of the two: in each session the larger number counts.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The tool, as the model calls it.' }),
    count: t.expose('count', { type: 'SafeInt', description: 'Uses.' }),
  }),
});
