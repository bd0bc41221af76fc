import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  MAX_JSON_DEPTH,
  PythonFloat,
  parseExactJson,
  type ExactJson,
} from '../../src/domain/exact-json.js';
import { dumpPythonJson, parsePythonJson, type JsonValue } from '../../src/domain/python-json.js';
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

  test.each([
    ['undefined', undefined],
    ['undefined in an object', { v: undefined }],
    ['undefined in a list', [1, undefined]],
    ['a function', { v: () => 1 }],
    ['a symbol', [Symbol('s')]],
  ])('%s is no JSON and is refused, never written as a bare word', (_what, value) => {
    expect(() => dumpPythonJson(value as JsonValue)).toThrow(TypeError);
  });

  test('JSON nested deeper than a reader bears is refused', () => {
    expect(dumpPythonJson(nested(MAX_JSON_DEPTH))).toHaveLength(2 * MAX_JSON_DEPTH);
    expect(() => dumpPythonJson(nested(MAX_JSON_DEPTH + 1))).toThrow(
      new RangeError('JSON is nested deeper than 500 levels.'),
    );
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

function nested(levels: number): JsonValue {
  let value: JsonValue[] = [];
  for (let level = 1; level < levels; level += 1) value = [value];
  return value;
}
