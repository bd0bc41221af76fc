import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  PYTHON_WHITESPACE,
  countCodePoints,
  isWellFormed,
  pythonSplit,
  pythonStrip,
  replaceLoneSurrogates,
  sliceCodePoints,
} from '../../src/domain/text.js';
import { golden } from './golden.js';

const anyText = fc.string({ unit: 'binary' });
const brokenText = fc
  .array(fc.oneof(anyText, fc.constantFrom('\uD83D', '\uDE80')))
  .map((texts) => texts.join(''));
const blankOrText = fc
  .array(fc.constantFrom(' ', '\t', '\u001c', '\u0085', '\u3000', '\ufeff', 'a', '🚀'))
  .map((texts) => texts.join(''));

describe('code points', () => {
  test('a surrogate pair counts as one, a lone surrogate too', () => {
    expect(countCodePoints('')).toBe(0);
    expect(countCodePoints('aé你🚀')).toBe(4);
    expect(countCodePoints('\uD83D🚀\uDE80')).toBe(3);
  });

  test('the count is the number of characters that iteration gives, for any text', () => {
    fc.assert(fc.property(brokenText, (text) => countCodePoints(text) === Array.from(text).length));
  });

  test('a slice has the code points from start up to end', () => {
    expect(sliceCodePoints('a🚀b🚀c', 1, 3)).toBe('🚀b');
    expect(sliceCodePoints('a🚀b🚀c', 3)).toBe('🚀c');
    expect(sliceCodePoints('🚀🚀', 0, 1)).toBe('🚀');
  });

  test('a slice outside the text is empty and one beyond its end is cut there', () => {
    expect(sliceCodePoints('abc', 5)).toBe('');
    expect(sliceCodePoints('abc', 2, 1)).toBe('');
    expect(sliceCodePoints('abc', 1, 99)).toBe('bc');
    expect(sliceCodePoints('', 0, 60)).toBe('');
  });

  test('a slice never cuts a pair and equals the slice of the list of characters', () => {
    fc.assert(
      fc.property(brokenText, fc.nat(20), fc.nat(20), (text, start, end) => {
        const characters = Array.from(text);
        expect(sliceCodePoints(text, start, end)).toBe(characters.slice(start, end).join(''));
        expect(sliceCodePoints(text, start)).toBe(characters.slice(start).join(''));
      }),
    );
  });
});

describe('whitespace', () => {
  const { python_s: pythonSpaces } = golden('unicode_classes') as { python_s: number[] };

  test('exactly the code points that Python takes for whitespace are in the class', () => {
    const pattern = new RegExp(`^${PYTHON_WHITESPACE}$`, 'u');
    const found = [];
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) {
      if (pattern.test(String.fromCodePoint(codePoint))) found.push(codePoint);
    }
    expect(found).toEqual(pythonSpaces);
  });

  test('each of them is stripped at both ends and kept inside', () => {
    for (const space of pythonSpaces.map((each) => String.fromCodePoint(each))) {
      expect(pythonStrip(`${space}${space}a${space}b${space}`)).toBe(`a${space}b`);
      expect(pythonSplit(`${space}a${space}${space}b`)).toEqual(['a', 'b']);
    }
  });

  test('a byte order mark is no whitespace', () => {
    expect(pythonStrip(' \ufeffa ')).toBe('\ufeffa');
    expect(pythonSplit('a\ufeffb')).toEqual(['a\ufeffb']);
  });

  test('blank text strips to nothing and has no words', () => {
    expect(pythonStrip(' \t\r\n\u3000')).toBe('');
    expect(pythonSplit(' \t\r\n\u3000')).toEqual([]);
    expect(pythonSplit('')).toEqual([]);
  });

  test('stripping twice changes nothing more, and the words of stripped text are the same', () => {
    fc.assert(
      fc.property(blankOrText, (text) => {
        expect(pythonStrip(pythonStrip(text))).toBe(pythonStrip(text));
        expect(pythonSplit(pythonStrip(text))).toEqual(pythonSplit(text));
      }),
    );
  });

  test('a megabyte of blanks is stripped at once', () => {
    const started = performance.now();
    expect(pythonStrip(`${' '.repeat(1e6)}x`)).toBe('x');
    expect(performance.now() - started).toBeLessThan(1000);
  });
});

describe('lone surrogates', () => {
  test('half an emoji makes the text ill-formed and becomes U+FFFD', () => {
    expect(isWellFormed('a\uD83D')).toBe(false);
    expect(isWellFormed('\uDE80a')).toBe(false);
    expect(replaceLoneSurrogates('a\uD83Db\uDE80')).toBe('a\uFFFDb\uFFFD');
  });

  test('whole pairs stay', () => {
    expect(isWellFormed('a🚀你')).toBe(true);
    expect(replaceLoneSurrogates('a🚀\uD83D🚀')).toBe('a🚀\uFFFD🚀');
  });

  test('any text is well formed afterwards, as long as before, and survives UTF-8', () => {
    fc.assert(
      fc.property(brokenText, (text) => {
        const repaired = replaceLoneSurrogates(text);
        expect(isWellFormed(repaired)).toBe(true);
        expect(countCodePoints(repaired)).toBe(countCodePoints(text));
        expect(Buffer.from(repaired, 'utf8').toString('utf8')).toBe(repaired);
      }),
    );
  });
});
