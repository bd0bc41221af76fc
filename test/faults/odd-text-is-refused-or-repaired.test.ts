import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { InvalidInputError } from '../../src/domain/errors.js';
import { MAX_TEXT_BYTES } from '../../src/domain/storable.js';
import { insertSession, openTestStore } from '../support/store.js';

const HALF = '\ud83d';
const WHOLE = '\ufffd';

it('writes U+FFFD for half an emoji in every text, and Python reads every row', async () => {
  const { store, path } = openTestStore();
  const bad = `x${HALF}`;
  await store.createSession({
    sessionId: bad,
    source: bad,
    userId: bad,
    model: bad,
    modelConfig: { [bad]: bad },
    systemPrompt: bad,
    title: bad,
  });
  const id = `x${WHOLE}`;
  await store.appendMessages([
    { sessionId: id, role: bad, content: bad, toolName: bad, toolCalls: [bad], reasoning: bad },
    { sessionId: id, role: 'user', content: [{ type: 'text', text: bad }], idempotencyKey: bad },
  ]);
  await store.recordUsage({ sessionId: id, mode: 'ADD', billingProvider: bad, costStatus: bad });
  await store.requestHandoff(id, bad);
  await store.setMeta(bad, bad);
  await store.endSession(id, bad);
  const script = `
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
for table in ("sessions", "messages", "state_meta"):
    rows = db.execute(f"SELECT * FROM {table}").fetchall()
    assert rows, table
print("read")`;
  expect(execFileSync('python3', ['-c', script, path], { encoding: 'utf8' })).toBe('read\n');
});

it.each([
  ['content', { content: 'a\u0000b' }],
  ['role', { role: 'us\u0000er' }],
  ['toolName', { toolName: '\u0000' }],
  ['reasoning', { reasoning: '\u0000json:[]' }],
])('refuses U+0000 in %s and writes nothing', async (field, part) => {
  const { store } = openTestStore({ seed: (db) => insertSession(db, 'a') });
  const append = store.appendMessage({ sessionId: 'a', role: 'user', ...part });
  await expect(append).rejects.toThrow(InvalidInputError);
  await expect(append).rejects.toMatchObject({ field });
  expect(await store.messageCounts(['a'])).toEqual([0]);
});

it('refuses text above 8 MiB and takes as much as that', async () => {
  const { store } = openTestStore({ seed: (db) => insertSession(db, 'a') });
  const most = 'x'.repeat(MAX_TEXT_BYTES);
  const append = (content: string) =>
    store.appendMessage({ sessionId: 'a', role: 'tool', content });
  await expect(append(`${most}x`)).rejects.toThrow(/is 8388609 bytes; the most is 8388608/);
  expect((await append(most)).message.content).toHaveLength(MAX_TEXT_BYTES);
});

it('refuses numbers that no column can hold', async () => {
  const { store } = openTestStore({ seed: (db) => insertSession(db, 'a') });
  const usage = (part: object) => store.recordUsage({ sessionId: 'a', mode: 'ADD', ...part });
  await expect(usage({ inputTokens: 1.5 })).rejects.toMatchObject({ field: 'inputTokens' });
  await expect(usage({ apiCallCount: 2 ** 60 })).rejects.toMatchObject({ field: 'apiCallCount' });
  await expect(usage({ actualCostUsd: Infinity })).rejects.toMatchObject({
    field: 'actualCostUsd',
  });
  const append = store.appendMessage({ sessionId: 'a', role: 'user', tokenCount: NaN });
  await expect(append).rejects.toMatchObject({ field: 'tokenCount' });
  const prune = store.pruneSessions({
    olderThanDays: NaN,
    basis: 'STARTED',
    includeNeverEnded: true,
    dryRun: false,
  });
  await expect(prune).rejects.toMatchObject({ field: 'olderThanDays' });
});
