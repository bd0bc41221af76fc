import type { CursorKey } from '../../domain/paging.js';
import { clause, type Clause } from './clause.js';

type KeyPart = CursorKey[number];

/** What begins a part that holds bytes: text of its own begins so nowhere, for it is taken as bytes. */
const AS_TEXT = '\u0000text:';
const AS_BLOB = '\u0000blob:';
const REPLACED = '\uFFFD';

/**
 * What a cursor holds for a value of SQLite, so that the same value is bound again. JavaScript cannot
 * hold every text: ill-formed UTF-8 is read with U+FFFD in it. Such text, and a BLOB, go as their bytes.
 *
 * @param hex the bytes of the value, as SQLite's `hex` writes them
 */
export function keyPart(value: unknown, hex: unknown): KeyPart {
  if (typeof value === 'number') return value;
  if (value instanceof Uint8Array) return `${AS_BLOB}${String(hex)}`;
  if (typeof value !== 'string') return null;
  const isExact = !value.includes(REPLACED) && !value.startsWith('\u0000');
  return isExact ? value : `${AS_TEXT}${String(hex)}`;
}

/** A part of a cursor as an expression with what it binds. */
export function boundPart(part: KeyPart): Clause {
  if (typeof part !== 'string') return clause('?', part);
  if (part.startsWith(AS_TEXT)) return clause('CAST(? AS TEXT)', bytes(part, AS_TEXT));
  if (part.startsWith(AS_BLOB)) return clause('?', bytes(part, AS_BLOB));
  return clause('?', part);
}

function bytes(part: string, prefix: string): Uint8Array {
  return Buffer.from(part.slice(prefix.length), 'hex');
}
