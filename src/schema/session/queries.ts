import { pageRequest, pageSize } from '../../domain/paging.js';
import { builder } from '../builder.js';
import { toConnection } from '../paging.js';
import { SessionFilterInput } from './filter.js';
import { orderCursor, sessionOrder, SessionOrderInput } from './order.js';
import { Session } from './ref.js';

const SessionConnection = builder.connectionObject(
  { type: Session, name: 'SessionConnection', description: 'A page of sessions.' },
  { name: 'SessionEdge', description: 'A session and its cursor.' },
);

builder.queryFields((t) => ({
  session: t.field({
    type: Session,
    nullable: true,
    description: 'The session with this id; null when there is none.',
    args: {
      sessionId: t.arg.string({ required: true, description: 'Hermes’ own id, in full.' }),
    },
    resolve: (_root, { sessionId }, { loaders }) => loaders.session.load(sessionId),
  }),
  sessionsByPrefix: t.field({
    type: [Session],
    description:
      'The sessions whose id starts so, for ids typed by hand: an exact hit first, then the newest start. ASCII letters in either case.',
    args: {
      prefix: t.arg.string({ required: true, description: 'Start of an id; "" gives none.' }),
      first: t.arg.int({ defaultValue: 10, description: 'At most so many, 200 at most.' }),
    },
    resolve: (_root, { prefix, first }, { store }) =>
      store.sessionsByPrefix(prefix, pageSize('first', first ?? 10)),
  }),
  sessions: t.connection(
    {
      type: Session,
      description:
        'All sessions, one for each row of the store, newest start first. `conversations` lists chats instead.',
      args: {
        filter: t.arg({ type: SessionFilterInput, description: 'Only sessions that it admits.' }),
        orderBy: t.arg({
          type: SessionOrderInput,
          description: 'Their order: by start, newest first, when not given.',
        }),
      },
      resolve: async (_root, { filter, orderBy, ...args }, { store }) => {
        const order = sessionOrder(orderBy);
        const name = `sessions:${order.field}:${order.direction}`;
        const admitted = filter ?? {};
        return toConnection(
          await store.sessionPage(admitted, order, pageRequest(args, name, orderCursor(order))),
          name,
          () => store.sessionTotal(admitted),
        );
      },
    },
    SessionConnection,
  ),
  resolveTitle: t.field({
    type: Session,
    nullable: true,
    description:
      'The session that a title names: among those titled exactly so or `title #N`, the one that started last. Null when there is none.',
    args: {
      title: t.arg.string({ required: true, description: 'A title; letters in their case.' }),
    },
    resolve: (_root, { title }, { store }) => store.sessionByTitle(title),
  }),
  nextTitle: t.string({
    description:
      'The title for a continuation: without a trailing ` #N`, the title itself if no session of its line has it, else ` #N` one above the highest in use.',
    args: { title: t.arg.string({ required: true, description: 'A title, numbered or not.' }) },
    resolve: (_root, { title }, { store }) => store.nextTitle(title),
  }),
}));
