import { coded, type SessionFacts, type TokenColumns } from '../../../domain/stats/facts.js';
import { COST_BASES, type SessionFilter } from '../../../domain/session.js';
import { count, realOrNull, text, textOrNull, time, type Row } from '../decode.js';
import type { Layout } from '../layout.js';
import { sessionFacets } from '../sessions/facets.js';
import { sessionWhere } from '../sessions/filter.js';
import { costBasisValue } from '../sessions/values.js';
import type { Sql } from '../sql.js';
import { conversationFacts } from './conversations.js';
import { movedUsage } from './models.js';

export const TOKEN_COLUMNS = [
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'reasoning_tokens',
] as const;

const COLUMNS = [
  'source',
  'model',
  'billing_provider',
  'end_reason',
  'tool_call_count',
  'api_call_count',
  ...TOKEN_COLUMNS,
];

/**
 * The facts of all sessions that a filter admits, in one scan of them: whatever else is asked of
 * sessions is computed from these. `now` (epoch seconds) decides what is active.
 */
export function sessionFacts(sql: Sql, filter: SessionFilter, now: number): SessionFacts {
  const where = sessionWhere(sql.layout(), filter, now);
  const rows = sql.all(
    `SELECT ${factColumns(sql.layout())} FROM sessions AS s WHERE ${where.sql}`,
    ...where.values,
  );
  const counts = (column: string) => rows.map((row) => count(row[column]));
  const facts = {
    ids: rows.map((row) => text(row['id'])),
    source: coded(rows.map((row) => textOrNull(row['source']))),
    model: coded(rows.map((row) => textOrNull(row['model']))),
    provider: coded(rows.map((row) => textOrNull(row['billing_provider']))),
    endReason: coded(rows.map((row) => textOrNull(row['end_reason']))),
    isEnded: rows.map((row) => row['is_ended'] === 1),
    startedAt: rows.map((row) => time(row['started'])),
    lastActiveAt: rows.map((row) => time(row['last_active'])),
    duration: rows.map((row) => realOrNull(row['duration'])),
    messages: counts('messages'),
    toolCalls: counts('tool_call_count'),
    apiCalls: counts('api_call_count'),
    tokens: tokenColumns(rows),
    usd: rows.map((row) => realOrNull(row['usd'])),
    costBasis: rows.map((row) => COST_BASES.findIndex((basis) => basis === row['basis'])),
  };
  return {
    ...facts,
    moved: movedUsage(sql, facts),
    conversations: conversationFacts(sql, filter, now, facts),
  };
}

/** Token counters of rows, by kind. */
export function tokenColumns(rows: readonly Row[]): TokenColumns {
  const counts = (column: (typeof TOKEN_COLUMNS)[number]) => rows.map((row) => count(row[column]));
  return {
    input: counts('input_tokens'),
    output: counts('output_tokens'),
    cacheRead: counts('cache_read_tokens'),
    cacheWrite: counts('cache_write_tokens'),
    reasoning: counts('reasoning_tokens'),
  };
}

function factColumns(layout: Layout): string {
  const facets = sessionFacets(layout);
  const stored = COLUMNS.map((name) =>
    layout.sessions.has(name) ? `s.${name}` : `NULL AS ${name}`,
  );
  return [
    's.id',
    ...stored,
    `${facets.isEnded} AS is_ended`,
    `${facets.startedAt} AS started`,
    `${facets.lastActiveAt} AS last_active`,
    `${facets.duration} AS duration`,
    `${facets.messageCount} AS messages`,
    `${facets.cost} AS usd`,
    `${costBasisValue(layout)} AS basis`,
  ].join(', ');
}
