import { describe, expect, test } from 'vitest';
import { statsReader } from '../../../src/db/sqlite/stats/cache.js';
import type { StatsScan, StatsScanResult } from '../../../src/db/sqlite/stats/job.js';
import type { StatsPart } from '../../../src/domain/stats.js';
import { coded, type SessionFacts } from '../../../src/domain/stats/facts.js';

const tokens = () => ({ input: [], output: [], cacheRead: [], cacheWrite: [], reasoning: [] });
const none = () => coded([]);

function facts(size: number): SessionFacts {
  return {
    ids: Array.from({ length: size }, (_, place) => String(place)),
    source: none(),
    model: none(),
    provider: none(),
    endReason: none(),
    isEnded: [],
    startedAt: [],
    lastActiveAt: [],
    duration: [],
    messages: [],
    toolCalls: [],
    apiCalls: [],
    tokens: tokens(),
    usd: [],
    costBasis: [],
    moved: { session: [], model: none(), tokens: tokens(), apiCalls: [], usd: [] },
    conversations: {
      source: none(),
      model: none(),
      provider: none(),
      endReason: none(),
      startedAt: [],
    },
  };
}

/** A reader over a source that notes what it was asked to scan. */
function reader(options: { size?: number; fail?: boolean } = {}) {
  const scans: StatsScan[] = [];
  const state = { version: '1', now: 1000, fail: options.fail ?? false };
  const read = statsReader({
    version: () => state.version,
    now: () => state.now,
    scan: async (scan): Promise<StatsScanResult> => {
      scans.push(scan);
      await Promise.resolve();
      if (state.fail) throw new Error('The scan was stopped.');
      const has = (part: StatsPart) => scan.parts.includes(part);
      return {
        sessions: has('sessions') ? facts(options.size ?? 1) : null,
        roles: has('roles') ? [{ role: 'user', count: scans.length }] : null,
        tools: has('tools') ? [] : null,
        times: null,
        tokens: null,
      };
    },
  });
  return { read, scans, state };
}

describe('an answer', () => {
  test('is scanned once, and the parts of one question share the scan', async () => {
    const { read, scans } = reader();
    const first = await read({}, 'UTC', ['sessions', 'roles']);
    const second = await read({}, 'UTC', ['roles', 'sessions']);
    expect(scans.map(({ parts }) => parts)).toEqual([['sessions', 'roles']]);
    expect(second.roles).toBe(first.roles);
    expect(second.sessions).toBe(first.sessions);
  });

  test('holds what was asked for and nothing else', async () => {
    const { read } = reader();
    await read({}, 'UTC', ['sessions', 'roles']);
    expect(await read({}, 'UTC', ['roles'])).toMatchObject({ sessions: null, tools: null });
  });

  test('is shared while the scan still runs', async () => {
    const { read, scans } = reader();
    const answers = await Promise.all([read({}, 'UTC', ['roles']), read({}, 'UTC', ['roles'])]);
    expect(scans).toHaveLength(1);
    expect(answers[0].roles).toBe(answers[1].roles);
  });

  test('is scanned for the missing parts only', async () => {
    const { read, scans } = reader();
    await read({}, 'UTC', ['roles']);
    await read({}, 'UTC', ['roles', 'tools']);
    expect(scans.map(({ parts }) => parts)).toEqual([['roles'], ['tools']]);
  });

  test('is forgotten when the file changes', async () => {
    const { read, scans, state } = reader();
    expect((await read({}, 'UTC', ['roles'])).roles).toEqual([{ role: 'user', count: 1 }]);
    state.version = '2';
    expect((await read({}, 'UTC', ['roles'])).roles).toEqual([{ role: 'user', count: 2 }]);
    expect(scans).toHaveLength(2);
  });

  test('is of its own filter', async () => {
    const { read, scans } = reader();
    await read({ sources: ['cli'] }, 'UTC', ['roles']);
    await read({ sources: ['tui'] }, 'UTC', ['roles']);
    await read({ sources: ['cli'] }, 'UTC', ['roles']);
    expect(scans).toHaveLength(2);
  });

  test('is of its zone where that matters, and of all zones where it does not', async () => {
    const { read, scans } = reader();
    await read({}, 'UTC', ['sessions', 'times']);
    await read({}, 'Europe/Berlin', ['sessions', 'times']);
    expect(scans.map(({ parts }) => parts)).toEqual([['sessions', 'times'], ['times']]);
  });

  test('by what is active is kept for one second', async () => {
    const { read, scans, state } = reader();
    await read({ status: 'ACTIVE' }, 'UTC', ['roles']);
    state.now = 1000.9;
    await read({ status: 'ACTIVE' }, 'UTC', ['roles']);
    expect(scans).toHaveLength(1);
    state.now = 1001;
    await read({ status: 'ACTIVE' }, 'UTC', ['roles']);
    expect(scans).toHaveLength(2);
  });
});

test('a scan that failed is not kept, and fails each who waited for it', async () => {
  const { read, scans, state } = reader({ fail: true });
  const answers = await Promise.allSettled([
    read({}, 'UTC', ['roles', 'sessions']),
    read({}, 'UTC', ['roles', 'tools']),
  ]);
  expect(answers.map((answer) => answer.status)).toEqual(['rejected', 'rejected']);
  state.fail = false;
  const { roles } = await read({}, 'UTC', ['roles']);
  expect(roles).toEqual([{ role: 'user', count: scans.length }]);
});

test('what is kept is bounded: the least recently used answer goes first', async () => {
  const { read, scans } = reader({ size: 90_000 });
  const ask = (source: string) => read({ sources: [source] }, 'UTC', ['sessions']);
  await ask('a');
  await ask('b');
  await ask('a');
  await ask('c');
  expect(scans).toHaveLength(3);
  await ask('a');
  expect(scans).toHaveLength(3);
  await ask('b');
  expect(scans).toHaveLength(4);
});
