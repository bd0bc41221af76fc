import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countToolCalls, parseToolCalls } from '../../src/domain/tool-calls.js';

describe('reading tool calls', () => {
  test('the form of OpenAI', () => {
    const text =
      '[{"id": "c1", "type": "function", "function": {"name": "ls", "arguments": "{\\"a\\": 1.0}"}}]';
    expect(parseToolCalls(text)).toEqual([{ id: 'c1', name: 'ls', arguments: '{"a": 1.0}' }]);
  });

  test('the flat form, also with call_id', () => {
    expect(
      parseToolCalls('[{"id":"a","name":"x","arguments":"1"},{"call_id":"b","name":"y"}]'),
    ).toEqual([
      { id: 'a', name: 'x', arguments: '1' },
      { id: 'b', name: 'y', arguments: null },
    ]);
  });

  test('a single object is one call', () => {
    const text = '{"id":"x","function":{"name":"t","arguments":"{bad"}}';
    expect(parseToolCalls(text)).toEqual([{ id: 'x', name: 't', arguments: '{bad' }]);
  });

  test('arguments are the string as stored, whitespace and all', () => {
    const text = JSON.stringify([{ name: 't', arguments: ' {"b":1,\n"é" : 2} ' }]);
    expect(parseToolCalls(text)[0]?.arguments).toBe(' {"b":1,\n"é" : 2} ');
  });

  test('an object instead of a string keeps its numbers and the order of its keys', () => {
    const text = '[{"name":"t","arguments":{"b":1.0,"1":12345678901234567890,"é":[]}}]';
    expect(parseToolCalls(text)[0]?.arguments).toBe(
      '{"b": 1.0, "1": 12345678901234567890, "\\u00e9": []}',
    );
  });

  test('what the text does not say is null', () => {
    const nothing = { id: null, name: null, arguments: null };
    expect(parseToolCalls('[{}]')).toEqual([nothing]);
    expect(parseToolCalls('[{"id":7,"function":null,"name":[],"arguments":null}]')).toEqual([
      nothing,
    ]);
    expect(parseToolCalls('[{"id":"i","function":{}}]')).toEqual([{ ...nothing, id: 'i' }]);
  });

  test('JSON that was encoded twice is decoded twice, and not three times', () => {
    const once = '[{"id":"a","name":"x","arguments":"1"}]';
    const twice = JSON.stringify(once);
    expect(parseToolCalls(twice)).toEqual(parseToolCalls(once));
    expect(parseToolCalls(JSON.stringify(twice))).toEqual([]);
  });

  test.each([
    null,
    '',
    '{"id":"x"',
    '"null"',
    'null',
    '[]',
    '0',
    'NaN',
    '"a string"',
    '[1, "x", null, []]',
    '['.repeat(100_000),
  ])('there are no calls in %.40s', (text) => {
    expect(parseToolCalls(text)).toEqual([]);
  });

  test('what is no call is left out beside calls', () => {
    expect(parseToolCalls('[null, {"name": "a"}, 5]')).toHaveLength(1);
  });

  test('any JSON and any text gives a list of calls', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), (text) => {
        for (const call of parseToolCalls(text)) {
          expect(Object.keys(call)).toEqual(['id', 'name', 'arguments']);
        }
      }),
    );
  });
});

describe('counting tool calls as given', () => {
  test.each([
    [undefined, 0],
    [null, 0],
    [[], 0],
    [[{}, {}], 2],
    [{}, 1],
    ['', 1],
    [0, 1],
    ['[{"id": "a"}, {"id": "b"}]', 1],
  ])('%j counts %i', (value, count) => {
    expect(countToolCalls(value)).toBe(count);
  });
});
