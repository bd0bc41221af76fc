import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openForReading } from '../../../src/db/sqlite/driver.js';
import { HeavyPool } from '../../../src/db/sqlite/heavy/pool.js';
import { statsReader } from '../../../src/db/sqlite/stats/cache.js';
import type { StatsScan, StatsScanResult } from '../../../src/db/sqlite/stats/job.js';
import { statsReads } from '../../../src/db/sqlite/stats/reads.js';
import { StatsTimeoutError } from '../../../src/domain/errors.js';
import { openTestStore } from '../../support/store.js';

const STOPPED = new StatsTimeoutError(
  'The statistics were stopped, for nobody waits for them any more.',
);

interface Scan extends StatsScan {
  signal: AbortSignal;
  answer: () => void;
  fail: () => void;
}

/** A reader whose scans end when the test says so, and on being stopped. */
function reader() {
  const scans: Scan[] = [];
  const state = { version: '1' };
  const read = statsReader({
    version: () => state.version,
    now: () => 1000,
    scan: (scan, signal) =>
      new Promise((resolve, reject) => {
        const roles = [{ role: 'user', count: scans.length + 1 }];
        const answer = () => resolve({ ...NOTHING, roles, tools: [] });
        const fail = () => reject(new Error('The process ended.'));
        signal.addEventListener('abort', () => reject(STOPPED));
        scans.push({ ...scan, signal, answer, fail });
      }),
  });
  const ask = (signal?: AbortSignal) => read({}, 'UTC', ['roles'], signal);
  return { read, ask, scans, state };
}

const NOTHING: StatsScanResult = {
  sessions: null,
  starts: null,
  times: null,
  tokens: null,
  roles: null,
  tools: null,
};
const counted = (count: number) => expect.objectContaining({ roles: [{ role: 'user', count }] });

