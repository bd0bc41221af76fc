import { sessionStatus } from '../../domain/session.js';
import { addCounts, sessionUsage, sumUsage } from '../../domain/usage.js';
import { sumCosts } from '../../domain/cost.js';
import { builder } from '../builder.js';
import { messageConnection, MessageConnection } from '../message/connection.js';
import { MessageFilterInput } from '../message/filter.js';
import { Message } from '../message/ref.js';
import { CostSummaryType } from '../cost-summary.js';
import { SessionStatus } from '../session/enums.js';
import { Session } from '../session/ref.js';
import { UsageType } from '../usage.js';
import { Conversation } from './ref.js';
import { root, segmentIds, segments, tip } from './segments.js';

builder.node(Conversation, {
  description:
    'What people call one chat: a session and all its continuations after compression. Where it came from is its first session’s, how it stands is its last one’s, and what was used is the sum of all.',
  id: { resolve: ({ head_id: head }) => head, description: 'Global id; opaque.' },
  loadManyWithoutCache: async (ids, { loaders }) => {
    const heads = await loaders.session.loadMany(ids);
    return heads.map((head) => (head === null ? null : { head_id: head.id }));
  },
  fields: (t) => ({
    root: t.field({
      type: Session,
      description: 'The session it began with.',
      resolve: (conversation, _args, context) => root(conversation, context),
    }),
    tip: t.field({
      type: Session,
      description: 'The session it goes on in; the same as `root` when it was never compressed.',
      resolve: (conversation, _args, context) => tip(conversation, context),
    }),
    segments: t.field({
      type: [Session],
      description: 'All its sessions, first to last.',
      resolve: (conversation, _args, context) => segments(conversation, context),
    }),
    title: t.string({
      nullable: true,
      description: 'The last title that was given to one of its sessions. Null when none has one.',
      resolve: async (conversation, _args, context) => {
        const titles = (await segments(conversation, context)).map((session) => session.title);
        return titles.findLast((title) => title !== null && title !== '') ?? null;
      },
    }),
    preview: t.string({
      nullable: true,
      description: 'The first user message, cut as `Session.preview` is. Null when there is none.',
      resolve: ({ head_id: head }, _args, { loaders }) => loaders.preview.load(head),
    }),
    startedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When its first session began.',
      resolve: async (conversation, _args, context) =>
        (await root(conversation, context)).started_at,
    }),
    lastActiveAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When its last session was last active.',
      resolve: async (conversation, _args, context) =>
        context.loaders.lastActive.load((await tip(conversation, context)).id),
    }),
    status: t.field({
      type: SessionStatus,
      description: 'ENDED, ACTIVE or IDLE: the state of its last session.',
      resolve: async (conversation, _args, context) => {
        const last = await tip(conversation, context);
        return sessionStatus(last, await context.loaders.lastActive.load(last.id), context.clock());
      },
    }),
    messageCount: t.field({
      type: 'SafeInt',
      description: 'Messages of all its sessions.',
      resolve: async (conversation, _args, context) =>
        addCounts(
          await context.loaders.messageCount.loadMany(await segmentIds(conversation, context)),
        ),
    }),
    toolCallCount: t.field({
      type: 'SafeInt',
      description: 'Tool calls of all its sessions.',
      resolve: async (conversation, _args, context) =>
        addCounts(
          (await segments(conversation, context)).map((session) => session.tool_call_count),
        ),
    }),
    usage: t.field({
      type: UsageType,
      description: 'Tokens of all its sessions.',
      resolve: async (conversation, _args, context) =>
        sumUsage((await segments(conversation, context)).map(sessionUsage)),
    }),
    cost: t.field({
      type: CostSummaryType,
      description: 'Cost of all its sessions.',
      resolve: async (conversation, _args, context) =>
        sumCosts(await segments(conversation, context)),
    }),
    messages: t.connection(
      {
        type: Message,
        description: 'The messages of all its sessions, in the order of their ids.',
        args: {
          filter: t.arg({ type: MessageFilterInput, description: 'Only messages that it admits.' }),
        },
        resolve: async (conversation, { filter, ...page }, context) =>
          messageConnection(context, await segmentIds(conversation, context), filter ?? {}, page),
      },
      MessageConnection,
    ),
  }),
});

builder.objectField(Session, 'conversation', (t) =>
  t.field({
    type: Conversation,
    description: 'The chat that this session is a part of; a delegate is one of its own.',
    resolve: async ({ id }, _args, { loaders }) => ({
      head_id: await loaders.conversationHead.load(id),
    }),
  }),
);
