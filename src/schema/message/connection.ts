import type { MessageFilter } from '../../domain/message.js';
import { pageRequest, type ConnectionArguments } from '../../domain/paging.js';
import { builder } from '../builder.js';
import { toConnection } from '../paging.js';
import type { Context } from '../context.js';
import { Message } from './ref.js';

export const MessageConnection = builder.connectionObject(
  { type: Message, name: 'MessageConnection', description: 'A page of messages.' },
  { name: 'MessageEdge', description: 'A message and its cursor.' },
);

/**
 * A page of a transcript: the messages of one session, or of all sessions of a conversation. Its name
 * is in its cursors, for a place in one transcript is none in another.
 */
export async function messageConnection(
  { loaders }: Context,
  transcript: string,
  sessionIds: readonly string[],
  filter: MessageFilter,
  args: ConnectionArguments,
) {
  const order = `message-id:${transcript}`;
  const page = pageRequest(args, order, ['number']);
  return toConnection(await loaders.messagePage({ filter, page }).load(sessionIds), order, () =>
    loaders.messageTotal({ filter }).load(sessionIds),
  );
}
