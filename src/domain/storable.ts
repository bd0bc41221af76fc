import { createHash } from 'node:crypto';
import { encodeContent } from './content.js';
import { InvalidInputError } from './errors.js';
import { dumpPythonJson, type JsonValue } from './python-json.js';
import { isWellFormed, pythonStrip, replaceLoneSurrogates } from './text.js';

/** Input text of one field above this holds the write lock for seconds, because of the indexes. */
export const MAX_TEXT_BYTES = 8 * 1024 * 1024;

/**
 * Text as it may be written: half an emoji (a lone surrogate) becomes U+FFFD, for Python cannot read
 * a row that holds one.
 *
 * @throws InvalidInputError for U+0000, at which SQLite's text functions stop, and above 8 MiB
 */
export function storableText(field: string, text: string): string {
  if (text.includes('\u0000')) {
    throw new InvalidInputError(field, `\`${field}\` holds the character U+0000; remove it.`);
  }
  return withinLimit(field, replaceLoneSurrogates(text));
}

/**
 * A session id, or another name, that is to be made or looked up: as given, since a repaired one would
 * name another session.
 *
 * @throws InvalidInputError when it is blank or holds half an emoji (a lone surrogate)
 */
export function exactName(field: string, name: string): string {
  if (isWellFormed(name)) return notBlank(field, name);
  throw new InvalidInputError(
    field,
    `\`${field}\` is ${JSON.stringify(name)}, which holds half of a character; give the whole text.`,
  );
}

/**
 * Text that must say something, as given.
 *
 * @throws InvalidInputError when it is empty or whitespace alone
 */
export function notBlank(field: string, text: string): string {
  if (pythonStrip(text) !== '') return text;
  throw new InvalidInputError(
    field,
    `\`${field}\` is ${JSON.stringify(text)}; it must not be blank.`,
  );
}

/** Like `storableText`, with null for null and for what was not given. */
export function storableTextOrNull(field: string, text: string | null | undefined): string | null {
  return text == null ? null : storableText(field, text);
}

/**
 * A JSON column's text as Python writes it; NULL for what Python holds for false.
 *
 * @throws InvalidInputError for what is no JSON, nested too deep, or above 8 MiB
 */
export function storableJson(field: string, value: JsonValue | undefined): string | null {
  if (isFalsy(value)) return null;
  return withinLimit(
    field,
    dumped(field, () => dumpPythonJson(value)),
  );
}

/**
 * A JSON column that Hermes reads as an object; NULL for none and for an empty one.
 *
 * @throws InvalidInputError for any other value
 */
export function storableObject(field: string, value: JsonValue | undefined): string | null {
  if (value != null && (typeof value !== 'object' || Array.isArray(value))) {
    throw new InvalidInputError(field, `\`${field}\` must be a JSON object or null.`);
  }
  return storableJson(field, value);
}

/** The content column's value: text, or the structured form of a list or an object. */
export function storableContent(field: string, content: JsonValue | undefined): string | null {
  if (content === undefined || content === null) return null;
  if (typeof content === 'string') return storableText(field, content);
  return withinLimit(
    field,
    dumped(field, () => String(encodeContent(content))),
  );
}

/**
 * The key of `state_meta` under which the row of an idempotent append is kept.
 *
 * @throws InvalidInputError for an empty key, which would make all appends one
 */
export function idempotencyMetaKey(sessionId: string, key: string): string {
  if (key === '') {
    throw new InvalidInputError(
      'idempotencyKey',
      '`idempotencyKey` is empty. Leave it out, or give a text that names this append.',
    );
  }
  const digest = createHash('sha256')
    .update(JSON.stringify([sessionId, key]))
    .digest('hex');
  return `${IDEMPOTENCY_PREFIX}${digest}`;
}

/** What the keys of `state_meta` that are ours start with. */
export const OWN_PREFIX = 'hermes-graphql:';

export const IDEMPOTENCY_PREFIX = `${OWN_PREFIX}append:`;

function dumped(field: string, dump: () => string): string {
  try {
    return dump();
  } catch (error) {
    if (error instanceof RangeError) {
      throw new InvalidInputError(field, `\`${field}\` is nested too deep to store.`);
    }
    if (error instanceof TypeError) {
      throw new InvalidInputError(field, `\`${field}\` holds what is no JSON: ${error.message}`);
    }
    throw error;
  }
}

function withinLimit(field: string, text: string): string {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_TEXT_BYTES) {
    throw new InvalidInputError(
      field,
      `\`${field}\` is ${bytes} bytes; the most is ${MAX_TEXT_BYTES}. Split it over several messages.`,
    );
  }
  return text;
}

function isFalsy(value: JsonValue | undefined): value is null | undefined | false | 0 | '' {
  if (value === undefined || value === null || value === false || value === 0 || value === '') {
    return true;
  }
  return typeof value === 'object' && Object.keys(value).length === 0;
}
