import { describe, expect, it } from 'vitest';
import { generateStore, type MessageSeed } from '../../../src/cli/demo/generate.js';
import { dumpPythonJson } from '../../../src/domain/python-json.js';

const now = 1_790_000_000;
const { sessions, messages } = generateStore({ seed: 1, now });
const rowsOf = new Map<string, MessageSeed[]>();
for (const row of messages) {
  rowsOf.set(row.session_id, [...(rowsOf.get(row.session_id) ?? []), row]);
}

const jsonTexts = [
  ...sessions.map((row) => row.model_config),
  ...messages.flatMap((row) => [
    row.tool_calls,
    row.reasoning_details,
    row.codex_reasoning_items,
    row.codex_message_items,
    row.content?.startsWith('\u0000json:') ? row.content.slice(6) : null,
  ]),
].filter((text) => text !== null);

describe('ids and titles', () => {
  it('gives every session an id of its own, in one of the known forms', () => {
    expect(new Set(sessions.map((row) => row.id)).size).toBe(sessions.length);
    for (const { id, source } of sessions) {
      expect(id).toMatch(
        source === 'cron'
          ? /^cron_[0-9a-f]{12}_\d{8}_\d{6}$/
          : /^\d{8}_\d{6}_([0-9a-f]{6}|[0-9a-f]{8})$/,
      );
    }
  });

  it('writes the start into the id, in UTC', () => {
    for (const { id, started_at } of sessions) {
      const iso = new Date(started_at * 1000).toISOString();
      const stamp = `${iso.slice(0, 10)}_${iso.slice(11, 19)}`.replace(/[-:]/g, '');
      expect(id).toContain(stamp);
    }
  });

  it('gives no title twice, also when case is ignored', () => {
    const titles = sessions.flatMap((row) => (row.title === null ? [] : [row.title.toLowerCase()]));
    expect(titles.length).toBeGreaterThan(100);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('keeps titles as the store would have cleaned them', () => {
    for (const { title } of sessions) {
      if (title === null) continue;
      expect(title).toBe(title.trim().replace(/\s+/g, ' '));
      expect(Array.from(title).length).toBeLessThanOrEqual(100);
    }
  });
});

describe('counters', () => {
  it('counts the messages of each session', () => {
    for (const row of sessions) {
      expect(row.message_count).toBe(rowsOf.get(row.id)?.length ?? 0);
    }
  });

  it('counts tool calls by the lengths of the lists', () => {
    for (const row of sessions) {
      const calls = (rowsOf.get(row.id) ?? []).flatMap(
        ({ tool_calls }) => JSON.parse(tool_calls ?? '[]') as unknown[],
      );
      expect(row.tool_call_count).toBe(calls.length);
    }
  });

  it('counts no more calls to the model than there are answers', () => {
    for (const row of sessions) {
      const answers = (rowsOf.get(row.id) ?? []).filter(({ role }) => role === 'assistant');
      expect(row.api_call_count).toBeLessThanOrEqual(answers.length);
      expect(row.api_call_count > 0).toBe(row.output_tokens > 0);
    }
  });

  it('keeps reasoning within output, and all counters whole', () => {
    for (const row of sessions) {
      expect(row.reasoning_tokens).toBeLessThanOrEqual(row.output_tokens);
      const { input_tokens, output_tokens, cache_read_tokens, cache_write_tokens } = row;
      for (const count of [input_tokens, output_tokens, cache_read_tokens, cache_write_tokens]) {
        expect(Number.isSafeInteger(count) && count >= 0).toBe(true);
      }
    }
  });
});

describe('text', () => {
  it('writes JSON columns as Python does: parsable, ASCII, with blanks after separators', () => {
    expect(jsonTexts.length).toBeGreaterThan(1000);
    for (const text of jsonTexts) expect(dumpPythonJson(JSON.parse(text))).toBe(text);
  });

  it('gives every call arguments that are JSON', () => {
    for (const { tool_calls } of messages) {
      for (const call of JSON.parse(tool_calls ?? '[]')) {
        expect(call.type).toBe('function');
        expect(() => JSON.parse(call.function.arguments)).not.toThrow();
      }
    }
  });

  it('holds no lone surrogate and no slot that was not filled', () => {
    const broken = /\p{Surrogate}|\{\{\w+\}\}|\bundefined\b/u;
    for (const row of [...sessions, ...messages]) {
      const texts = Object.values(row).filter((value) => typeof value === 'string');
      expect(texts.filter((text) => broken.test(text))).toEqual([]);
    }
  });

  it('keeps NUL to the mark of structured content', () => {
    for (const { content } of messages) {
      const plain = content?.startsWith('\u0000json:') ? content.slice(6) : content;
      expect(plain ?? '').not.toContain('\u0000');
    }
  });

  it('names only hosts that are kept free for examples', () => {
    const hosts = new Set<string>();
    for (const text of messages.flatMap((row) => [row.content ?? '', row.tool_calls ?? ''])) {
      for (const [, mail = ''] of text.matchAll(/[\w.+-]@((?:[\w-]+\.)+[a-z]{2,})/g))
        hosts.add(mail);
      for (const [, web = ''] of text.matchAll(/https?:\/\/([\w.-]+)/g)) hosts.add(web);
    }
    const foreign = [...hosts].filter((host) => !/(^|\.)example\.(com|org|net)$/.test(host));
    expect(foreign).toEqual(['127.0.0.1']);
    expect(hosts.size).toBeGreaterThan(10);
  });
});

describe('order and time', () => {
  it('inserts messages in the order of time over all sessions', () => {
    const sorted = messages.every(
      (row, i) => i === 0 || row.timestamp >= messages[i - 1]!.timestamp,
    );
    expect(sorted).toBe(true);
  });

  it('moves forward inside each session', () => {
    for (const rows of rowsOf.values()) {
      const times = rows.map((row) => row.timestamp);
      expect(times.every((time, i) => i === 0 || time > times[i - 1]!)).toBe(true);
    }
  });

  it('interleaves sessions that ran at the same time', () => {
    const first = new Map<string, number>();
    messages.forEach((row, index) => first.set(row.session_id, first.get(row.session_id) ?? index));
    const torn = [...rowsOf].filter(([id, rows]) => {
      const start = first.get(id) ?? 0;
      return messages.slice(start, start + rows.length).some((row) => row.session_id !== id);
    });
    expect(torn.length).toBeGreaterThan(20);
  });

  it('keeps messages between the start and the end of their session', () => {
    for (const row of sessions) {
      const rows = rowsOf.get(row.id) ?? [];
      expect(row.ended_at ?? now).toBeGreaterThanOrEqual(row.started_at);
      expect(rows[0]?.timestamp ?? row.started_at).toBeGreaterThanOrEqual(row.started_at);
      expect(rows.at(-1)?.timestamp ?? 0).toBeLessThanOrEqual(row.ended_at ?? now);
    }
  });

  it('answers every call with one tool message of the same name, later', () => {
    for (const [id, rows] of rowsOf) {
      const calls = rows.flatMap(({ tool_calls }) =>
        JSON.parse(tool_calls ?? '[]').map((call: { id: string; function: { name: string } }) => [
          call.id,
          call.function.name,
        ]),
      );
      const results = rows.filter(({ role }) => role === 'tool');
      expect([id, results.map((row) => [row.tool_call_id, row.tool_name])]).toEqual([id, calls]);
    }
  });
});
