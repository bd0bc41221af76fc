import { builder } from '../builder.js';
import { messageConnection, MessageConnection } from '../message/connection.js';
import { MessageFilterInput } from '../message/filter.js';
import { Message } from '../message/ref.js';
import { pageSize } from '../../domain/paging.js';
import { MessageWindow } from '../message/window.js';
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
        messageConnection(context, `session:${id}`, [id], filter ?? {}, page),
    },
    MessageConnection,
  ),
  messagesAround: t.field({
    type: MessageWindow,
    nullable: true,
    description:
      'A message of this session and its neighbours, for jumping to a search hit. Null when the session has no such message.',
    args: {
      messageId: t.arg({ type: 'SafeInt', required: true, description: 'Its `messageId`.' }),
      window: t.arg.int({
        defaultValue: 5,
        description: 'So many messages on each side, 200 at most.',
      }),
    },
    resolve: ({ id }, { messageId, window }, { loaders }) =>
      loaders
        .messagesAround({ window: pageSize('window', window ?? 5) })
        .load({ session_id: id, id: messageId }),
  }),
  replay: t.field({
    type: ['JSON'],
    description:
      'The messages as Hermes sends them to a model again: recalled memory taken out, fields as the OpenAI API names them. All of them in one answer, 20,000 and 64 MiB at most for all sessions that a request replays at once: beyond that it is BAD_USER_INPUT, and `messages` pages through transcripts of any length.',
    args: {
      includeAncestors: t.arg.boolean({
        defaultValue: false,
        description: 'With the messages of all ancestors, each user message once.',
      }),
    },
    resolve: ({ id }, { includeAncestors }, { loaders }) =>
      loaders.replay({ includeAncestors: includeAncestors ?? false }).load(id),
  }),
}));
