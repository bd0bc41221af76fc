import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeContent, encodeContent } from '../../src/domain/content.js';
import type { JsonValue } from '../../src/domain/python-json.js';
import { golden } from './golden.js';

interface CodecGolden {
  encode: { value: JsonValue; stored: string | null; read_back: JsonValue }[];
  decode: { stored: string | null; decoded: JsonValue }[];
}

const { encode, decode } = golden('content_codec') as CodecGolden;

describe('content into the column and back', () => {
  test.each(encode)('$value is stored as $stored', ({ value, stored, read_back: readBack }) => {
    expect(encodeContent(value)).toBe(stored);
    expect(decodeContent(stored)).toEqual(readBack);
  });

  test.each(decode)('$stored is read as $decoded', ({ stored, decoded }) => {
    expect(decodeContent(stored)).toEqual(decoded === 'NaN(float)' ? NaN : decoded);
  });

  test('bytes stay bytes', () => {
    const bytes = Buffer.from([0, 1, 0xff]);
    expect(encodeContent(bytes)).toBe(bytes);
    expect(decodeContent(bytes)).toBe(bytes);
  });

  test('a lone surrogate is never written', () => {
    expect(encodeContent('a\uD83D')).toBe('a\uFFFD');
    expect(encodeContent(['\uD83D'])).toBe('\u0000json:["\\ufffd"]');
  });

  test('structured content too deep for a reader is refused', () => {
    const deep = JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as JsonValue;
    expect(() => encodeContent(deep)).toThrow(RangeError);
  });

  test('numbers that a hand-edited file holds are read as they are', () => {
    expect(decodeContent(5)).toBe(5);
    expect(decodeContent(12345678901234567890n)).toBe('12345678901234567890');
    expect(decodeContent(undefined)).toBeNull();
  });

  test('any text without the prefix and any list or object comes back whole', () => {
    const structured = fc.oneof(
      fc.array(fc.jsonValue({ stringUnit: 'grapheme' })),
      fc.dictionary(fc.string(), fc.jsonValue({ stringUnit: 'grapheme' })),
    );
    const content = fc.oneof(fc.string({ unit: 'grapheme' }), structured);
    fc.assert(
      fc.property(content, (value) => {
        expect(decodeContent(encodeContent(value as JsonValue))).toEqual(value);
      }),
    );
  });

  test('reading never throws, whatever follows the prefix', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const stored = `\u0000json:${text}`;
        expect([stored, decodeContent(stored)]).toHaveLength(2);
      }),
    );
  });
});
