import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contextText, encodeContent, previewText } from '../../src/domain/content.js';
import { isWellFormed } from '../../src/domain/text.js';
import type { JsonValue } from '../../src/domain/python-json.js';
import { fromGoldenValue, golden } from './golden.js';

const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };

function stored(value: JsonValue): unknown {
  return encodeContent(value);
}

interface SeedMessage {
  session_id: string;
  role: string;
  content: unknown;
  timestamp: number;
}

/** The rows of a seed with their ids, in the order that the reference gives a session's rows. */
function seedMessages(name: string): (SeedMessage & { id: number })[] {
  const { seed } = golden(name) as { seed: { messages: SeedMessage[] } };
  return seed.messages
    .map((row, index) => ({ ...row, id: index + 1, content: fromGoldenValue(row.content ?? null) }))
    .sort((a, b) => a.timestamp - b.timestamp || a.id - b.id);
}

describe('previews', () => {
  test('of plain text are those of the reference', () => {
    const messages = seedMessages('list_sessions');
    const { list_sessions_rich: calls } = golden('list_sessions') as {
      list_sessions_rich: { kwargs: object; result: { id: string; preview: string }[] }[];
    };
    const previews = new Map(
      calls.flatMap((call) => call.result.map((row) => [row.id, row.preview])),
    );
    // The reference shows nothing for structured content, whose column begins with NUL.
    const intended = new Map([['mm', 'look at this [image]']]);
    let compared = 0;
    for (const [sessionId, preview] of previews) {
      const first = messages.find(
        (row) => row.session_id === sessionId && row.role === 'user' && row.content !== null,
      );
      if (first === undefined) continue;
      expect(previewText(first.content) ?? '').toBe(intended.get(sessionId) ?? preview);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(8);
  });

  test.each<[unknown, string | null]>([
    [null, null],
    ['', null],
    ['\n\n  \n', null],
    ['earlier\r\nsecond\nthird', 'earlier  second third'],
    ['x'.repeat(60), 'x'.repeat(60)],
    ['x'.repeat(61), `${'x'.repeat(60)}...`],
    ['🚀'.repeat(61), `${'🚀'.repeat(60)}...`],
    // The blanks count among the 63 that are read, so that nothing is left to cut.
    [`   ${'y'.repeat(60)}ZZZ`, 'y'.repeat(60)],
    [`${' '.repeat(70)}text`, null],
    [stored([{ type: 'text', text: 'two\nlines' }, image]), 'two lines [image]'],
    [stored([image]), '[image]'],
    [stored([]), null],
    [Buffer.from('bytes\n'), 'bytes'],
  ])('of %j is %j', (value, preview) => {
    expect(previewText(value)).toBe(preview);
  });

  test('are at most 63 code points on one line and cut no pair', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 200 });
    fc.assert(
      fc.property(text, (value) => {
        const preview = previewText(value) ?? 'x';
        expect(Array.from(preview).length).toBeLessThanOrEqual(63);
        expect(preview).not.toMatch(/[\n\r]/);
        expect(isWellFormed(preview)).toBe(true);
      }),
    );
  });
});

describe('the context of a hit', () => {
  test('is that of the reference, message for message', () => {
    const messages = seedMessages('search');
    const { calls } = golden('search') as {
      calls: { result: { id: number; context: { role: string; content: string }[] }[] | null }[];
    };
    const hits = calls.flatMap((call) => call.result ?? []);
    expect(hits.length).toBeGreaterThan(100);
    for (const hit of hits) {
      const sessionId = messages.find((row) => row.id === hit.id)?.session_id;
      const session = messages.filter((row) => row.session_id === sessionId);
      const at = session.findIndex((row) => row.id === hit.id);
      const around = session.slice(Math.max(0, at - 1), at + 2);
      expect(around.map((row) => contextText(row.content))).toEqual(
        hit.context.map((entry) => entry.content),
      );
    }
  });

  test.each<[unknown, string]>([
    [null, ''],
    ['🚀'.repeat(201), '🚀'.repeat(200)],
    [
      stored([
        { type: 'text', text: 'a' },
        { type: 'text', text: '' },
        { type: 'text', text: 'b ' },
      ]),
      'a b',
    ],
    [stored([{ type: 'input_text', text: 'a' }]), '[multimodal content]'],
    [stored([{ type: 'text', text: 5 }]), '[multimodal content]'],
    [stored([]), '[multimodal content]'],
    [stored({ a: 1 }), ''],
    [Buffer.from('bytes'), ''],
    ['\u0000json:{broken', '\u0000json:{broken'],
  ])('of %j is %j', (value, context) => {
    expect(contextText(value)).toBe(context);
  });
});
