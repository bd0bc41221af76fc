import type { SessionRow } from '../../domain/session.js';
import { sessionUsage, totalTokens } from '../../domain/usage.js';
import { compact, grouped, NAME_WIDTH, table } from './text.js';
import { cutTo, displayWidth, safeText } from './width.js';

/** A title that would get less room than this is left out. */
const LEAST_TITLE = 8;
const GAP = 2;

/** Lines of so many columns: id, tokens and title. Of an id nothing is cut while anything else can be. */
export function topSessionLines(sessions: readonly SessionRow[], columns: number): string[] {
  const tokens = sessions.map((session) => totalTokens(sessionUsage(session)));
  const ids = sessions.map(({ id }) => safeText(id, NAME_WIDTH));
  const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(displayWidth));
  const roomBeside = (numbers: readonly string[]) =>
    columns - widest(ids) - widest(numbers) - 2 * GAP;
  const long = tokens.map(grouped);
  const numbers = roomBeside(long) >= LEAST_TITLE ? long : tokens.map(compact);
  const room = roomBeside(numbers);
  return table(
    sessions.map(({ title }, place) => [
      ids[place] ?? '',
      { right: numbers[place] ?? '' },
      ...(room < LEAST_TITLE ? [] : [cutTo(safeText(title ?? '', NAME_WIDTH), room)]),
    ]),
    columns,
  );
}
