import Database from 'better-sqlite3';
import { execute, parse } from 'graphql';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import { tmpdir } from 'node:os';
import { createStore } from '../src/db/sqlite/create.js';
import { openSqliteStore } from '../src/db/sqlite/index.js';
import type { StatsPart } from '../src/domain/stats.js';
import { systemClock } from '../src/domain/time.js';
import { createContext, schema } from '../src/schema/index.js';

/**
 * Statistics against plain SQL: 500,000 messages in 10,000 sessions with prompts of 40 KB. For each
 * question the first answer after a commit, the same question again, the statements that a person
 * would write for it, and how long the event loop stood still meanwhile, both times. The document is
 * parsed beforehand, and the libraries run in production, as in the server. After a build:
 *
 *     NODE_ENV=production node -e "import('vite').then(({ runnerImport }) => runnerImport('./bench/stats.ts'))"
 *
 * BENCH_DB names a store made before, BENCH_MESSAGES another size.
 */
const MESSAGES = Number(process.env['BENCH_MESSAGES'] ?? 500_000);
const PER_SESSION = 50;
const ROUNDS = 5;
const ZONE = 'Europe/Berlin';

const DAY = `date(started_at, 'unixepoch')`;
const SUMS = `COUNT(*), SUM(input_tokens), SUM(output_tokens), SUM(cache_read_tokens),
  SUM(COALESCE(actual_cost_usd, estimated_cost_usd))`;
const ROLES = 'SELECT role, COUNT(*) FROM messages GROUP BY role';
const ACTIVITY = `SELECT date(timestamp, 'unixepoch') AS day, COUNT(*), COUNT(DISTINCT session_id),
  SUM(token_count) FROM messages GROUP BY day`;
const TOOLS = [
  `SELECT session_id, tool_name, COUNT(*) FROM messages WHERE role = 'tool' GROUP BY 1, 2`,
  `SELECT m.session_id, json_extract(c.value, '$.function.name') AS name, COUNT(*)
   FROM messages AS m, json_each(m.tool_calls) AS c WHERE m.tool_calls IS NOT NULL GROUP BY 1, 2`,
];
const SESSIONS = [
  `SELECT ${SUMS} FROM sessions`,
  `SELECT COUNT(*) FROM messages`,
  ...['model', 'source', 'billing_provider', DAY].map(
    (key) => `SELECT ${key} AS key, ${SUMS} FROM sessions GROUP BY key`,
  ),
];

const FIGURES = 'sessionCount messageCount usage { total } cost { usd }';
interface Question {
  name: string;
  fields: string;
  /** What the fields rest on. */
  parts: readonly StatsPart[];
  plain: readonly string[];
}

const QUESTIONS: readonly Question[] = [
  {
    name: 'totals, by model, source, provider and day',
    fields: `${FIGURES} byModel { key ${FIGURES} } bySource { key ${FIGURES} }
      byProvider { key ${FIGURES} } series { start ${FIGURES} }`,
    parts: ['sessions', 'starts'],
    plain: SESSIONS,
  },
  {
    name: 'messages by role',
    fields: 'messagesByRole { role count }',
    parts: ['roles'],
    plain: [ROLES],
  },
  {
    name: 'messages, sessions and tokens by day of activity',
    fields: 'series(basis: ACTIVITY) { start sessionCount messageCount usage { total } }',
    parts: ['times', 'tokens'],
    plain: [ACTIVITY],
  },
  { name: 'tools', fields: 'byTool(first: 20) { name count }', parts: ['tools'], plain: TOOLS },
  {
    name: 'all of these, hours, durations, streaks and top sessions',
    fields: `${FIGURES} conversationCount activeSessionCount durations { mean p50 p95 max }
      activeDays longestStreakDays byModel { key ${FIGURES} } bySource { key ${FIGURES} }
      byProvider { key ${FIGURES} } byEndReason { key sessionCount } started: series { start ${FIGURES} }
      active: series(basis: ACTIVITY) { start sessionCount messageCount usage { total } }
      byHour { hour sessionCount } byWeekday { weekday sessionCount } heatmap { hour sessionCount }
      messagesByRole { role count } byTool { name count } topSessions { sessionId }`,
    parts: ['sessions', 'starts', 'times', 'tokens', 'roles', 'tools'],
    plain: [...SESSIONS, ROLES, ACTIVITY, ...TOOLS],
  },
];

const path = process.env['BENCH_DB'] ?? join(tmpdir(), `hermes-graphql-bench-${process.pid}.db`);
if (!existsSync(path)) makeStore(path);
const plain = new Database(path, { readonly: true });
const writer = new Database(path);
const store = openSqliteStore({ path, mode: 'read-only' });

