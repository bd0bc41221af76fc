import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_JSON_DEPTH, parseExactJson } from '../../src/domain/exact-json.js';
import { parseJsonOrNull, parsePythonJson } from '../../src/domain/python-json.js';

describe('parsing', () => {
  // Each answer was written down from json.loads of Python 3.11.
  test.each([
    [' 1\n', 1],
    ['-0', 0],
    ['1E5', 100000],
    ['1e400', Infinity],
    ['-Infinity', -Infinity],
    ['[NaN]', [NaN]],
    ['"\\ud83d\\ude80"', '🚀'],
    ['"\\ud83d"', '\uD83D'],
    ['"\u007f"', '\u007f'],
    ['"\u2028"', '\u2028'],
    ['{"a":1,"a":2}', { a: 2 }],
    ['{"":[ ]}', { '': [] }],
    ['\t[ 1 , { "a" : null } ]\r', [1, { a: null }]],
  ])('reads %j', (text, value) => {
    expect(parsePythonJson(text)).toEqual(value);
  });

  test.each([
    '',
    ' ',
    '01',
    '1.',
    '.5',
    '+1',
    '-',
    '-NaN',
    'NaNx',
    'nul',
    'True',
    "'a'",
    '"',
    '"\\',
    '"\\x"',
    '"\\u12G4"',
    '"\u001f"',
    '"\n"',
    '\ufeff1',
    '\u000b1',
    '1\u00a0',
    '٣',
    '[1,]',
    '[1 2]',
    '[',
    '[1',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{1:2}',
    '{"a":1',
    '1 2',
  ])('refuses %j', (text) => {
    expect(() => parsePythonJson(text)).toThrow(SyntaxError);
  });

  test('a whole number has at most as many digits as Python reads', () => {
    expect(parsePythonJson('9'.repeat(4300))).toBe(Infinity);
    expect(() => parsePythonJson('9'.repeat(4301))).toThrow(SyntaxError);
  });

  test('the error says where and gives nothing of the text away', () => {
    expect(() => parsePythonJson('{"secret": sk-1234}')).toThrow(
      new SyntaxError('Not JSON at position 11.'),
    );
    expect(() => parsePythonJson('["\\')).toThrow(new SyntaxError('Not JSON at position 3.'));
    expect(() => parsePythonJson('"secret \\x"')).toThrow(/^Not JSON at position \d+\.$/);
  });

  test('what JSON.parse reads is read the same', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), (text) => {
        expect(parsePythonJson(text)).toEqual(JSON.parse(text.replace(/-0(?![.\d])/g, '0')));
      }),
    );
  });

  test('any text is read or refused with SyntaxError', () => {
    const pieces = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      '"',
      '\\',
      ',',
      ':',
      '1',
      '-',
      'NaN',
      ' ',
      'e',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        expect(outcome(() => parseExactJson(parts.join('')))).toBe('read or SyntaxError');
      }),
      { numRuns: 3000 },
    );
  });

  test('a key named __proto__ is a key like another', () => {
    const value = parsePythonJson('{"__proto__": {"admin": true}}');
    expect(Object.keys(value ?? {})).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });

  test('a hundred thousand brackets are refused and exhaust nothing', () => {
    expect(() => parsePythonJson('['.repeat(1e5))).toThrow(SyntaxError);
    expect(() => parsePythonJson('{"a":'.repeat(1e5))).toThrow(SyntaxError);
    const deepest = '['.repeat(MAX_JSON_DEPTH) + ']'.repeat(MAX_JSON_DEPTH);
    expect(parsePythonJson(deepest)).toEqual(JSON.parse(deepest));
    expect(() => parsePythonJson(`[${deepest}]`)).toThrow(SyntaxError);
  });

  test('megabytes of escapes and digits are read in a moment', () => {
    const started = performance.now();
    expect(parsePythonJson(`"${'\\u4f60'.repeat(500_000)}"`)).toBe('你'.repeat(500_000));
    expect(parsePythonJson(`0.${'3'.repeat(1_000_000)}`)).toBeCloseTo(1 / 3);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('a JSON column for a JSON field', () => {
  test('what JSON cannot say is null', () => {
    expect(parseJsonOrNull('{"a": NaN, "b": [Infinity, 1.5, -Infinity], "c": 1e999}')).toEqual({
      a: null,
      b: [null, 1.5, null],
      c: null,
    });
  });

  test('no text, broken text and the JSON null are null', () => {
    expect(parseJsonOrNull(null)).toBeNull();
    expect(parseJsonOrNull('')).toBeNull();
    expect(parseJsonOrNull('{broken')).toBeNull();
    expect(parseJsonOrNull('null')).toBeNull();
  });

  test('a big integer is the nearest number', () => {
    expect(parseJsonOrNull('[100000000000000000000]')).toEqual([1e20]);
  });
});

function outcome(parse: () => unknown): string {
  try {
    parse();
  } catch (error) {
    if (!(error instanceof SyntaxError)) return String(error);
  }
  return 'read or SyntaxError';
}
