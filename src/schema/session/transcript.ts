import { builder } from '../builder.js';
import { messageConnection, MessageConnection } from '../message/connection.js';
import { MessageFilterInput } from '../message/filter.js';
import { Message } from '../message/ref.js';
import { Session } from './ref.js';

/** What was said in a session. */
builder.objectFields(Session, (t) => ({
  messages: t.connection(
    {
      type: Message,
      description:
        'The messages, in the order of their ids. `last: 50` gives the newest fifty, still oldest first.',
      args: {
        filter: t.arg({ type: MessageFilterInput, description: 'Only messages that it admits.' }),
      },
      resolve: ({ id }, { filter, ...page }, context) =>
        messageConnection(context, [id], filter ?? {}, page),
    },
    MessageConnection,
  ),
}));