describe('a scan that several wait for', () => {
  test('goes on when one of them leaves, who hears so at once', async () => {
    const { ask, scans } = reader();
    const [leaving, staying] = [new AbortController(), new AbortController()];
    const [left, stayed] = [ask(leaving.signal), ask(staying.signal)];
    leaving.abort();
    await expect(left).rejects.toEqual(STOPPED);
    expect(scans.map(({ signal }) => signal.aborted)).toEqual([false]);
    scans[0]?.answer();
    expect(await stayed).toEqual(counted(1));
    expect(await ask()).toEqual(counted(1));
    expect(scans).toHaveLength(1);
  });

  test('also when it was the one who asked first, or comes and goes', async () => {
    const { ask, scans } = reader();
    const first = new AbortController();
    const left = ask(first.signal).catch(() => 'left');
    const stayed = ask(new AbortController().signal);
    first.abort();
    for (let round = 0; round < 3; round += 1) {
      const passing = new AbortController();
      const passed = ask(passing.signal);
      passing.abort();
      await expect(passed).rejects.toEqual(STOPPED);
    }
    expect(await left).toBe('left');
    scans[0]?.answer();
    expect(await stayed).toEqual(counted(1));
    expect(scans).toHaveLength(1);
  });

  test('goes on for one who cannot leave', async () => {
    const { ask, scans } = reader();
    const stayed = ask();
    const leaving = new AbortController();
    const left = ask(leaving.signal);
    leaving.abort();
    await expect(left).rejects.toEqual(STOPPED);
    expect(scans[0]?.signal.aborted).toBe(false);
    scans[0]?.answer();
    expect(await stayed).toEqual(counted(1));
  });

  test('is stopped when all have left, and who comes later gets a fresh answer', async () => {
    const { ask, scans } = reader();
    const leaving = [new AbortController(), new AbortController()];
    const left = Promise.allSettled(leaving.map(({ signal }) => ask(signal)));
    leaving.forEach((each) => each.abort());
    expect(scans.map(({ signal }) => signal.aborted)).toEqual([true]);
    const later = ask(new AbortController().signal);
    expect((await left).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    scans[1]?.answer();
    expect(await later).toEqual(counted(2));
    expect(await ask()).toEqual(counted(2));
    expect(scans).toHaveLength(2);
  });

  test('goes on for a part of it, and a scan of other parts is stopped', async () => {
    const { read, scans } = reader();
    const [one, two] = [new AbortController(), new AbortController()];
    const first = read({}, 'UTC', ['roles', 'tools'], one.signal);
    const second = read({}, 'UTC', ['roles', 'tokens'], two.signal);
    expect(scans.map(({ parts }) => parts)).toEqual([['roles', 'tools'], ['tokens']]);
    two.abort();
    await expect(second).rejects.toEqual(STOPPED);
    expect(scans.map(({ signal }) => signal.aborted)).toEqual([false, true]);
    scans[0]?.answer();
    expect(await first).toEqual(counted(1));
  });

  test('is stopped also when the file has changed meanwhile, and the new one is not', async () => {
    const { ask, scans, state } = reader();
    const leaving = new AbortController();
    const left = ask(leaving.signal);
    state.version = '2';
    const later = ask(new AbortController().signal);
    leaving.abort();
    await expect(left).rejects.toEqual(STOPPED);
    expect(scans.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    scans[1]?.answer();
    expect(await later).toEqual(counted(2));
    expect(await ask()).toEqual(counted(2));
  });

  test('fails all who wait with its own failure, and leaving later changes nothing', async () => {
    const { ask, scans } = reader();
    const askers = [new AbortController(), new AbortController()];
    const answers = Promise.allSettled(askers.map(({ signal }) => ask(signal)));
    scans[0]?.fail();
    for (const answer of await answers) {
      expect(answer).toMatchObject({ reason: { message: 'The process ended.' } });
    }
    const later = ask();
    askers.forEach((each) => each.abort());
    scans[1]?.answer();
    expect(await later).toEqual(counted(2));
  });
});

test('who has left before asking begins no scan', async () => {
  const { ask, scans } = reader();
  await expect(ask(AbortSignal.abort())).rejects.toEqual(STOPPED);
  expect(scans).toEqual([]);
});

test('what was answered stays kept when those who asked leave', async () => {
  const { ask, scans } = reader();
  const asker = new AbortController();
  const answer = ask(asker.signal);
  scans[0]?.answer();
  await answer;
  asker.abort();
  expect(scans[0]?.signal.aborted).toBe(false);
  expect(await ask()).toEqual(counted(1));
  expect(scans).toHaveLength(1);
});

test('many questions of one request warn of nothing', async () => {
  const warnings: string[] = [];
  const note = (warning: Error) => warnings.push(warning.name);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const { read, scans } = reader();
  const { signal } = new AbortController();
  const all = Array.from({ length: 30 }, (_, n) =>
    read({ sources: [String(n)] }, 'UTC', ['roles', 'tools'], signal),
  );
  scans.forEach(({ answer }) => answer());
  await Promise.all(all);
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).toEqual([]);
});

/** Answers its process id as a count; never for the source `spin`. */
const FAKE = `
process.on('disconnect', () => process.exit(0));
process.on('message', ({ job, args }) => {
  if (args.filter?.sources?.[0] === 'spin' || args.ids?.[0] === 'spin') for (;;);
  const roles = [{ role: 'pid', count: process.pid }];
  const nothing = { sessions: null, starts: null, times: null, tokens: null, tools: null };
  process.send({ job, result: job === 'stats' ? { ...nothing, roles } : [] });
});
`;

describe('the process of statistics that nobody waits for', () => {
  function open() {
    const folder = mkdtempSync(join(tmpdir(), 'hermes-stats-'));
    writeFileSync(join(folder, 'child.mjs'), FAKE);
    const entry = pathToFileURL(join(folder, 'child.mjs'));
    const heavy = new HeavyPool({ path: 'none', entry, deadlineMs: 60_000, size: 1 });
    const sentinel = openForReading(openTestStore().path);
    onTestFinished(async () => {
      sentinel.close();
      await heavy.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const reads = statsReads({ heavy, now: () => 1000 }, sentinel);
    const pid = async (source: string, signal?: AbortSignal) =>
      (await reads.stats({ sources: [source] }, 'UTC', ['roles'], signal)).roles?.[0]?.count ?? 0;
    const toolUsage = (ids: string[], signal?: AbortSignal) => reads.toolUsage(ids, signal);
    return { pid, toolUsage };
  }

  const isRunning = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  test('is ended, and its place is free for the next', async () => {
    const { pid } = open();
    const before = await pid('a');
    const askers = [new AbortController(), new AbortController()];
    const left = Promise.allSettled(askers.map(({ signal }) => pid('spin', signal)));
    const waiting = pid('b');
    askers.forEach((each) => each.abort());
    const after = await waiting;
    expect(after).not.toBe(before);
    await expect.poll(() => isRunning(before)).toBe(false);
    expect((await left).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  test('is ended for the tools of sessions too', async () => {
    const { pid, toolUsage } = open();
    const before = await pid('a');
    const leaving = new AbortController();
    const left = toolUsage(['spin'], leaving.signal);
    leaving.abort();
    await expect(left).rejects.toEqual(STOPPED);
    await expect.poll(() => isRunning(before)).toBe(false);
    expect(await toolUsage(['a'])).toEqual([]);
  });

  test('goes on while one still waits', async () => {
    const { pid } = open();
    const before = await pid('a');
    const leaving = new AbortController();
    const [left, stayed] = [pid('b', leaving.signal), pid('b')];
    leaving.abort();
    await expect(left).rejects.toEqual(STOPPED);
    expect(await stayed).toBe(before);
  });
});
