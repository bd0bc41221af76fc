import type { CursorKey, Page, PageRequest } from '../../domain/paging.js';
import { clause, type Clause } from './clause.js';
import type { Row } from './decode.js';
import { boundPart, keyPart } from './key-parts.js';
import type { Sql } from './sql.js';

/**
 * An order that pages by keyset: rows that have the sort value, in its direction, then the rows
 * without one, each part ending with a unique key in the same direction.
 */
export interface KeysetOrder {
  /** The sort value. */
  value: string;
  /** Whether a row has it, and whether it has none; written so that an index of the value helps. */
  has: string;
  hasNot: string;
  /** The unique tiebreak. */
  unique: string;
  direction: 'ASC' | 'DESC';
}

/** What is paged: a select list, where it comes from, and which rows of it count. */
export interface KeysetSource {
  /** Common table expressions that `from` names. */
  tables?: string;
  columns: string;
  from: string;
  where: Clause;
}

/** One page in one statement, whatever the size of what lies before it. */
export function keysetPage<Item>(
  sql: Sql,
  source: KeysetSource,
  order: KeysetOrder,
  page: PageRequest,
  decode: (row: Row) => Item,
): Page<Item> {
  const valued = part(source, order, page, true);
  const valueless = part(source, order, page, false);
  const parts = page.fromEnd ? [valueless, valued] : [valued, valueless];
  const tables = source.tables === undefined ? '' : `WITH ${source.tables} `;
  const rows = sql.all(
    `${tables}${parts.map((one) => `SELECT *, ${BYTES} FROM (${one.sql})`).join(' UNION ALL ')} ${LIMIT}`,
    ...parts.flatMap((one) => one.values),
    page.limit + 1,
  );
  return toPage(rows, page, (row) => ({
    row: decode(row),
    key: [
      keyPart(row['keyset_value'], row['keyset_value_bytes']),
      keyPart(row['keyset_unique'], row['keyset_unique_bytes']),
    ],
  }));
}

/**
 * A limit that is bound. Where it is a bare parameter SQLite plans by its value, and so prepares the
 * statement anew each time that it is bound, which takes longer than most pages.
 */
export const LIMIT = 'LIMIT ? + 0';

const BYTES = 'hex(keyset_value) AS keyset_value_bytes, hex(keyset_unique) AS keyset_unique_bytes';

/** The rows of `limit + 1` turned to their order, cut to the page, with what lies on either side. */
export function toPage<Item>(
  rows: readonly Row[],
  page: PageRequest,
  item: (row: Row) => { row: Item; key: CursorKey },
): Page<Item> {
  const more = rows.length > page.limit;
  const items = rows.slice(0, page.limit).map(item);
  if (page.fromEnd) items.reverse();
  return {
    items,
    hasNextPage: page.fromEnd ? page.before !== null : more,
    hasPreviousPage: page.fromEnd ? more : page.after !== null,
  };
}

function part(
  source: KeysetSource,
  order: KeysetOrder,
  page: PageRequest,
  valued: boolean,
): Clause {
  const ascending = (order.direction === 'ASC') !== page.fromEnd;
  const direction = ascending ? 'ASC' : 'DESC';
  const bounds = [
    ...bound(order, page.after, order.direction === 'ASC' ? '>' : '<', valued),
    ...bound(order, page.before, order.direction === 'ASC' ? '<' : '>', valued),
  ];
  const conditions = [clause(valued ? order.has : order.hasNot), source.where, ...bounds];
  const sort = valued ? `keyset_value ${direction}, ` : '';
  return {
    sql: `SELECT ${source.columns}, ${valued ? order.value : 'NULL'} AS keyset_value,
      ${order.unique} AS keyset_unique FROM ${source.from}
      WHERE ${conditions.map((one) => `(${one.sql})`).join(' AND ')}
      ORDER BY ${sort}keyset_unique ${direction} ${LIMIT}`,
    values: [...conditions.flatMap((one) => one.values), page.limit + 1],
  };
}

/** Which rows of one part lie beyond a position. The part with values comes first in every order. */
function bound(
  order: KeysetOrder,
  key: CursorKey | null,
  beyond: '<' | '>',
  valued: boolean,
): Clause[] {
  if (key === null) return [];
  const value = key[0] ?? null;
  const unique = boundPart(key[1] ?? null);
  const isAfter = (beyond === '>') === (order.direction === 'ASC');
  if (value === null) {
    if (valued) return isAfter ? [clause('0')] : [];
    return [clause(`${order.unique} ${beyond} ${unique.sql}`, ...unique.values)];
  }
  if (!valued) return isAfter ? [] : [clause('0')];
  const bound = boundPart(value);
  return [
    clause(
      `(${order.value}, ${order.unique}) ${beyond} (${bound.sql}, ${unique.sql})`,
      ...bound.values,
      ...unique.values,
    ),
  ];
}
