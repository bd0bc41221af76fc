import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearchQuery } from '../../../src/domain/search-query/parse.js';
import { snippetBuilder, snippetText } from '../../../src/domain/search-query/snippet.js';
import type { Searchable } from '../../../src/domain/search-query/document.js';
import { isWellFormed } from '../../../src/domain/text.js';

function snippet(query: string, message: string | Partial<Searchable>): string {
  const whole = { content: null, tool_name: null, tool_calls: null };
  const given = typeof message === 'string' ? { content: message } : message;
  return snippetText(snippetBuilder(parseSearchQuery(query))({ ...whole, ...given }));
}

const filler = (word: string, count: number) => Array.from({ length: count }, () => word).join(' ');

describe('what is marked', () => {
  it.each([
    ['docker', 'Docker and DOCKER', '>>>Docker<<< and >>>DOCKER<<<'],
    ['cafe', 'un café, due cafè', 'un >>>café<<<, due >>>cafè<<<'],
    ['cafe', 'cafe\u0301 au lait', '>>>cafe\u0301<<< au lait'],
    ['chat-send', 'the chat send', 'the >>>chat send<<<'],
    ['docker', 'dockerfile docker', 'dockerfile >>>docker<<<'],
    ['dock*', 'dockerfile docker', '>>>dockerfile<<< >>>docker<<<'],
    ['docker compose', 'docker compose', '>>>docker<<< >>>compose<<<'],
    ['docker NOT podman', 'docker', '>>>docker<<<'],
    ['docker NOT compose', 'docker compose', '>>>docker<<< compose'],
    ['youer', '修改youer服务端', '修改>>>youer<<<服务端'],
    ['断裂', '昨天记忆断裂了', '昨天记忆>>>断裂<<<了'],
    ['->', 'a -> b', 'a >>>-><<< b'],
    ['记忆 OR 忆断', '记忆断裂', '>>>记忆断<<<裂'],
    ['👍', 'ok 👍🏽 done', 'ok >>>👍🏽<<< done'],
    ['❤', 'a ❤️ b', 'a >>>❤️<<< b'],
    ['1️⃣', 'press 1️⃣', 'press >>>1️⃣<<<'],
    ['हिन्दी', 'हिन्दी', '>>>हिन्दी<<<'],
    ['absent', 'nothing of it', 'nothing of it'],
    ['it', '', ''],
  ])('%s in %j', (query, text, marked) => expect(snippet(query, text)).toBe(marked));
});

describe('which stretch is shown', () => {
  it('all of a short text', () => {
    const text = `${filler('word', 19)} needle ${filler('tail', 20)}`;
    expect(snippet('needle', text)).toBe(text.replace('needle', '>>>needle<<<'));
  });

  it('forty words, the match in their middle', () => {
    const text = `${filler('word', 100)} needle ${filler('tail', 100)}`;
    expect(snippet('needle', text)).toBe(
      `...${filler('word', 19)} >>>needle<<< ${filler('tail', 20)}...`,
    );
  });

  it('to the end where the match is near it', () => {
    const text = `${filler('word', 100)} needle end.`;
    expect(snippet('needle', text)).toBe(`...${filler('word', 38)} >>>needle<<< end.`);
  });

  it('the place with most of the terms', () => {
    const text = `alpha ${filler('word', 100)} beta alpha ${filler('tail', 100)}`;
    expect(snippet('alpha beta', text)).toContain('>>>beta<<< >>>alpha<<<');
  });

  it('eighty characters without blanks between words', () => {
    const text = `${'前'.repeat(200)}断裂${'后'.repeat(200)}`;
    expect(snippet('断裂', text)).toBe(`...${'前'.repeat(39)}>>>断裂<<<${'后'.repeat(39)}...`);
  });

  it('little of words without an end', () => {
    const text = `${'x'.repeat(5000)} needle ${'y'.repeat(5000)}`;
    expect(snippet('needle', text).length).toBeLessThan(450);
  });

  it('never half a code point', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.nat(500), (around, count) => {
        const text = `${'😀𠀀'.repeat(count)} ${around} needle ${'𠀀x😀'.repeat(count)}`;
        expect(isWellFormed(snippet('needle', text))).toBe(isWellFormed(text));
      }),
    );
  });
});

describe('what of a message is shown', () => {
  const calls =
    '[{"id": "c", "function": {"name": "terminal", "arguments": "{\\"command\\": \\"docker ps\\"}"}}]';

  it('content alone where it matches', () => {
    expect(
      snippet('docker', { content: 'docker up', tool_name: 'docker', tool_calls: calls }),
    ).toBe('>>>docker<<< up');
  });

  it('tool name and calls behind the content where only they match', () => {
    expect(snippet('terminal', { content: 'done', tool_name: 'terminal' })).toBe(
      'done >>>terminal<<<',
    );
    expect(snippet('docker', { tool_calls: calls })).toBe(
      'terminal {"command": ">>>docker<<< ps"}',
    );
  });

  it('calls without the escapes of their JSON', () => {
    const call = (args: string) =>
      JSON.stringify([{ id: 'call_abc123', function: { name: 't', arguments: args } }]);
    const tool_calls = call('{"q": "\\u6570\\u636e\\u5e93"}');
    expect(snippet('数据库', { tool_calls })).toBe('t {"q": ">>>数据库<<<"}');
    expect(snippet('install', { tool_calls: call('{"c": "cd x\\ninstall y"}') })).toBe(
      't {"c": "cd x\n>>>install<<< y"}',
    );
  });

  it('calls as they are stored where only their ids or keys match', () => {
    const tool_calls =
      '[{"id": "call_abc123", "type": "function", "function": {"name": "t", "arguments": "{}"}}]';
    expect(snippet('call_abc123', { content: 'hello', tool_calls })).toBe(
      '[{"id": ">>>call_abc123<<<", "type": "function", "function": {"name": "t", "arguments": "{}"}}]',
    );
  });

  it('broken calls as they stand', () => {
    expect(snippet('docker', { tool_calls: '[{"docker' })).toBe('[{">>>docker<<<');
  });

  it('structured content as text, never as JSON', () => {
    const content =
      '\0json:[{"type": "text", "text": "see caf\\u00e9"}, {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}]';
    expect(snippet('café', { content })).toBe('see >>>café<<<\n[image]');
    expect(snippet('base64', { content })).toBe('see café\n[image]');
  });

  it('bytes as text', () => {
    expect(snippet('needle', { content: Buffer.from('a needle') })).toBe('a >>>needle<<<');
  });
});

it('is quick on megabytes', () => {
  const text = `${'the other words '.repeat(200_000)}needle`;
  const start = performance.now();
  expect(snippet('needle', text)).toContain('>>>needle<<<');
  expect(snippet('the', text)).toContain('>>>the<<<');
  expect(performance.now() - start).toBeLessThan(1000);
});
