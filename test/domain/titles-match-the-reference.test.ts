import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidTitleError } from '../../src/domain/errors.js';
import { MAX_TITLE_LENGTH, cleanTitle } from '../../src/domain/title.js';
import { countCodePoints } from '../../src/domain/text.js';
import { golden } from './golden.js';

interface TitleCase {
  title: string | null;
  sanitized?: string | null;
  error?: string;
}

const { cases } = golden('titles') as { cases: TitleCase[] };
const anyTitle = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(' ', '\t', '\u0000', '\u001f', '\u200b', '\u2029', '\ufeff', '\u3000', '🚀'),
    )
    .map((parts) => parts.join('')),
);

describe('cleaning', () => {
  test.each(cases.filter((each) => each.error === undefined))(
    '$title becomes $sanitized',
    ({ title, sanitized }) => {
      expect(cleanTitle(title)).toBe(sanitized);
    },
  );

  test.each(cases.filter((each) => each.error !== undefined))(
    'a title that stays too long is refused: $error',
    ({ title, error }) => {
      expect(() => cleanTitle(title)).toThrow(new InvalidTitleError(`${error}.`));
    },
  );

  test('exactly the control and invisible characters of the rule are deleted', () => {
    const ranges = [
      [0x00, 0x08],
      [0x0b, 0x0c],
      [0x0e, 0x1f],
      [0x7f, 0x7f],
      [0x200b, 0x200f],
      [0x2028, 0x202e],
      [0x2060, 0x2069],
      [0xfeff, 0xfeff],
      [0xfffc, 0xfffc],
      [0xfff9, 0xfffb],
    ] as const;
    const wrong = [];
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) {
      if (codePoint >= 0xd800 && codePoint <= 0xdfff) continue;
      const deleted = cleanTitle(`a${String.fromCodePoint(codePoint)}b`) === 'ab';
      const expected = ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
      if (deleted !== expected) wrong.push(codePoint.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  test('half an emoji becomes U+FFFD, since Python could not read it', () => {
    expect(cleanTitle('a\uD83D')).toBe('a\uFFFD');
  });

  test('the length is counted after cleaning, in code points', () => {
    expect(cleanTitle(` ${'🚀'.repeat(MAX_TITLE_LENGTH)}\u200b `)).toBe('🚀'.repeat(100));
    expect(() => cleanTitle('🚀'.repeat(101))).toThrow('Title too long (101 chars, max 100).');
  });

  test('a clean title is clean, well formed, trimmed and short enough', () => {
    fc.assert(
      fc.property(anyTitle, (title) => {
        const cleaned = cleanTitle(title);
        if (cleaned === null) return;
        expect(cleanTitle(cleaned)).toBe(cleaned);
        expect(cleaned).not.toBe('');
        expect(countCodePoints(cleaned)).toBeLessThanOrEqual(MAX_TITLE_LENGTH);
      }),
      { numRuns: 1000 },
    );
  });
});
