import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  MAX_JSON_DEPTH,
  PythonFloat,
  parseExactJson,
  type ExactJson,
} from '../../src/domain/exact-json.js';
import {
  dumpPythonJson,
  parseJsonOrNull,
  parsePythonJson,
  type JsonValue,
} from '../../src/domain/python-json.js';
import { goldenText } from './golden.js';

function exactCases(): { value: ExactJson; dumped: ExactJson }[] {
  const file = parseExactJson(goldenText('json_dumps')) as Map<string, ExactJson>;
  const cases = file.get('cases') as Map<string, ExactJson>[];
  return cases.map((each) => ({
    value: each.get('value') ?? null,
    dumped: each.get('python_json_dumps') ?? null,
  }));
}

describe('dumping', () => {
  test.each(exactCases())('writes $dumped as Python does', ({ value, dumped }) => {
    expect(dumpPythonJson(value)).toBe(dumped);
  });

  // Written down from json.dumps of Python 3.11.
  test.each([
    [1, '1'],
    [-5, '-5'],
    [0.1 + 0.2, '0.30000000000000004'],
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [1.5e-7, '1.5e-07'],
    [-1.25, '-1.25'],
    [123456789012.5, '123456789012.5'],
    [5e-324, '5e-324'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
    [1e22, '1e+22'],
    [-0, '-0.0'],
    [NaN, 'NaN'],
    [Infinity, 'Infinity'],
    [-Infinity, '-Infinity'],
    [12345678901234567890n, '12345678901234567890'],
    [new PythonFloat(1e15), '1000000000000000.0'],
    [new PythonFloat(1e16), '1e+16'],
    [new PythonFloat(0), '0.0'],
    [new PythonFloat(-3), '-3.0'],
  ])('writes the number %s as %s', (value, dumped) => {
    expect(dumpPythonJson(value)).toBe(dumped);
  });

  test('a whole number of a client is written as its JSON has it', () => {
    expect(dumpPythonJson(1e20)).toBe(JSON.stringify(1e20));
    expect(dumpPythonJson(2 ** 53)).toBe('9007199254740992');
  });

  test('keys of any kind are escaped like other text', () => {
    expect(dumpPythonJson({ 'é"': { __proto__x: [] } })).toBe('{"\\u00e9\\"": {"__proto__x": []}}');
  });

  test('half an emoji becomes U+FFFD, in keys too', () => {
    expect(dumpPythonJson({ '\uD83D': ['\uDE80', '🚀'] })).toBe(
      '{"\\ufffd": ["\\ufffd", "\\ud83d\\ude80"]}',
    );
  });

  test('only ASCII is written, whatever the value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        expect(dumpPythonJson(value as JsonValue)).toMatch(/^[ -~]*$/);
      }),
    );
  });

  test('JSON nested deeper than a reader bears is refused', () => {
    expect(dumpPythonJson(nested(MAX_JSON_DEPTH))).toHaveLength(2 * MAX_JSON_DEPTH);
    expect(() => dumpPythonJson(nested(MAX_JSON_DEPTH + 1))).toThrow(
      new RangeError('JSON is nested deeper than 500 levels.'),
    );
  });
});

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
    expect(parsePythonJson(deepest)).toEqual(nested(MAX_JSON_DEPTH));
    expect(() => parsePythonJson(`[${deepest}]`)).toThrow(SyntaxError);
  });

  test('megabytes of escapes and digits are read in a moment', () => {
    const started = performance.now();
    expect(parsePythonJson(`"${'\\u4f60'.repeat(500_000)}"`)).toBe('你'.repeat(500_000));
    expect(parsePythonJson(`0.${'3'.repeat(1_000_000)}`)).toBeCloseTo(1 / 3);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('there and back', () => {
  test.each(['1.0', '[1, 1.0, -0.0, 1e+16, 1e-07]', '123456789012345678901234567890', 'NaN'])(
    '%s keeps its form',
    (text) => {
      expect(dumpPythonJson(parseExactJson(text))).toBe(text);
    },
  );

  test('keys that look like numbers keep their place', () => {
    expect(dumpPythonJson(parseExactJson('{"b": 1, "1": 2, "a": 3}'))).toBe(
      '{"b": 1, "1": 2, "a": 3}',
    );
  });

  test('any value comes back as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (value) => {
        const text = dumpPythonJson(value as JsonValue);
        expect(parsePythonJson(text)).toEqual(value);
        expect(dumpPythonJson(parseExactJson(text))).toBe(text);
      }),
    );
  });

  test('any float comes back as the same float', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        expect(parsePythonJson(dumpPythonJson(new PythonFloat(value)))).toBe(value);
      }),
      { numRuns: 2000 },
    );
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

function nested(levels: number): JsonValue {
  let value: JsonValue[] = [];
  for (let level = 1; level < levels; level += 1) value = [value];
  return value;
}

function outcome(parse: () => unknown): string {
  try {
    parse();
  } catch (error) {
    if (!(error instanceof SyntaxError)) return String(error);
  }
  return 'read or SyntaxError';
}
