import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  BadUserInputError,
  OverloadedError,
  SearchTimeoutError,
  StoreBusyError,
} from '../../../src/domain/errors.js';
import { HeavyPool, type HeavyPoolOptions } from '../../../src/db/sqlite/heavy/pool.js';

/** Does what the searched text says: answers its process id, an error, nothing, ends, or spins. */
const FAKE = `
process.on('disconnect', () => process.exit(0));
process.on('message', ({ job, args }) => {
  const error = (code, message, detail = null) => process.send({ job, error: { code, message, detail } });
  switch (args.tree.text) {
    case 'pid': return process.send({ job, result: process.pid });
    case 'slow': return setTimeout(() => process.send({ job, result: process.pid }), 150);
    case 'spin': for (;;);
    case 'die': return process.exit(3);
    case 'bad input': return error('BAD_USER_INPUT', 'That is no search.');
    case 'busy': return error('STORE_BUSY', 'x', 12);
    case 'fault': return error(null, 'a fault');
    case 'strange': process.send('nonsense'); return process.send({ job, result: 7 });
  }
});
`;

function pool(options: Partial<HeavyPoolOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-heavy-'));
  writeFileSync(join(folder, 'child.mjs'), FAKE);
  const made = new HeavyPool({
    path: 'none',
    entry: pathToFileURL(join(folder, 'child.mjs')),
    deadlineMs: 5000,
    ...options,
  });
  onTestFinished(async () => {
    await made.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const run = (text: string) =>
    made.run('searchTotal', { tree: { kind: 'text', text }, filter: {} });
  return { made, run };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function ended(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100 && isRunning(pid); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return !isRunning(pid);
}

describe('processes', () => {
  it('start when they are needed, and are kept', async () => {
    const { run } = pool({ size: 1 });
    expect(await run('pid')).toBe(await run('pid'));
  });

  it('run two jobs at once, and the third when one is free', async () => {
    const { run } = pool();
    const pids = await Promise.all([run('slow'), run('slow'), run('slow')]);
    expect(new Set(pids).size).toBe(2);
  });

  it('end with the pool', async () => {
    const { made, run } = pool();
    const pid = await run('pid');
    expect(isRunning(pid)).toBe(true);
    await made.close();
    expect(isRunning(pid)).toBe(false);
    await expect(run('pid')).rejects.toThrow('The store is closed.');
  });

  it('end with the pool also in the middle of a job, and refuse those who wait', async () => {
    const { made, run } = pool({ size: 1 });
    const outcomes = Promise.allSettled([run('spin'), run('pid')]);
    await made.close();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

describe('the deadline', () => {
  it('kills the process, says how to narrow the search, and the next job runs in a new one', async () => {
    const { run } = pool({ size: 1, deadlineMs: 600 });
    const before = await run('pid');
    const start = performance.now();
    const stopped = run('spin');
    await expect(stopped).rejects.toThrow(SearchTimeoutError);
    await expect(stopped).rejects.toThrow(
      'The search took longer than 0.6 s and was stopped. Narrow it: give more or rarer words, name a source, a session or a range of time, or order by NEWEST.',
    );
    expect(performance.now() - start).toBeLessThan(2000);
    expect(await ended(before)).toBe(true);
    const after = await run('pid');
    expect(after).not.toBe(before);
  });

  it('of one job does not touch another', async () => {
    const { run } = pool({ deadlineMs: 2500 });
    const spinning = run('spin').catch((error: unknown) => error);
    const others = [];
    for (let n = 0; n < 5; n += 1) others.push(await run('pid'));
    expect(new Set(others).size).toBe(1);
    expect(await spinning).toBeInstanceOf(SearchTimeoutError);
  });
});

describe('too much work', () => {
  it('is refused at once when as many wait as may', async () => {
    const { run } = pool({ size: 1, waiting: 2, deadlineMs: 3000 });
    const first = [run('slow'), run('slow'), run('slow')];
    const refused = await run('pid').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(OverloadedError);
    expect(refused).toMatchObject({ retryAfterSeconds: 3 });
    expect(await Promise.all(first)).toHaveLength(3);
    expect(await run('pid')).toBeGreaterThan(0);
  });

  it('is refused when it waited for as long as a job may run', async () => {
    const { run } = pool({ size: 1, deadlineMs: 400 });
    const outcomes = await Promise.allSettled([run('spin'), run('spin'), run('pid')]);
    const reasons = outcomes.map((one) => (one.status === 'rejected' ? one.reason : null));
    expect(reasons[0]).toBeInstanceOf(SearchTimeoutError);
    expect(reasons.slice(1).some((reason) => reason instanceof OverloadedError)).toBe(true);
  });
});

describe('failures', () => {
  it('keep their class and sentence', async () => {
    const { run } = pool();
    await expect(run('bad input')).rejects.toThrow(new BadUserInputError('That is no search.'));
    const busy = await run('busy').catch((error: unknown) => error);
    expect(busy).toBeInstanceOf(StoreBusyError);
    expect(busy).toMatchObject({ waitedMs: 12 });
    const fault = await run('fault').catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(Error);
    expect(fault).toMatchObject({ name: 'Error', message: 'a fault' });
  });

  it('of a process fail its job only, and it is replaced', async () => {
    const { run } = pool({ size: 1 });
    const before = await run('pid');
    await expect(run('die')).rejects.toThrow(
      'The process that ran "searchTotal" ended before it answered.',
    );
    expect(await run('pid')).not.toBe(before);
  });

  it('what is no answer is passed over', async () => {
    expect(await pool().run('strange')).toBe(7);
  });

  it('of starting fail the job', async () => {
    const { run } = pool({ entry: pathToFileURL(join(tmpdir(), 'hermes-no-such-module.mjs')) });
    await expect(run('pid')).rejects.toThrow(/ended before it answered/);
    await expect(run('pid')).rejects.toThrow(/ended before it answered/);
  });
});
