import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isNumberedVariant, nextTitle, titleBase } from '../../src/domain/title.js';
import { golden } from './golden.js';

interface NextTitleCase {
  existing_titles: string[];
  base_title: string;
  result: string;
}

const { cases } = golden('next_title') as { cases: NextTitleCase[] };

describe('the next title', () => {
  // No intended differences: every case of the reference holds. A base that is free itself still
  // gets a number while a numbered title of its line is in use.
  test.each(cases)(
    'of $base_title beside $existing_titles is $result',
    ({ existing_titles: taken, base_title: title, result }) => {
      expect(nextTitle(titleBase(title), taken)).toBe(result);
    },
  );

  test('it continues a line with gaps, and starts one where there is none', () => {
    const taken = ['my project', 'my project #2', 'my project #5'];
    expect(nextTitle(titleBase('my project #2'), taken)).toBe('my project #6');
    expect(nextTitle(titleBase('zeta #4'), taken)).toBe('zeta');
  });

  test('titles that only begin alike are of another line', () => {
    expect(nextTitle('Fix', ['Fixed', 'Fix it', 'Fix#2', 'Fix  #9'])).toBe('Fix');
  });

  test('a number beyond 53 bits is counted on exactly', () => {
    expect(nextTitle('X', ['X #9007199254740993'])).toBe('X #9007199254740994');
  });

  test('wildcards of LIKE stand for themselves', () => {
    expect(nextTitle('a%', ['abc #7', 'a% #2'])).toBe('a% #3');
  });

  test('the number of a title of several lines is not seen, and only LF ends a line', () => {
    expect(nextTitle('X', ['X', 'X #2\nmore #9'])).toBe('X #2');
    expect(nextTitle('X', ['X', 'X #2\rmore #9'])).toBe('X #10');
  });

  test('whatever is taken, the next title is free and its base is the same', () => {
    const title = fc
      .tuple(fc.constantFrom('X', 'x', 'a_b', '会话'), fc.option(fc.nat(20)))
      .map(([base, number]) => (number === null ? base : `${base} #${number}`));
    fc.assert(
      fc.property(title, fc.array(title), (wanted, taken) => {
        const base = titleBase(wanted);
        const next = nextTitle(base, taken);
        expect(taken).not.toContain(next);
        expect(titleBase(next)).toBe(base);
      }),
    );
  });
});

describe('the base of a title', () => {
  test.each([
    ['X', 'X'],
    ['X #2', 'X'],
    ['X #2 #3', 'X #2'],
    ['X #2\n', 'X'],
    ['X #2\n\n', 'X #2\n\n'],
    ['X #٣', 'X'],
    ['X #２', 'X'],
    ['X #2 draft', 'X #2 draft'],
    ['X #', 'X #'],
    ['X#2', 'X#2'],
    ['X #-1', 'X #-1'],
    ['X  #2', 'X '],
    [' #2', ''],
    ['multi\nline #2', 'multi\nline #2'],
    ['carriage\rreturn #2', 'carriage\rreturn'],
  ])('of %j is %j', (title, base) => {
    expect(titleBase(title)).toBe(base);
  });
});

describe('digits of other scripts', () => {
  test('every decimal digit has its value', () => {
    const values = [];
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint += 1) {
      const digit = String.fromCodePoint(codePoint);
      if (/\p{Nd}/u.test(digit))
        values.push(Number(nextTitle('X', [`X #1${digit}`]).slice(3)) - 11);
    }
    expect(values.length).toBeGreaterThanOrEqual(660);
    expect(values).toEqual(values.map((_, index) => index % 10));
  });
});

describe('a numbered variant', () => {
  test.each([
    ['X #2', 'X', true],
    ['X #007', 'X', true],
    ['X', 'X', false],
    ['X #', 'X', false],
    ['X #2 ', 'X', false],
    ['X #2\n', 'X', false],
    ['X #2 #3', 'X', false],
    ['X #2 #3', 'X #2', true],
    ['X #draft', 'X', false],
    ['X #-1', 'X', false],
    ['X #٣', 'X', false],
    ['X #２', 'X', false],
    ['x #2', 'X', false],
    ['X#2', 'X', false],
    [' #2', '', true],
  ])('%j of %j: %s', (title, base, expected) => {
    expect(isNumberedVariant(title, base)).toBe(expected);
  });
});
