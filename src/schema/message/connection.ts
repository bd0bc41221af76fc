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

const MESSAGE_ID_ORDER = 'message-id';

/** A page of a transcript: the messages of one session, or of all sessions of a conversation. */
export async function messageConnection(
  { loaders }: Context,
  sessionIds: readonly string[],
  filter: MessageFilter,
  args: ConnectionArguments,
) {
  const page = pageRequest(args, MESSAGE_ID_ORDER, ['number']);
  return toConnection(
    await loaders.messagePage({ filter, page }).load(sessionIds),
    MESSAGE_ID_ORDER,
    () => loaders.messageTotal({ filter }).load(sessionIds),
  );
}
