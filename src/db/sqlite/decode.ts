import { EARLIEST_TIME, LATEST_TIME } from '../../domain/time.js';

/**
 * What SQLite hands out is checked here, once: any column of a file may hold any type. No function
 * throws; a value of the wrong kind becomes the nearest harmless one.
 */
export type Row = Readonly<Record<string, unknown>>;

const utf8 = new TextDecoder();

/** A row object as the driver returns it. */
export function row(value: unknown): Row {
  if (!isRow(value)) throw new TypeError('SQLite returned no row.');
  return value;
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null;
}

/** Text; numbers as their digits, BLOBs read as UTF-8 with U+FFFD for what is none, NULL as null. */
export function textOrNull(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return value instanceof Uint8Array ? utf8.decode(value) : null;
}

/** Like `textOrNull`, with '' for NULL. */
export function text(value: unknown): string {
  return textOrNull(value) ?? '';
}

/** Text or a BLOB as it is, for message content. */
export function content(value: unknown): string | Uint8Array | null {
  return value instanceof Uint8Array ? value : textOrNull(value);
}

/** Epoch seconds, or null where the value is no time between the years 1 and 9999. */
export function time(value: unknown): number | null {
  return typeof value === 'number' && value >= EARLIEST_TIME && value <= LATEST_TIME ? value : null;
}

/** A counter: a whole number, held within ±(2^53 − 1); NULL and text count 0. */
export function count(value: unknown): number {
  return countOrNull(value) ?? 0;
}

/** Like `count`, with null for NULL and text. */
export function countOrNull(value: unknown): number | null {
  if (typeof value !== 'number' || Number.isNaN(value)) return null;
  const whole = Math.trunc(value);
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, whole));
}

/** A finite number, or null. */
export function realOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A flag column, or null where the file has none. */
export function flagOrNull(value: unknown): boolean | null {
  return typeof value === 'number' ? value !== 0 : null;
}
