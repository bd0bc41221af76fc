import { InvalidInputError } from '../../../domain/errors.js';
import type { UsageRecord } from '../../../domain/writes.js';
import { clause, type Clause } from '../clause.js';
import type { Tx } from '../sql.js';

/** A number to be recorded: its column, the field that it was given in, and what becomes of both. */
interface RecordedNumber {
  column: string;
  field: string;
  value: number | bigint;
  assignment: Clause;
}

const TOKENS = [
  ['input_tokens', 'inputTokens'],
  ['output_tokens', 'outputTokens'],
  ['cache_read_tokens', 'cacheReadTokens'],
  ['cache_write_tokens', 'cacheWriteTokens'],
  ['reasoning_tokens', 'reasoningTokens'],
] as const;

/** The largest whole number that SQLite holds is one less. */
const INTEGER_LIMIT = 2 ** 63;

/**
 * The numbers of a record. A token counter that is NULL in the file stays so when something is added
 * to it; the others count from 0 on. Adding may take away, also below 0, as in Hermes.
 *
 * @throws InvalidInputError for a number that is not finite or not whole, and for a negative one that
 *   would replace what is stored
 */
export function recordedNumbers(usage: UsageRecord): RecordedNumber[] {
  const number = (column: string, field: string, value: number | bigint, stored: string) => {
    if (usage.mode === 'ADD') {
      return { column, field, value, assignment: clause(`${column} = ${stored} + ?`, value) };
    }
    if (value >= 0) return { column, field, value, assignment: clause(`${column} = ?`, value) };
    throw new InvalidInputError(
      field,
      `\`${field}\` is ${value}; what replaces a number must not be negative.`,
    );
  };
  const known = (column: string, field: string, value: number | bigint) =>
    number(column, field, value, `COALESCE(${column}, 0)`);
  const actual = dollars('actualCostUsd', usage.actualCostUsd);
  const estimated = dollars('estimatedCostUsd', usage.estimatedCostUsd) ?? 0;
  return [
    ...TOKENS.map(([column, field]) => number(column, field, whole(field, usage[field]), column)),
    known('api_call_count', 'apiCallCount', whole('apiCallCount', usage.apiCallCount)),
    known('estimated_cost_usd', 'estimatedCostUsd', estimated),
    ...(actual === null ? [] : [known('actual_cost_usd', 'actualCostUsd', actual)]),
  ];
}

/**
 * Looks at the sums after they were written: SQLite answers one that is too large with a float or
 * with infinity, and stores that. A sum that was so before is not this record's fault.
 *
 * @throws InvalidInputError, which takes the write back
 */
export function assertHeld(tx: Tx, sessionId: string, numbers: readonly RecordedNumber[]): void {
  const columns = numbers.map(({ column }) => column).join(', ');
  const row = tx.get(`SELECT ${columns} FROM sessions WHERE id = ?`, sessionId);
  for (const { column, field, value } of numbers) {
    const limit = typeof value === 'bigint' ? INTEGER_LIMIT : Infinity;
    const sum = row?.[column];
    if (typeof sum !== 'number' || Math.abs(sum) < limit || Number(value) === 0) continue;
    throw new InvalidInputError(
      field,
      `\`${field}\` is ${value}; with what is stored that is more than the file can hold.`,
    );
  }
}

/** As an integer for SQLite too: a float would round a counter beyond 2^53 that it is added to. */
function whole(field: string, value: number | null | undefined): bigint {
  if (value == null) return 0n;
  if (Number.isSafeInteger(value)) return BigInt(value);
  throw new InvalidInputError(field, `\`${field}\` is ${value}; it must be a whole number.`);
}

function dollars(field: string, value: number | null | undefined): number | null {
  if (value == null || Number.isFinite(value)) return value ?? null;
  throw new InvalidInputError(field, `\`${field}\` is ${value}; it must be a finite number.`);
}
