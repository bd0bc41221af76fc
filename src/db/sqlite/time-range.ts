import type { TimeRange } from '../../domain/session.js';
import { timeBound } from '../../domain/time.js';
import { clause, type Clause } from './clause.js';

/**
 * What a half-open range of time admits of an expression that is a time or NULL; nothing to hold for
 * an end that is open. Every range that a client gives goes through here, so that each compares
 * instants as they are printed.
 */
export function timeRange(expression: string, range: TimeRange | null | undefined): Clause[] {
  return [
    ...(range?.from == null ? [] : [clause(`(${expression}) >= ?`, timeBound(range.from))]),
    ...(range?.until == null ? [] : [clause(`(${expression}) < ?`, timeBound(range.until))]),
  ];
}
