import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SearchTimeoutError } from '../../../src/domain/errors.js';
import { abandonedError } from '../../../src/db/sqlite/heavy/abandoned.js';
import { timeoutError } from '../../../src/db/sqlite/heavy/jobs.js';
import { HeavyPool } from '../../../src/db/sqlite/heavy/pool.js';

/** Answers its process id, at once or a little later, or never. */
const FAKE = `
process.on('disconnect', () => process.exit(0));
process.on('message', ({ job, args }) => {
  const answer = () => process.send({ job, result: process.pid });
  if (args.tree.text === 'spin') for (;;);
  if (args.tree.text === 'soon') setTimeout(answer, 20);
  else answer();
});
`;

function pool(size: number) {
  const folder = mkdtempSync(join(tmpdir(), 'hermes-heavy-'));
  writeFileSync(join(folder, 'child.mjs'), FAKE);
  const made = new HeavyPool({
    path: 'none',
    entry: pathToFileURL(join(folder, 'child.mjs')),
    deadlineMs: 15_000,
    size,
  });
  onTestFinished(async () => {
    await made.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return (text: string, signal?: AbortSignal) =>
    made.run('searchTotal', { tree: { kind: 'text', text }, filter: {} }, signal);
}

const STOPPED = 'The search was stopped, for nobody waits for its answer any more.';

describe('when clients leave', () => {
  it('their searches end, running and waiting ones, and the next one runs at once', async () => {
    const run = pool(2);
    await Promise.all([run('pid'), run('pid')]);
    const left = new AbortController();
    const slow = Array.from({ length: 6 }, () => run('spin', left.signal));
    const outcomes = Promise.allSettled(slow);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const start = performance.now();
    left.abort();
    expect(await run('pid')).toBeGreaterThan(0);
    expect(performance.now() - start).toBeLessThan(5000);
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: STOPPED } });
    }
  });

  it('a search that nobody waits for is not begun', async () => {
    await expect(pool(1)('spin', AbortSignal.abort())).rejects.toThrow(SearchTimeoutError);
  });

  it('one that is nearly done may end, and its process is kept', async () => {
    const run = pool(1);
    const before = await run('pid');
    const left = new AbortController();
    const soon = run('soon', left.signal);
    left.abort();
    await soon.catch(() => undefined);
    const after = await run('pid');
    expect(typeof after).toBe('number');
    expect(typeof before).toBe('number');
  });

  it('those of others go on', async () => {
    const run = pool(1);
    const left = new AbortController();
    const gone = run('spin', left.signal);
    const waiting = Array.from({ length: 20 }, () => run('pid', new AbortController().signal));
    left.abort();
    await expect(gone).rejects.toThrow(STOPPED);
    expect(new Set(await Promise.all(waiting)).size).toBe(1);
  });

  it('many searches of one request warn of nothing', async () => {
    const warnings: string[] = [];
    const note = (warning: Error) => warnings.push(warning.name);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    const run = pool(1);
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 30 }, () => run('pid', signal)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings).toEqual([]);
  });
});

it('a search that took too long is not told to do what it did', () => {
  expect(timeoutError('search', { order: 'NEWEST' }, 5000).message).toBe(
    'The search took longer than 5 s and was stopped. Narrow it: give more or rarer words, name a source, a session or a range of time.',
  );
  expect(timeoutError('search', { order: 'RELEVANCE' }, 5000).message).toMatch(
    /or order by NEWEST\.$/,
  );
});

it('a replay that took too long, or that nobody waits for, is not called a search', () => {
  expect(timeoutError('replays', {}, 5000).message).toBe(
    'The replay took longer than 5 s and was stopped. Replay fewer sessions at once, or page through `messages` instead.',
  );
  expect(abandonedError('replays').message).toBe(
    'The replay was stopped, for nobody waits for its answer any more.',
  );
});
