import { pageRequest } from '../../domain/paging.js';
import { builder } from '../builder.js';
import { toConnection } from '../paging.js';
import { SessionFilterInput } from '../session/filter.js';
import { orderCursor, sessionOrder, SessionOrderInput } from '../session/order.js';
import { Conversation } from './ref.js';

const ConversationConnection = builder.connectionObject(
  { type: Conversation, name: 'ConversationConnection', description: 'A page of conversations.' },
  { name: 'ConversationEdge', description: 'A conversation and its cursor.' },
);

builder.queryField('conversations', (t) =>
  t.connection(
    {
      type: Conversation,
      description:
        'Chats as people see them: every session that is no delegate is in exactly one of them. Roots, branches and resets begin one, and so does what came otherwise from a session that had ended; continuations belong to the one that they continue. Of sessions that are each other’s parents in a circle, the one that started first begins it. Filters and orders take ids, source, user, parent and start from the first session, and title, model, provider, end, state and last activity from the last one; counts, tokens and cost are sums.',
      args: {
        filter: t.arg({
          type: SessionFilterInput,
          description: 'Only conversations that it admits.',
        }),
        orderBy: t.arg({
          type: SessionOrderInput,
          description: 'Their order: by last activity, newest first, when not given.',
        }),
      },
      resolve: async (_root, { filter, orderBy, ...args }, { store }) => {
        const order = sessionOrder(orderBy, { field: 'LAST_ACTIVE_AT', direction: 'DESC' });
        const name = `conversations:${order.field}:${order.direction}`;
        const admitted = filter ?? {};
        return toConnection(
          await store.conversationPage(
            admitted,
            order,
            pageRequest(args, name, orderCursor(order)),
          ),
          name,
          () => store.conversationTotal(admitted),
        );
      },
    },
    ConversationConnection,
  ),
);
