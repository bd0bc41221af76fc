import type { ConversationRow } from '../../domain/conversation.js';
import { SessionNotFoundError } from '../../domain/errors.js';
import type { SessionRow } from '../../domain/session.js';
import type { ConversationSums } from '../../loaders/conversations.js';
import type { Context } from '../context.js';

/** The ids of a conversation's sessions, first to last; the same list each time in a request. */
export function segmentIds(
  { head_id: head }: ConversationRow,
  { loaders }: Context,
): Promise<readonly string[]> {
  return loaders.segmentIds.load(head);
}

/**
 * What a conversation's sessions come to together.
 *
 * @throws SessionNotFoundError when they were deleted while the request ran
 */
export async function sums(
  { head_id: head }: ConversationRow,
  { loaders }: Context,
): Promise<ConversationSums> {
  const known = await loaders.conversationSums.load(head);
  if (known === null) throw new SessionNotFoundError(head);
  return known;
}

/** The first session of a conversation. Throws like `sums`. */
export function root({ head_id: head }: ConversationRow, context: Context): Promise<SessionRow> {
  return existing(head, context);
}

/** The session that a conversation goes on in. Throws like `sums`. */
export async function tip(
  { head_id: head }: ConversationRow,
  context: Context,
): Promise<SessionRow> {
  return existing((await context.loaders.segmentIds.load(head)).at(-1) ?? head, context);
}

async function existing(id: string, { loaders }: Context): Promise<SessionRow> {
  const session = await loaders.session.load(id);
  if (session === null) throw new SessionNotFoundError(id);
  return session;
}
