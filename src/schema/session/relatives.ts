import { pageSize } from '../../domain/paging.js';
import type { SessionRow } from '../../domain/session.js';
import { ENDED, type Context } from '../context.js';
import { LIMITS, limitError } from '../limits.js';

/** The most sessions that a list of relatives holds. */
export const MOST_RELATIVES = 1000;

/** How many relatives a `first` asks for. Throws BadUserInputError above the most, and below zero. */
export function relativeCount(first: number): number {
  return pageSize('first', first, MOST_RELATIVES);
}

/** The same for a list that is about to be read. Throws ENDED where the answer holds too many. */
export function listSize(context: Context, first: number): number {
  const size = relativeCount(first);
  assertRoom(context);
  return size;
}

/** The sessions with these ids; one that went meanwhile is left out. */
export async function sessions(
  { loaders }: Context,
  ids: readonly string[],
): Promise<SessionRow[]> {
  const found = await loaders.session.loadMany(ids);
  return found.filter((session) => session !== null);
}

/** The same for a list of relatives. Throws like `counted`. */
export function relatives(context: Context, ids: readonly string[]): Promise<SessionRow[]> {
  return sessions(context, counted(context, ids));
}

/**
 * The same list, counted towards the most that lists of relatives may hold in one answer: how long
 * they are shows only here, and lists in lists multiply. Beyond the most a query ends as a whole. A
 * mutation goes on, for what it changed must be answered; only its further lists are not read.
 *
 * @throws GraphQLError with the code QUERY_TOO_COMPLEX for the first list beyond the most, ENDED for
 *   those after it
 */
export function counted<Item>(context: Context, relatives: readonly Item[]): readonly Item[] {
  assertRoom(context);
  context.relatives += relatives.length;
  if (context.relatives <= LIMITS.relatives) return relatives;
  const error = limitError(
    `The lists of relatives in the answer hold more than ${LIMITS.relatives} sessions, which is the most. Ask for fewer with \`first\`, or for a smaller page around them.`,
  );
  context.refusal.reason = error;
  if (!context.isMutation) context.ending.abort(error);
  throw error;
}

/** The session with this id; the given one when it went meanwhile. */
export async function relative(
  { loaders }: Context,
  session: SessionRow,
  id: string,
): Promise<SessionRow> {
  return (await loaders.session.load(id)) ?? session;
}

function assertRoom({ ending, relatives }: Context): void {
  if (ending.signal.aborted || relatives > LIMITS.relatives) throw ENDED;
}
