/** Message ids from `low` to `high`, both included. */
export interface Range {
  low: number;
  high: number;
}

/** Whether no id is in a range. */
export function isEmptyRange({ low, high }: Range): boolean {
  return low > high;
}

/** Whether an id is in a range. */
export function isInside({ low, high }: Range, id: number): boolean {
  return id >= low && id <= high;
}

/** What two ranges share; it may be empty. */
export function overlap(a: Range, b: Range): Range {
  return { low: Math.max(a.low, b.low), high: Math.min(a.high, b.high) };
}

/** From the smallest to the greatest of some ids; of none, an empty range. */
export function rangeOf(ids: readonly number[]): Range {
  return {
    low: ids.reduce((a, b) => Math.min(a, b), Infinity),
    high: ids.reduce((a, b) => Math.max(a, b), -Infinity),
  };
}

/** Ranges in order, those joined that lie no more than `near` ids apart. */
export function joinRanges(ranges: readonly Range[], near = 0): Range[] {
  const joined: Range[] = [];
  for (const { low, high } of [...ranges].sort((a, b) => a.low - b.low)) {
    const last = joined.at(-1);
    if (last !== undefined && low - last.high <= near + 1) last.high = Math.max(last.high, high);
    else joined.push({ low, high });
  }
  return joined;
}
