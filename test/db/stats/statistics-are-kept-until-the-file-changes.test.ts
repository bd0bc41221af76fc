import { describe, expect, test } from 'vitest';
import { statsReader } from '../../../src/db/sqlite/stats/cache.js';
import type { StatsScan, StatsScanResult } from '../../../src/db/sqlite/stats/job.js';
import type { StatsPart } from '../../../src/domain/stats.js';
import type { MessageTimes } from '../../../src/domain/stats/activity.js';
import { NOTHING } from '../../../src/domain/stats/figures.js';
import type { SessionSummary } from '../../../src/domain/stats/summary.js';

/** Times of messages in so many hours. */
function times(hours: number): MessageTimes {
  const none = { messages: [], sessions: [] };
  const periods = { starts: [], ends: [], ...none };
  const starts = Array.from({ length: hours }, (_, hour) => hour * 3600);
  return {
    periods: { HOUR: { ...periods, starts }, DAY: periods, WEEK: periods, MONTH: periods },
    hours: none,
    weekdays: none,
    weekHours: none,
    untimed: none,
  };
}

const summary: SessionSummary = {
  totals: NOTHING,
  groups: { source: [], model: [], provider: [], endReason: [] },
  endedCount: 0,
  openLastActiveAt: [],
  durations: { mean: null, p50: null, p95: null, max: null },
  firstStartedAt: null,
  top: { MESSAGES: [], TOKENS: [], COST: [], DURATION: [], TOOL_CALLS: [] },
};

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
        sessions: has('sessions') ? summary : null,
        starts: null,
        roles: has('roles') ? [{ role: 'user', count: scans.length }] : null,
        tools: has('tools') ? [] : null,
        times: has('times') ? times(options.size ?? 1) : null,
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

describe('what is kept is bounded', () => {
  test('the least recently used answer goes first', async () => {
    const { read, scans } = reader({ size: 200_000 });
    const ask = (source: string) => read({ sources: [source] }, 'UTC', ['times']);
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

  test('but the last answer is kept, however large it is, with all its parts', async () => {
    const { read, scans } = reader({ size: 700_000 });
    const parts: StatsPart[] = ['sessions', 'times', 'roles', 'tools'];
    for (let round = 0; round < 3; round += 1) await read({}, 'UTC', parts);
    expect(scans.map((scan) => scan.parts)).toEqual([parts]);
  });

  test('also when several scans made it', async () => {
    const { read, scans } = reader({ size: 700_000 });
    await read({}, 'UTC', ['roles']);
    for (let round = 0; round < 3; round += 1) await read({}, 'UTC', ['times', 'roles']);
    expect(scans.map(({ parts }) => parts)).toEqual([['roles'], ['times']]);
  });

  test('and so are a hundred small ones', async () => {
    const { read, scans } = reader();
    for (let n = 0; n < 101; n += 1) await read({ sources: [String(n)] }, 'UTC', ['roles']);
    await read({ sources: ['1'] }, 'UTC', ['roles']);
    expect(scans).toHaveLength(101);
    await read({ sources: ['0'] }, 'UTC', ['roles']);
    expect(scans).toHaveLength(102);
  });
});
