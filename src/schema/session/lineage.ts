import { pageSize } from '../../domain/paging.js';
import type { SessionRow } from '../../domain/session.js';
import { builder } from '../builder.js';
import type { Context } from '../context.js';
import { LineageKindEnum } from './enums.js';
import { Session } from './ref.js';

const MOST_RELATIVES = 1000;

/** The tree that sessions form: each may name a parent. */
builder.objectFields(Session, (t) => ({
  parent: t.field({
    type: Session,
    nullable: true,
    description:
      'The session that this one came from. Null for a root, and when the parent is gone.',
    resolve: ({ parent_session_id: parent }, _args, { loaders }) =>
      parent === null ? null : loaders.session.load(parent),
  }),
  children: t.field({
    type: [Session],
    description: 'The sessions that came from this one, oldest first.',
    args: {
      first: t.arg.int({
        defaultValue: 100,
        description: `At most so many, ${MOST_RELATIVES} at most.`,
      }),
      kind: t.arg({ type: LineageKindEnum, description: 'Only children of this kind.' }),
    },
    resolve: ({ id }, { first, kind }, { loaders }) =>
      loaders
        .children({ kind: kind ?? null, limit: pageSize('first', first ?? 100, MOST_RELATIVES) })
        .load(id),
  }),
  childCount: t.field({
    type: 'SafeInt',
    description: 'How many sessions name this one as their parent.',
    resolve: ({ id }, _args, { loaders }) => loaders.childCount.load(id),
  }),
  ancestors: t.field({
    type: [Session],
    description:
      'Parent, grandparent and so on, nearest first, without the session itself. Each once; a cycle in the file ends the walk.',
    resolve: async ({ id }, _args, context) =>
      sessions(context, await context.loaders.ancestorIds.load(id)),
  }),
  descendants: t.field({
    type: [Session],
    description:
      'Children, their children and so on, breadth first and oldest first, without the session itself. Each once.',
    args: {
      first: t.arg.int({
        defaultValue: 200,
        description: `At most so many, ${MOST_RELATIVES} at most.`,
      }),
    },
    resolve: async ({ id }, { first }, context) => {
      const limit = pageSize('first', first ?? 200, MOST_RELATIVES);
      return sessions(context, await context.loaders.descendantIds({ limit }).load(id));
    },
  }),
  root: t.field({
    type: Session,
    description: 'The farthest ancestor; the session itself when it has none.',
    resolve: async (session, _args, context) => {
      const ancestors = await context.loaders.ancestorIds.load(session.id);
      return relative(context, session, ancestors.at(-1));
    },
  }),
  tip: t.field({
    type: Session,
    description:
      'Where the chat goes on: the last of its compression continuations, the session itself when there is none. Of several continuations the newest start counts, then the greatest id.',
    resolve: async (session, _args, context) => {
      const continuations = await context.loaders.continuationIds.load(session.id);
      return relative(context, session, continuations.at(-1));
    },
  }),
  depth: t.field({
    type: 'Int',
    description: 'How many ancestors it has; 0 for a root.',
    resolve: async ({ id }, _args, { loaders }) => (await loaders.ancestorIds.load(id)).length,
  }),
  lineageKind: t.field({
    type: LineageKindEnum,
    description: 'How it came to be.',
    resolve: async ({ id }, _args, { loaders }) => (await loaders.lineageKind.load(id)) ?? 'ROOT',
  }),
}));

/** The sessions with these ids; one that went meanwhile is left out. */
export async function sessions(
  { loaders }: Context,
  ids: readonly string[],
): Promise<SessionRow[]> {
  const found = await loaders.session.loadMany(ids);
  return found.filter((session) => session !== null);
}

async function relative(
  { loaders }: Context,
  session: SessionRow,
  id: string | undefined,
): Promise<SessionRow> {
  return id === undefined ? session : ((await loaders.session.load(id)) ?? session);
}
