import Database from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openForHeavyJobs } from '../src/db/sqlite/heavy/heavy.js';
import { HeavyPool } from '../src/db/sqlite/heavy/pool.js';
import { search } from '../src/db/sqlite/search/search.js';
import { searchTotal } from '../src/db/sqlite/search/totals.js';
import { parseSearchQuery } from '../src/domain/search-query/parse.js';
import type { SearchOrder } from '../src/domain/search.js';
import { makeSearchStore } from './search-store.js';

/**
 * Searches against the statement that a person would write for them, on stores of several sizes:
 * medians of interleaved rounds in milliseconds, in this process; then how long this process stands
 * still while the same searches run in processes of their own. After a build:
 *
 *     node -e "import('vite').then(({ runnerImport }) => runnerImport('./bench/search.ts'))"
 *
 * BENCH_FOLDER keeps the stores made, BENCH_SIZES names other sizes (messages, smallest first).
 */
const SIZES = (process.env['BENCH_SIZES'] ?? '10000,100000,500000').split(',').map(Number);
const FOLDER = process.env['BENCH_FOLDER'] ?? tmpdir();
const ROUNDS = 7;
const PAGE = { limit: 20, after: null };

const SELECT = `SELECT m.id, m.session_id, m.role, m.timestamp, snippet(t, 0, '>>>', '<<<', '...', 40)`;
const FTS = (table: string) =>
  `${SELECT.replaceAll('(t,', `(${table},`)} FROM ${table} AS t JOIN messages AS m ON m.id = t.rowid
   WHERE ${table} MATCH ?`;
const WORDS = FTS('messages_fts')
  .replaceAll(' AS t', '')
  .replaceAll('t.rowid', 'messages_fts.rowid');
const RUNS = FTS('messages_fts_trigram')
  .replaceAll(' AS t', '')
  .replaceAll('t.rowid', 'messages_fts_trigram.rowid');
const SCAN = 'SELECT m.id, substr(m.content, 1, 120) FROM messages AS m WHERE m.content LIKE ?';
const NEWEST = ' ORDER BY m.id DESC LIMIT 21';
const NEWEST_WORDS = ' ORDER BY messages_fts.rowid DESC LIMIT 21';
const NEWEST_RUNS = ' ORDER BY messages_fts_trigram.rowid DESC LIMIT 21';

interface Case {
  name: string;
  query: string;
  order: SearchOrder | 'TOTAL';
  raw: string;
  bound: string;
}

const COUNT = 'SELECT COUNT(*) FROM messages_fts WHERE messages_fts MATCH ?';
const CASES: Case[] = [
  {
    name: 'commonest word, newest first',
    query: 'docker',
    order: 'NEWEST',
    raw: WORDS + NEWEST_WORDS,
    bound: '"docker"',
  },
  {
    name: 'common word, newest first',
    query: 'error',
    order: 'NEWEST',
    raw: WORDS + NEWEST_WORDS,
    bound: '"error"',
  },
  {
    name: 'rare word, newest first',
    query: 'needlestack',
    order: 'NEWEST',
    raw: WORDS + NEWEST_WORDS,
    bound: '"needlestack"',
  },
  {
    name: 'rare word of common syllables, newest first',
    query: 'painerg',
    order: 'NEWEST',
    raw: WORDS + NEWEST_WORDS,
    bound: '"painerg"',
  },
  {
    name: 'absent word, newest first',
    query: 'zzzabsent',
    order: 'NEWEST',
    raw: WORDS + NEWEST_WORDS,
    bound: '"zzzabsent"',
  },
  {
    name: 'commonest word, by relevance',
    query: 'docker',
    order: 'RELEVANCE',
    raw: `${WORDS} ORDER BY rank LIMIT 21`,
    bound: '"docker"',
  },
  {
    name: 'rare word, by relevance',
    query: 'needlestack',
    order: 'RELEVANCE',
    raw: `${WORDS} ORDER BY rank LIMIT 21`,
    bound: '"needlestack"',
  },
  {
    name: 'phrase, newest first',
    query: '"error file"',
    order: 'NEWEST',
    raw: WORDS + NEWEST_WORDS,
    bound: '"error file"',
  },
  {
    name: 'part of a common word, newest first',
    query: 'dock',
    order: 'NEWEST',
    raw: WORDS + NEWEST_WORDS,
    bound: '"dock"',
  },
  {
    name: 'prefix, newest first',
    query: 'dock*',
    order: 'NEWEST',
    raw: WORDS + NEWEST_WORDS,
    bound: '"dock"*',
  },
  {
    name: 'four Chinese characters, newest first',
    query: '稀有词汇',
    order: 'NEWEST',
    raw: RUNS + NEWEST_RUNS,
    bound: '"稀有词汇"',
  },
  {
    name: 'two Chinese characters, present once',
    query: '稀有',
    order: 'NEWEST',
    raw: SCAN + NEWEST,
    bound: '%稀有%',
  },
  {
    name: 'two Chinese characters, common',
    query: '的一',
    order: 'NEWEST',
    raw: SCAN + NEWEST,
    bound: '%的一%',
  },
  {
    name: 'two Chinese characters, absent',
    query: '龘龘',
    order: 'NEWEST',
    raw: SCAN + NEWEST,
    bound: '%龘龘%',
  },
  {
    name: 'a word glued to Chinese',
    query: 'gluedword',
    order: 'NEWEST',
    raw: SCAN + NEWEST,
    bound: '%gluedword%',
  },
  {
    name: 'a common word and rare Chinese',
    query: 'docker 稀有',
    order: 'NEWEST',
    raw: SCAN + NEWEST,
    bound: '%docker%稀有%',
  },
  {
    name: 'count of the commonest word',
    query: 'docker',
    order: 'TOTAL',
    raw: COUNT,
    bound: '"docker"',
  },
];

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function storeOf(size: number): string {
  const path = join(FOLDER, `hermes-search-${size}.db`);
  if (!existsSync(path)) makeSearchStore(path, size);
  return path;
}

function measure(path: string): Map<string, { ours: number; raw: number }> {
  const sql = openForHeavyJobs(path);
  const db = new Database(path, { readonly: true });
  const results = new Map<string, { ours: number; raw: number }>();
  for (const { name, query, order, raw, bound } of CASES) {
    const tree = parseSearchQuery(query);
    const statement = db.prepare(raw);
    const ours = () =>
      order === 'TOTAL' ? searchTotal(sql, tree, {}) : search(sql, tree, {}, order, PAGE);
    const times = { ours: [] as number[], raw: [] as number[] };
    for (let round = 0; round < ROUNDS + 2; round += 1) {
      const took = { ours: timed(ours), raw: timed(() => statement.all(bound)) };
      if (round < 2) continue;
      times.ours.push(took.ours);
      times.raw.push(took.raw);
    }
    results.set(name, { ours: median(times.ours), raw: median(times.raw) });
  }
  db.close();
  sql.connection.close();
  return results;
}

async function standstill(path: string): Promise<void> {
  const pool = new HeavyPool({ path });
  const args = {
    tree: parseSearchQuery('docker'),
    filter: {},
    order: 'RELEVANCE',
    page: PAGE,
  } as const;
  await pool.run('search', args);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  await Promise.all(Array.from({ length: 30 }, () => pool.run('search', args)));
  const took = performance.now() - start;
  delay.disable();
  const times: number[] = [];
  const newest = { ...args, order: 'NEWEST' } as const;
  for (let n = 0; n < 50; n += 1) {
    const from = performance.now();
    await pool.run('search', newest);
    times.push(performance.now() - from);
  }
  await pool.close();
  print('30 ranked searches in processes of their own', [
    `${took.toFixed(0)} ms in all`,
    `this process stood still for ${(delay.max / 1e6).toFixed(1)} ms at most`,
    `newest first takes ${median(times).toFixed(2)} ms by way of a process`,
  ]);
}

function print(name: string, columns: readonly string[]): void {
  process.stdout.write(`${name.padEnd(42)} ${columns.join('   ')}\n`);
}

const bySize = SIZES.map((size) => ({ size, results: measure(storeOf(size)) }));
const [smallest] = bySize;
for (const { size, results } of bySize) {
  process.stdout.write(`\n${size} messages\n`);
  for (const [name, { ours, raw }] of results) {
    const least = smallest?.results.get(name)?.ours ?? NaN;
    print(name, [
      `${ours.toFixed(2)} ms`,
      `raw ${raw.toFixed(2)} ms`,
      `ours/raw ${(ours / raw).toFixed(2)}`,
      `against the smallest ${(ours / least).toFixed(2)}`,
    ]);
  }
}
await standstill(storeOf(SIZES.at(-1) ?? 0));
