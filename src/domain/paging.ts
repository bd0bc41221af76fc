import { BadUserInputError } from './errors.js';

export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 200;

/** What a position in a keyset order is made of: the sort values, then the unique tiebreak. */
export type CursorKey = readonly (string | number | null)[];

/** One page of a keyset order: `limit` rows from one end, between two positions (both exclusive). */
export interface PageRequest {
  limit: number;
  /** Whether `limit` counts from the end of the order (`last`) instead of its start (`first`). */
  fromEnd: boolean;
  after: CursorKey | null;
  before: CursorKey | null;
}

/** Rows in the order asked for, each with the position that continues from it. */
export interface Page<Row> {
  items: { row: Row; key: CursorKey }[];
  hasNextPage: boolean;
  hasPreviousPage: boolean;
}

/** The page arguments of a Relay connection, as a client gives them. */
export interface ConnectionArguments {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
}

/** What each part of an order's cursors is; the parts before the last, unique one may be null. */
export type CursorShape = readonly ('string' | 'number')[];

/**
 * The page that connection arguments ask for. `order` names the order; a cursor of another order or
 * shape is refused, for it would silently start somewhere else.
 *
 * @throws BadUserInputError for negative or too large sizes, both `first` and `last`, bad cursors.
 */
export function pageRequest(
  args: ConnectionArguments,
  order: string,
  shape: CursorShape,
): PageRequest {
  const { first, last } = args;
  if (typeof first === 'number' && typeof last === 'number') {
    throw new BadUserInputError('Give `first` or `last`, not both.');
  }
  const fromEnd = typeof last === 'number';
  const size = (fromEnd ? last : first) ?? DEFAULT_PAGE_SIZE;
  return {
    limit: pageSize(fromEnd ? 'last' : 'first', size),
    fromEnd,
    after: args.after == null ? null : decodeCursor(args.after, order, shape),
    before: args.before == null ? null : decodeCursor(args.before, order, shape),
  };
}

/**
 * Checks a page size: 0 is a legal empty page.
 *
 * @throws BadUserInputError when negative or above the maximum; never a silent cut.
 */
export function pageSize(name: string, size: number, max: number = MAX_PAGE_SIZE): number {
  if (size < 0) throw new BadUserInputError(`\`${name}\` is ${size}; it must not be negative.`);
  if (size > max) {
    throw new BadUserInputError(`\`${name}\` is ${size}; the most is ${max}.`);
  }
  return size;
}

/** An opaque cursor for a position in the order called `order`. */
export function encodeCursor(order: string, key: CursorKey): string {
  return Buffer.from(JSON.stringify([order, ...key])).toString('base64url');
}

function decodeCursor(cursor: string, order: string, shape: CursorShape): CursorKey {
  const [name, ...key] = parseCursor(cursor);
  if (name === order && hasShape(key, shape)) return key;
  throw new BadUserInputError(
    name === undefined || name === order
      ? `${JSON.stringify(cursor.slice(0, 80))} is not a cursor of this server; page on with the \`endCursor\` or \`startCursor\` of a page.`
      : `${JSON.stringify(cursor.slice(0, 80))} is a cursor of another list or order; page on with the cursors of this one.`,
  );
}

function hasShape(key: CursorKey, shape: CursorShape): boolean {
  const unique = shape.length - 1;
  return (
    key.length === shape.length &&
    key.every((part, at) => typeof part === shape[at] || (part === null && at < unique))
  );
}

/** The parts of a cursor, the name of its order first; none when it is no cursor at all. */
function parseCursor(cursor: string): CursorKey {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) && value.every(isKeyPart) ? value : [];
  } catch {
    return [];
  }
}

function isKeyPart(value: unknown): value is string | number | null {
  return value === null || typeof value === 'string' || Number.isFinite(value);
}
