import { describe, expect, test } from 'vitest';
import { containsCjk, countCjk, isCjk } from '../../src/domain/cjk.js';
import { golden } from './golden.js';

interface CjkGolden {
  ranges: [string, string][];
  cases: { text: string; contains_cjk: boolean; count_cjk: number }[];
}

const { ranges, cases } = golden('cjk') as CjkGolden;

describe('CJK', () => {
  test.each(cases)('$text: $count_cjk', ({ text, contains_cjk: contains, count_cjk: count }) => {
    expect(containsCjk(text)).toBe(contains);
    expect(countCjk(text)).toBe(count);
  });

  test('exactly the code points of the reference ranges are CJK', () => {
    const blocks = ranges.map((each) => each.map((hex) => Number.parseInt(hex, 16)));
    const wrong = [];
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) {
      const expected = blocks.some(
        ([first = 0, last = 0]) => codePoint >= first && codePoint <= last,
      );
      if (isCjk(codePoint) !== expected) wrong.push(codePoint);
    }
    expect(wrong).toEqual([]);
  });

  test('half a character of extension B is not CJK', () => {
    expect(containsCjk('𠀀'.charAt(0))).toBe(false);
    expect(countCjk('𠀀𠀀'.slice(0, 3))).toBe(1);
  });
});
