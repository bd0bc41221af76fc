import { describe, expect, test } from 'vitest';
import { cutMiddle, cutTo, displayWidth, safeText, wrap } from '../../src/cli/stats/width.js';
import { hasNoColour, takesEscapes } from '../../src/cli/terminal.js';

describe('columns', () => {
  test.each([
    ['ascii', 5],
    ['部署', 4],
    ['ｆｕｌｌ', 8],
    ['ｶﾀｶﾅ', 4],
    ['한글', 4],
    ['\u1112\u1161\u11AB', 2],
    ['e\u0301\u0327', 1],
    ['👍', 2],
    ['👍🏽', 2],
    ['👩‍👩‍👧', 2],
    ['🇩🇪', 2],
    ['❤️', 2],
    ['1️⃣', 2],
    ['′″', 2],
    ['', 0],
  ])('%s', (text, columns) => expect(displayWidth(text)).toBe(columns));

  test('a name is cut between characters, never inside one', () => {
    expect(cutTo('ab👩‍👩‍👧cd', 4)).toBe('ab…');
    expect(cutTo('ab👩‍👩‍👧cd', 5)).toBe('ab👩‍👩‍👧…');
    expect(cutTo('e\u0301e\u0301e\u0301', 2)).toBe('e\u0301…');
  });

  test('a name that differs from others at its end keeps it', () => {
    expect(cutMiddle('anthropic/claude-sonnet-4.6', 14)).toBe('anthrop…et-4.6');
    expect(cutMiddle('anthropic/claude', 16)).toBe('anthropic/claude');
    expect(cutMiddle('模型模型模型', 6)).toBe('模…型');
    expect(displayWidth(cutMiddle(`ab${'\u0301'.repeat(5000)}cdef`, 4))).toBeLessThan(5);
  });

  test('marks heaped on a letter are cut too', () => {
    expect(safeText(`a${'\u0301'.repeat(5000)}`, 10).length).toBeLessThan(20);
  });

  test('joined emoji stay whole where text is made safe', () => {
    expect(safeText('👩‍👩‍👧 a\u200Bb\u202Ec', 20)).toBe('👩‍👩‍👧 a b c');
  });

  test('notes are wrapped at blanks, and within a word that is longer', () => {
    expect(wrap('one two three', 8)).toEqual(['one two', 'three']);
    expect(wrap('abcdefghij kl', 4)).toEqual(['abcd', 'efgh', 'ij', 'kl']);
    expect(wrap('', 4)).toEqual(['']);
  });
});

describe('a terminal', () => {
  test('takes escape sequences unless it is a dumb one, and nothing else does', () => {
    expect(takesEscapes({ isTTY: true }, { TERM: 'xterm' })).toBe(true);
    expect(takesEscapes({ isTTY: true }, {})).toBe(true);
    expect(takesEscapes({ isTTY: true }, { TERM: 'dumb' })).toBe(false);
    expect(takesEscapes({}, { TERM: 'xterm' })).toBe(false);
  });

  test('is coloured unless NO_COLOR says something', () => {
    expect(hasNoColour({ NO_COLOR: '1' })).toBe(true);
    expect(hasNoColour({ NO_COLOR: '' })).toBe(false);
    expect(hasNoColour({})).toBe(false);
  });
});
