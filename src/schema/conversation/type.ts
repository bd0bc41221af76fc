import { sessionStatus } from '../../domain/session.js';
import { builder } from '../builder.js';
import { messageConnection, MessageConnection } from '../message/connection.js';
import { MessageFilterInput } from '../message/filter.js';
import { Message } from '../message/ref.js';
import { CostSummaryType } from '../cost-summary.js';
import { SessionStatus } from '../session/enums.js';
import { listSize, MOST_RELATIVES, relatives } from '../session/relatives.js';
import { Session } from '../session/ref.js';
import { UsageType } from '../usage.js';
import { Conversation } from './ref.js';
import { root, segmentIds, sums, tip } from './segments.js';

builder.node(Conversation, {
  description:
    'What people call one chat: a session and all its continuations after compression. Where it came from is its first session’s, how it stands is its last one’s, and what was used is the sum of all.',
  id: { resolve: ({ head_id: head }) => head, description: 'Global id; opaque.' },
  // The id of a later session names no conversation: there is one of that session's first one.
  loadManyWithoutCache: async (ids, { loaders }) => {
    const [sessions, heads] = await Promise.all([
      loaders.session.loadMany(ids),
      loaders.conversationHead.loadMany(ids),
    ]);
    return ids.map((id, index) =>
      sessions[index] === null || heads[index] !== id ? null : { head_id: id },
    );
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
      description:
        'Its sessions, first to last: by steps from the first one, and the one that it goes on in at the end. Where several continue one session, all of them belong to it. `segmentCount` says how many there are; when it is more than `first`, the list stops before the end.',
      args: {
        first: t.arg.int({
          defaultValue: 100,
          description: `At most so many, ${MOST_RELATIVES} at most.`,
        }),
      },
      resolve: async (conversation, { first }, context) => {
        const limit = listSize(context, first ?? 100);
        return relatives(context, (await segmentIds(conversation, context)).slice(0, limit));
      },
    }),
    segmentCount: t.int({
      description: 'How many sessions it has: 1 when it was never compressed.',
      resolve: async (conversation, _args, context) =>
        (await segmentIds(conversation, context)).length,
    }),
    title: t.string({
      nullable: true,
      description: 'The last title that was given to one of its sessions. Null when none has one.',
      resolve: async (conversation, _args, context) => (await sums(conversation, context)).title,
    }),
    preview: t.string({
      nullable: true,
      description:
        'The first user message with text of its sessions, cut as `Session.preview` is. Null when there is none.',
      resolve: ({ head_id: head }, _args, { loaders }) => loaders.conversationPreview.load(head),
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
      resolve: ({ head_id: head }, _args, { loaders }) =>
        loaders.conversationMessageCount.load(head),
    }),
    toolCallCount: t.field({
      type: 'SafeInt',
      description: 'Tool calls of all its sessions.',
      resolve: async (conversation, _args, context) =>
        (await sums(conversation, context)).toolCallCount,
    }),
    usage: t.field({
      type: UsageType,
      description: 'Tokens of all its sessions.',
      resolve: async (conversation, _args, context) => (await sums(conversation, context)).usage,
    }),
    cost: t.field({
      type: CostSummaryType,
      description: 'Cost of all its sessions.',
      resolve: async (conversation, _args, context) => (await sums(conversation, context)).cost,
    }),
    messages: t.connection(
      {
        type: Message,
        description: 'The messages of all its sessions, in the order of their ids.',
        args: {
          filter: t.arg({ type: MessageFilterInput, description: 'Only messages that it admits.' }),
        },
        resolve: async (conversation, { filter, ...page }, context) =>
          messageConnection(
            context,
            `conversation:${conversation.head_id}`,
            await segmentIds(conversation, context),
            filter ?? {},
            page,
          ),
      },
      MessageConnection,
    ),
  }),
});

builder.objectField(Session, 'conversation', (t) =>
  t.field({
    type: Conversation,
    description:
      'The chat that this session is a part of, of which it is one of the `segments`; a delegate is one of its own, which `conversations` does not list.',
    resolve: async ({ id }, _args, { loaders }) => ({
      head_id: await loaders.conversationHead.load(id),
    }),
  }),
);
