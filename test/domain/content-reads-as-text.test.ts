import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  contentParts,
  contentText,
  contextText,
  encodeContent,
  previewText,
} from '../../src/domain/content.js';
import type { JsonValue } from '../../src/domain/python-json.js';

const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };

function stored(value: JsonValue): unknown {
  return encodeContent(value);
}

describe('content as text', () => {
  test.each<[string, unknown, string | null]>([
    ['nothing', null, null],
    ['the JSON null', '\u0000json:null', null],
    ['text', ' a\n ', ' a\n '],
    ['text with NUL inside', 'nul\u0000inside', 'nul\u0000inside'],
    ['text parts', stored([{ type: 'text', text: 'hi' }, { text: 'you' }]), 'hi\nyou'],
    ['strings in a list', stored(['hi', { type: 'input_text', text: 'you' }]), 'hi\nyou'],
    ['an image beside text', stored([{ type: 'text', text: 'see' }, image]), 'see\n[image]'],
    ['an image alone', stored([{ type: 'input_image', image_url: 'https://x/y.png' }]), '[image]'],
    ['sound', stored([{ type: 'input_audio', input_audio: {} }]), '[audio]'],
    ['video', stored([{ type: 'video_url' }]), '[video]'],
    ['a file', stored([{ type: 'file', file: {} }, { type: 'document' }]), '[file]\n[file]'],
    ['a part of a new type', stored([{ type: 'hologram', n: 1 }]), '[hologram]'],
    ['a part of a new type with text', stored([{ type: 'aside', text: 'psst' }]), 'psst'],
    ['a text part without text', stored([{ type: 'text' }, { type: 'text', text: 'a' }]), 'a'],
    ['a single part', stored({ type: 'text', text: 'hi' }), 'hi'],
    ['an empty list', stored([]), ''],
    ['a list of values', stored([1, 2.5, null, true]), '[1,2.5,null,true]'],
    ['a list of one value', stored([[]]), '[[]]'],
    ['an object', stored({ a: 1, é: '你' }), '{"a":1,"é":"你"}'],
    ['an empty object', stored({}), '{}'],
    ['a value between parts', stored(['a', 5]), 'a\n5'],
    ['an encoded string', '\u0000json:"str"', 'str'],
    ['broken JSON', '\u0000json:{broken', '\u0000json:{broken'],
    ['bytes', Buffer.from('é', 'utf8'), 'é'],
    ['bytes that are no UTF-8', Buffer.from([0x68, 0xc3]), 'h\uFFFD'],
    ['no bytes', Buffer.alloc(0), ''],
    ['a number', 5, '5'],
  ])('of %s', (_, value, text) => {
    expect(contentText(value)).toBe(text);
  });
});

describe('content as parts', () => {
  test('a plain text is one part, nothing is none', () => {
    expect(contentParts('hi')).toEqual([{ type: 'text', text: 'hi', url: null, json: null }]);
    expect(contentParts(null)).toEqual([]);
    expect(contentParts(stored([]))).toEqual([]);
    expect(contentParts(Buffer.from('hi'))).toEqual(contentParts('hi'));
  });

  test('each part is kept as stored', () => {
    const parts = [{ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }, image, 7];
    expect(contentParts(stored(parts)).map((part) => part.json)).toEqual(parts);
  });

  test.each<[string, JsonValue, string | null]>([
    ['image_url with url', image, 'data:image/png;base64,AAAA'],
    [
      'image_url as a string',
      { type: 'input_image', image_url: 'https://x/y.png' },
      'https://x/y.png',
    ],
    [
      'a source with url',
      { type: 'image', source: { type: 'url', url: 'https://x/y' } },
      'https://x/y',
    ],
    [
      'a source with data',
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QQ==' } },
      'data:image/png;base64,QQ==',
    ],
    [
      'sound',
      { type: 'input_audio', input_audio: { data: 'QQ==', format: 'mp3' } },
      'data:audio/mp3;base64,QQ==',
    ],
    [
      'a file',
      { type: 'file', file: { file_data: 'data:application/pdf;base64,QQ==' } },
      'data:application/pdf;base64,QQ==',
    ],
    ['a file by address', { type: 'input_file', file_url: 'https://x/f.pdf' }, 'https://x/f.pdf'],
    ['a file with data', { type: 'input_file', file_data: 'data:,a' }, 'data:,a'],
    ['a video', { type: 'video_url', video_url: { url: 'https://x/v' } }, 'https://x/v'],
    ['a source without type', { type: 'image', source: { data: 'QQ==' } }, null],
    ['a source that is none', { type: 'image', source: 'x', image_url: 5 }, null],
    ['sound without data', { type: 'input_audio', input_audio: { format: 'mp3' } }, null],
    ['text', { type: 'text', text: 'a' }, null],
  ])('the address of %s', (_, part, url) => {
    expect(contentParts(stored([part]))[0]?.url).toBe(url);
  });

  test('the type is the stored one, else text or json', () => {
    const parts: JsonValue = [
      { type: 'hologram' },
      { text: 'a' },
      { a: 1 },
      { type: 5 },
      'a',
      5,
      null,
      [],
    ];
    expect(contentParts(stored(parts)).map((part) => part.type)).toEqual([
      'hologram',
      'text',
      'json',
      'json',
      'text',
      'json',
      'json',
      'json',
    ]);
  });

  test('any JSON has parts, a text, a preview and a context, and nothing throws', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const value = `\u0000json:${json}`;
        expect(Array.isArray(contentParts(value))).toBe(true);
        expect(['string', 'object']).toContain(typeof contentText(value));
        expect(['string', 'object']).toContain(typeof previewText(value));
        expect(typeof contextText(value)).toBe('string');
      }),
    );
  });
});
