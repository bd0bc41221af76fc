import { builder } from '../builder.js';
import { LineageKindEnum } from './enums.js';
import {
  counted,
  listSize,
  MOST_RELATIVES,
  relative,
  relativeCount,
  relatives,
} from './relatives.js';
import { Session } from './ref.js';

/** The tree that sessions form: each may name a parent. */
builder.objectFields(Session, (t) => ({
  parent: t.field({
    type: Session,
    nullable: true,
    description:
      'The session that this one came from. Null for a root, when the parent is gone, and when the session names itself.',
    resolve: ({ id, parent_session_id: parent }, _args, { loaders }) =>
      parent === null || parent === id ? null : loaders.session.load(parent),
  }),
  children: t.field({
    type: [Session],
    description:
      'The sessions that came from this one, oldest first. `childCount` says how many there are of any kind.',
    args: {
      first: t.arg.int({
        defaultValue: 100,
        description: `At most so many, ${MOST_RELATIVES} at most.`,
      }),
      kind: t.arg({ type: LineageKindEnum, description: 'Only children of this kind.' }),
    },
    resolve: async ({ id }, { first, kind }, context) => {
      const args = { kind: kind ?? null, limit: listSize(context, first ?? 100) };
      return counted(context, await context.loaders.children(args).load(id));
    },
  }),
  childCount: t.field({
    type: 'SafeInt',
    description: 'How many sessions name this one as their parent.',
    resolve: ({ id }, _args, { loaders }) => loaders.childCount.load(id),
  }),
  ancestors: t.field({
    type: [Session],
    description:
      'Parent, grandparent and so on, nearest first, without the session itself. Each once; a circle in the file ends the walk. `depth` says how many there are, `lineageTruncated` whether this list misses some.',
    args: {
      first: t.arg.int({
        defaultValue: 100,
        description: `At most so many, ${MOST_RELATIVES} at most.`,
      }),
    },
    resolve: async ({ id }, { first }, context) => {
      const limit = listSize(context, first ?? 100);
      return relatives(context, await context.loaders.ancestorIds({ limit }).load(id));
    },
  }),
  lineageTruncated: t.boolean({
    description:
      'Whether `ancestors` with the same `first` ends before a root: there are more of them, they run in a circle, or the farthest one names a parent that is gone.',
    args: {
      first: t.arg.int({ defaultValue: 100, description: 'As for `ancestors`.' }),
    },
    resolve: async ({ id }, { first }, { loaders }) => {
      const limit = relativeCount(first ?? 100);
      const origin = await loaders.originWithin({ limit }).load(id);
      return origin.depth > limit || origin.is_circular || origin.is_orphan;
    },
  }),
  lineageCycle: t.boolean({
    description:
      'Whether its parents run in a circle, or it is its own parent. Walks then end before they come to a session again.',
    resolve: async ({ id }, _args, { loaders }) => (await loaders.origin.load(id)).is_circular,
  }),
  descendants: t.field({
    type: [Session],
    description:
      'Children, their children and so on, breadth first and oldest first, without the session itself. Each once. `descendantsTruncated` says whether there are more.',
    args: {
      first: t.arg.int({
        defaultValue: 200,
        description: `At most so many, ${MOST_RELATIVES} at most.`,
      }),
    },
    resolve: async ({ id }, { first }, context) => {
      const limit = listSize(context, first ?? 200);
      const ids = await context.loaders.descendantIds({ limit: limit + 1 }).load(id);
      return relatives(context, ids.slice(0, limit));
    },
  }),
  descendantsTruncated: t.boolean({
    description:
      'Whether there are more descendants than `descendants` gives with the same `first`.',
    args: {
      first: t.arg.int({ defaultValue: 200, description: 'As for `descendants`.' }),
    },
    resolve: async ({ id }, { first }, { loaders }) => {
      const limit = relativeCount(first ?? 200);
      return (await loaders.descendantIds({ limit: limit + 1 }).load(id)).length > limit;
    },
  }),
  root: t.field({
    type: Session,
    description: 'The farthest ancestor; the session itself when it has none.',
    resolve: async (session, _args, context) =>
      relative(context, session, (await context.loaders.origin.load(session.id)).root_id),
  }),
  tip: t.field({
    type: Session,
    description:
      'Where the chat goes on: the last of its compression continuations, the session itself when there is none. Of several continuations the newest start counts, then the greatest id.',
    resolve: async (session, _args, context) =>
      relative(context, session, await context.loaders.tipId.load(session.id)),
  }),
  depth: t.field({
    type: 'Int',
    description: 'How many ancestors it has; 0 for a root.',
    resolve: async ({ id }, _args, { loaders }) => (await loaders.origin.load(id)).depth,
  }),
  lineageKind: t.field({
    type: LineageKindEnum,
    description: 'How it came to be.',
    resolve: async ({ id }, _args, { loaders }) => (await loaders.lineageKind.load(id)) ?? 'ROOT',
  }),
}));
