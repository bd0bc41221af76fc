import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { openSqliteStore } from '../src/db/sqlite/index.js';

/**
 * Another process holds the store's write lock for three seconds (python3, BEGIN IMMEDIATE) while we
 * append a message and go on reading: how long the append takes, how long a read takes meanwhile, and
 * how long the event loop stands still, against the same reads without the lock.
 *
 *     node -e "import('vite').then(({ runnerImport }) => runnerImport('./bench/contention.ts'))"
 *
 * BENCH_SECONDS names another time for the lock.
 */
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3);
const READ_EVERY_MS = 10;
const HOLD = fileURLToPath(new URL('../test/faults/children/hold.py', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'hermes-graphql-bench-'));
const path = join(folder, 'state.db');
const store = openSqliteStore({ path, heavy: 'inline' });

try {
  await store.createSession({ sessionId: 'a', source: 'cli' });
  await store.appendMessage({ sessionId: 'a', role: 'user', content: 'warm-up' });
  await read();
  print('no lock, reads only', await whileReading(() => sleep(SECONDS * 1000)));

  const holder = spawn('python3', [HOLD, path, String(SECONDS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(holder, 'close');
  await once(holder.stdout, 'data');
  const figures = await whileReading(() =>
    store.appendMessage({ sessionId: 'a', role: 'user', content: 'appended under a lock' }),
  );
  print(`lock of ${SECONDS} s, an append and reads`, figures);
  await ended;
} finally {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
}

async function whileReading(run: () => Promise<unknown>) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const reads: number[] = [];
  const work = { took: NaN };
  delay.enable();
  const start = performance.now();
  const ended = run().then(() => {
    work.took = performance.now() - start;
  });
  while (Number.isNaN(work.took)) {
    const from = performance.now();
    await read();
    reads.push(performance.now() - from);
    await sleep(READ_EVERY_MS);
  }
  await ended;
  delay.disable();
  reads.sort((a, b) => a - b);
  return {
    'work ms': work.took,
    'loop lag p99 ms': delay.percentile(99) / 1e6,
    'loop lag max ms': delay.max / 1e6,
    reads: reads.length,
    'read p99 ms': reads[Math.floor(reads.length * 0.99)] ?? NaN,
    'read max ms': reads.at(-1) ?? NaN,
  };
}

async function read(): Promise<void> {
  const [session] = await store.sessionsByIds(['a']);
  if (session == null) throw new Error('The session cannot be read.');
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function print(name: string, figures: Record<string, number>): void {
  const columns = Object.entries(figures).map(
    ([label, value]) => `${label} ${value.toFixed(Number.isInteger(value) ? 0 : 2)}`,
  );
  process.stdout.write(`${name}\n  ${columns.join(', ')}\n`);
}
