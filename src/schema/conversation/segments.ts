import type { ConversationRow } from '../../domain/conversation.js';
import { SessionNotFoundError } from '../../domain/errors.js';
import type { SessionRow } from '../../domain/session.js';
import type { Context } from '../context.js';

/** The ids of a conversation's sessions, first to last. */
export async function segmentIds(
  { head_id: head }: ConversationRow,
  { loaders }: Context,
): Promise<string[]> {
  return [head, ...(await loaders.continuationIds.load(head))];
}

/**
 * A conversation's sessions, first to last; never none.
 *
 * @throws SessionNotFoundError when it was deleted while the request ran
 */
export async function segments(
  conversation: ConversationRow,
  context: Context,
): Promise<[SessionRow, ...SessionRow[]]> {
  const rows = await context.loaders.session.loadMany(await segmentIds(conversation, context));
  const [first, ...rest] = rows.filter((session) => session !== null);
  if (first === undefined) throw new SessionNotFoundError(conversation.head_id);
  return [first, ...rest];
}

/** The first session of a conversation. */
export async function root(conversation: ConversationRow, context: Context): Promise<SessionRow> {
  const session = await context.loaders.session.load(conversation.head_id);
  if (session === null) throw new SessionNotFoundError(conversation.head_id);
  return session;
}

/** The session that a conversation goes on in. */
export async function tip(conversation: ConversationRow, context: Context): Promise<SessionRow> {
  const [first, ...rest] = await segments(conversation, context);
  return rest.at(-1) ?? first;
}
