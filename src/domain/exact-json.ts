import type { JsonValue } from './python-json.js';

/**
 * JSON as Python reads it, with what JavaScript's own values would lose: `1.0` stays a float, a big
 * integer keeps its digits, and an object keeps the order of keys that look like numbers.
 */
export type ExactJson =
  null | boolean | number | bigint | string | PythonFloat | ExactJson[] | Map<string, ExactJson>;

/** A float whose value is a whole number (`1.0`, `1e+22`, `-0.0`): Python keeps it apart from `1`. */
export class PythonFloat {
  constructor(readonly value: number) {}
}

/**
 * How deep lists and objects may lie in each other. Python's reader stops at 1,000 less the calls
 * that it is in, and fails the whole read; what we write must stay well below that.
 */
export const MAX_JSON_DEPTH = 500;

/** Python reads no whole number of more digits. */
const MAX_INTEGER_DIGITS = 4300;

/**
 * Reads what Python's `json.loads` reads: JSON, and also NaN, Infinity and -Infinity. Throws
 * SyntaxError for anything else and for more than MAX_JSON_DEPTH levels; the message gives the
 * position and nothing of the text, which is private.
 */
export function parseExactJson(text: string): ExactJson {
  return new Reader(text).readDocument();
}

/** The same as ordinary values: floats and big integers become numbers, maps become objects. */
export function toPlainJson(value: ExactJson): JsonValue {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof PythonFloat) return value.value;
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([key, item]) => [key, toPlainJson(item)]));
  }
  return Array.isArray(value) ? value.map(toPlainJson) : value;
}

const BLANKS = /[ \t\n\r]*/y;
const UNESCAPED = /[ !#-[\]-\uFFFF]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const WORDS: readonly (readonly [string, ExactJson])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
];

class Reader {
  private position = 0;

  constructor(private readonly text: string) {}

  readDocument(): ExactJson {
    const value = this.readValue(0);
    if (this.position < this.text.length) this.fail();
    return value;
  }

  /** Reads one value and the blanks around it. */
  private readValue(depth: number): ExactJson {
    this.skip(BLANKS);
    const value = this.readBareValue(depth);
    this.skip(BLANKS);
    return value;
  }

  private readBareValue(depth: number): ExactJson {
    switch (this.text.charAt(this.position)) {
      case '"':
        return this.readString();
      case '[':
        return this.readList(depth);
      case '{':
        return this.readObject(depth);
    }
    const word = WORDS.find(([spelling]) => this.text.startsWith(spelling, this.position));
    if (word === undefined) return this.readNumber();
    this.position += word[0].length;
    return word[1];
  }

  private readList(depth: number): ExactJson[] {
    const items: ExactJson[] = [];
    this.readItems(']', depth, () => items.push(this.readValue(depth + 1)));
    return items;
  }

  private readObject(depth: number): Map<string, ExactJson> {
    const entries = new Map<string, ExactJson>();
    this.readItems('}', depth, () => {
      this.skip(BLANKS);
      const key = this.readString();
      this.skip(BLANKS);
      if (!this.accept(':')) this.fail();
      entries.set(key, this.readValue(depth + 1));
    });
    return entries;
  }

  private readItems(closing: string, depth: number, readItem: () => void): void {
    if (depth === MAX_JSON_DEPTH) this.fail();
    this.position += 1;
    this.skip(BLANKS);
    if (this.accept(closing)) return;
    do readItem();
    while (this.accept(','));
    if (!this.accept(closing)) this.fail();
  }

  private readString(): string {
    const start = this.position;
    if (!this.accept('"')) this.fail();
    let escaped = false;
    this.skip(UNESCAPED);
    while (this.text[this.position] === '\\') {
      escaped = true;
      this.position += 2;
      this.skip(UNESCAPED);
    }
    if (!this.accept('"')) this.fail();
    return escaped ? this.unescape(start) : this.text.slice(start + 1, this.position - 1);
  }

  private unescape(start: number): string {
    try {
      return String(JSON.parse(this.text.slice(start, this.position)));
    } catch {
      return this.fail();
    }
  }

  private readNumber(): ExactJson {
    NUMBER.lastIndex = this.position;
    const match = NUMBER.exec(this.text);
    if (match === null) return this.fail();
    const [digits, fraction, exponent] = match;
    const value = Number(digits);
    if (fraction !== undefined || exponent !== undefined) {
      this.position += digits.length;
      return Number.isInteger(value) ? new PythonFloat(value) : value;
    }
    if (digits.length > MAX_INTEGER_DIGITS) this.fail();
    this.position += digits.length;
    return Number.isSafeInteger(value) ? value + 0 : BigInt(digits);
  }

  private accept(character: string): boolean {
    if (this.text[this.position] !== character) return false;
    this.position += 1;
    return true;
  }

  private skip(pattern: RegExp): void {
    pattern.lastIndex = this.position;
    this.position = pattern.test(this.text) ? pattern.lastIndex : this.text.length;
  }

  private fail(): never {
    throw new SyntaxError(`Not JSON at position ${this.position}.`);
  }
}
