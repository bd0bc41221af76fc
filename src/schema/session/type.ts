import { parseJsonOrNull } from '../../domain/python-json.js';
import { sessionStatus } from '../../domain/session.js';
import { sessionUsage } from '../../domain/usage.js';
import { builder } from '../builder.js';
import { UsageType } from '../usage.js';
import { Billing, Cost } from './cost.js';
import { SessionStatus } from './enums.js';
import { Session } from './ref.js';

builder.node(Session, {
  description:
    'One session of the CLI or the gateway. A long chat is a chain of sessions: when its context is compressed, Hermes ends the session and continues in a new one. `conversation` joins them again.',
  id: {
    resolve: (session) => session.id,
    description: 'Global id; opaque. `sessionId` is Hermes’ own.',
  },
  loadManyWithoutCache: (ids, { loaders }) => loaders.session.loadMany(ids),
  fields: (t) => ({
    sessionId: t.exposeString('id', { description: 'Hermes’ own id, as the CLI shows it.' }),
    source: t.exposeString('source', {
      description:
        'Where the session came from, such as `cli`, `telegram` or `cron`. An open set, owned by Hermes.',
    }),
    userId: t.exposeString('user_id', {
      nullable: true,
      description: 'Who spoke, as the platform names them; null in the CLI.',
    }),
    title: t.exposeString('title', {
      nullable: true,
      description: 'Unique over the whole store, at most 100 code points. Null when it has none.',
    }),
    model: t.exposeString('model', {
      nullable: true,
      description: 'The model, as Hermes names it.',
    }),
    modelConfig: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Settings of the model. Null when there are none or the file holds broken JSON.',
      resolve: async ({ id }, _args, { loaders }) =>
        parseJsonOrNull(await loaders.modelConfig.load(id)),
    }),
    systemPrompt: t.string({
      nullable: true,
      description: 'The system prompt; tens of KB, and read only when asked for.',
      resolve: ({ id }, _args, { loaders }) => loaders.systemPrompt.load(id),
    }),
    startedAt: t.expose('started_at', {
      type: 'DateTime',
      nullable: true,
      description: 'When it began. Null where the file holds no time.',
    }),
    endedAt: t.expose('ended_at', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was ended. Null when nobody ended it, or the file holds no time.',
    }),
    endReason: t.exposeString('end_reason', {
      nullable: true,
      description:
        'Why it ended, such as `compression` or `user_exit`. An open set, owned by Hermes.',
    }),
    status: t.field({
      type: SessionStatus,
      description: 'ENDED, ACTIVE or IDLE, at the time of asking.',
      resolve: async (session, _args, { loaders, clock }) =>
        sessionStatus(session, await loaders.lastActive.load(session.id), clock()),
    }),
    lastActiveAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Time of the newest message, or a later one that newer files note; else of the end, else of the start.',
      resolve: ({ id }, _args, { loaders }) => loaders.lastActive.load(id),
    }),
    durationSeconds: t.float({
      nullable: true,
      description:
        'Seconds from the start to the end; of a session that nobody ended, to its newest message. Null when one of them is unknown.',
      resolve: ({ id }, _args, { loaders }) => loaders.duration.load(id),
    }),
    preview: t.string({
      nullable: true,
      description:
        'The first user message with text: line breaks as blanks, at most 60 code points and then `...`; an image as `[image]`. Null when there is none.',
      resolve: ({ id }, _args, { loaders }) => loaders.preview.load(id),
    }),
    messageCount: t.field({
      type: 'SafeInt',
      description:
        'How many messages the conversation has, counted. Undone and compacted ones of newer files do not count.',
      resolve: ({ id }, _args, { loaders }) => loaders.messageCount.load(id),
    }),
    toolCallCount: t.expose('tool_call_count', {
      type: 'SafeInt',
      description: 'How many tools the assistant called, as Hermes counted while it wrote.',
    }),
    apiCallCount: t.expose('api_call_count', {
      type: 'SafeInt',
      description: 'How often the model’s API was called, as Hermes counted.',
    }),
    usage: t.field({
      type: UsageType,
      description: 'Tokens of this session alone.',
      resolve: sessionUsage,
    }),
    cost: t.field({
      type: Cost,
      description: 'What this session alone cost.',
      resolve: (session) => session,
    }),
    billing: t.field({
      type: Billing,
      description: 'Who is paid for it.',
      resolve: (session) => session,
    }),
  }),
});