try {
  for (const question of QUESTIONS) {
    await measure('warm-up', question);
    const rounds: Awaited<ReturnType<typeof measure>>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push(await measure(`round ${round}`, question));
    }
    const middle = (pick: (round: (typeof rounds)[number]) => number) =>
      rounds.map(pick).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? NaN;
    print(question.name, {
      'plain SQL ms': middle((round) => round.plain),
      'first answer ms': middle((round) => round.first),
      ratio: middle((round) => round.first / round.plain),
      'repeated ms': middle((round) => round.again),
      'of it in the store ms': middle((round) => round.kept),
      'loop held up ms': middle((round) => round.lag),
      'held up when repeated ms': middle((round) => round.lagAgain),
    });
  }
} finally {
  await store.close();
  writer.close();
  plain.close();
}

async function measure(round: string, { fields, parts, plain: statements }: Question) {
  const document = parse(`{ stats(timeZone: "${ZONE}") { ${fields} } }`);
  const ask = async () => {
    const result = await execute({
      schema,
      document,
      contextValue: createContext(store, systemClock),
    });
    if (result.errors !== undefined) throw new AggregateError(result.errors);
  };
  const plainTime = await time(() => {
    for (const statement of statements) plain.prepare(statement).raw().all();
  });
  writer
    .prepare('INSERT OR REPLACE INTO state_meta (key, value) VALUES (?, ?)')
    .run('bench', `${round} ${process.hrtime.bigint()}`);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const first = await time(ask);
  const lag = await greatest(delay);
  const again = await time(ask);
  const lagAgain = await greatest(delay);
  delay.disable();
  const kept = await time(() => store.stats({}, ZONE, parts));
  return { plain: plainTime, first, again, kept, lag, lagAgain };
}

/** Milliseconds that the loop was held up since the last look. A delay is seen when its timer fires. */
async function greatest(delay: IntervalHistogram): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 10));
  const most = delay.max / 1e6;
  delay.reset();
  return most;
}

async function time(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function print(name: string, figures: Record<string, number>): void {
  const columns = Object.entries(figures).map(
    ([label, value]) => `${label} ${value.toFixed(value < 10 ? 2 : 0)}`,
  );
  process.stdout.write(`${name}\n  ${columns.join(', ')}\n`);
}

/** Agent-like messages over two years, fifty a session, without the indexes of words. */
function makeStore(file: string): void {
  createStore(file);
  const db = new Database(file);
  db.pragma('synchronous = OFF');
  for (const event of ['insert', 'delete', 'update']) {
    for (const table of ['messages_fts', 'messages_fts_trigram']) {
      db.exec(`DROP TRIGGER ${table}_${event}`);
    }
  }
  const prompt = 'You are a careful agent with many tools. '.repeat(1000);
  const text = 'error file docker deployment python server run line '.repeat(400);
  const tools = ['terminal', 'read_file', 'write_file', 'web_search', 'browser', 'memory'];
  const session = db.prepare(
    `INSERT INTO sessions (id, source, model, system_prompt, parent_session_id, started_at, ended_at,
       end_reason, tool_call_count, input_tokens, output_tokens, cache_read_tokens, billing_provider,
       estimated_cost_usd, actual_cost_usd, cost_status, api_call_count)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const message = db.prepare(
    `INSERT INTO messages (session_id, role, content, tool_calls, tool_name, timestamp, token_count)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const id = (number: number) => `20260101_${String(number).padStart(6, '0')}_abcdef`;
  db.transaction(() => {
    for (let n = 0; n < MESSAGES / PER_SESSION; n += 1) {
      const start = 1_700_000_000 + n * 6000;
      const parent = n % 10 === 9 ? id(n - 1) : null;
      const ended = n % 3 > 0;
      session.run(
        ...[id(n), ['cli', 'telegram', 'cron', 'tui'][n % 4], `model-${n % 7}`],
        ...[prompt.slice(n % 100), parent, start, ended ? start + 2000 : null],
        ...[ended ? (n % 10 === 8 ? 'compression' : 'cli_close') : null, 20, 1000 + n, 200, 5000],
        ...[
          n % 3 > 0 ? 'openrouter' : null,
          0.01 * n,
          n % 4 > 0 ? null : 0.02 * n,
          'estimated',
          30,
        ],
      );
    }
    for (let n = 0; n < MESSAGES; n += 1) {
      const sessionId = id(Math.floor(n / PER_SESSION));
      const time = 1_700_000_000 + Math.floor(n / PER_SESSION) * 6000 + (n % PER_SESSION) * 40;
      const tool = tools[((n * 7) % 11) % 6];
      const call = { id: `call_${n}`, function: { name: tool, arguments: text.slice(0, 250) } };
      if (n % 5 === 0) {
        message.run(sessionId, 'user', text.slice(0, 300), null, null, time, n % 2 ? 50 : null);
      } else if (n % 2 === 1) {
        message.run(sessionId, 'assistant', null, JSON.stringify([call]), null, time, 80);
      } else {
        const length = n % 20 === 4 ? text.length : 1500;
        message.run(sessionId, 'tool', text.slice(0, length), null, tool, time, null);
      }
    }
  })();
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}
