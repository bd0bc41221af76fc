import {
  MAX_JSON_DEPTH,
  PythonFloat,
  parseExactJson,
  toPlainJson,
  type ExactJson,
} from './exact-json.js';
import { replaceLoneSurrogates } from './text.js';

/** JSON in ordinary JavaScript values. */
export type JsonValue =
  null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

const NOT_PRINTABLE_ASCII = /[\u007F-\uFFFF]/g;

/**
 * The text that Python's `json.dumps` makes with its defaults, which is the form of every JSON column:
 * `", "` and `": "` between things, keys in their order, all but ASCII escaped, NaN and Infinity as
 * bare words. A whole number is written without a point, as a client's JSON has it; what came from
 * `parseExactJson` keeps its form. One thing differs: a lone surrogate becomes U+FFFD, since Python
 * would read it back and then fail to encode it. Throws RangeError beyond MAX_JSON_DEPTH levels, and
 * TypeError for what no JSON can say, such as undefined: nothing else may reach the file.
 */
export function dumpPythonJson(value: JsonValue | ExactJson): string {
  return dump(value, 0);
}

/**
 * Reads what Python's `json.loads` reads, NaN and Infinity included, as ordinary values: `1.0` is 1
 * and a big integer the nearest number. Throws SyntaxError, with nothing of the text in its message.
 */
export function parsePythonJson(text: string): JsonValue {
  return toPlainJson(parseExactJson(text));
}

/**
 * A JSON column for a JSON field: null where there is no text or it is broken, and null for each NaN
 * and Infinity in it, which JSON cannot say. Never throws.
 */
export function parseJsonOrNull(text: string | null): JsonValue {
  if (text === null) return null;
  try {
    return withoutNonFinite(parsePythonJson(text));
  } catch {
    return null;
  }
}

function dump(value: JsonValue | ExactJson, depth: number): string {
  switch (typeof value) {
    case 'string':
      return dumpString(value);
    case 'number':
      return isWrittenWhole(value) ? String(value) : dumpFloat(value);
    case 'boolean':
    case 'bigint':
      return String(value);
    case 'object':
      return value === null ? 'null' : dumpObject(value, depth);
    case 'undefined':
    case 'function':
    case 'symbol':
      throw new TypeError(`JSON cannot say ${typeof value}.`);
  }
}

function dumpObject(value: Extract<JsonValue | ExactJson, object>, depth: number): string {
  if (value instanceof PythonFloat) return dumpFloat(value.value);
  if (depth === MAX_JSON_DEPTH) {
    throw new RangeError(`JSON is nested deeper than ${MAX_JSON_DEPTH} levels.`);
  }
  if (Array.isArray(value)) {
    return `[${value.map((item) => dump(item, depth + 1)).join(', ')}]`;
  }
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  const fields = entries.map(([key, item]) => `${dumpString(key)}: ${dump(item, depth + 1)}`);
  return `{${fields.join(', ')}}`;
}

function dumpString(text: string): string {
  return JSON.stringify(replaceLoneSurrogates(text)).replace(
    NOT_PRINTABLE_ASCII,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Whether JavaScript's JSON writes the number without point and exponent, so that it reads as int. */
function isWrittenWhole(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < 1e21 && !Object.is(value, -0);
}

/** Python's `repr`: the shortest digits that read back as the same float. */
function dumpFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [mantissa = '', exponentText = ''] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= 16) {
    const digits = String(Math.abs(exponent)).padStart(2, '0');
    return `${mantissa}e${exponent < 0 ? '-' : '+'}${digits}`;
  }
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

function withoutNonFinite(value: JsonValue): JsonValue {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map(withoutNonFinite);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withoutNonFinite(item)]),
  );
}
