import { MAX_PAGE_SIZE } from '../../../domain/paging.js';
import { COST_BASES, type SessionFilter } from '../../../domain/session.js';
import { coded, type SessionFacts } from '../../../domain/stats/facts.js';
import { TOP_SESSIONS_BY, type TopSessionsBy } from '../../../domain/stats/top.js';
import { count, realOrNull, text, textOrNull, time } from '../decode.js';
import type { Layout } from '../layout.js';
import { sessionFacets } from '../sessions/facets.js';
import { sessionWhere } from '../sessions/filter.js';
import { costBasisValue, counterValue } from '../sessions/values.js';
import type { Sql } from '../sql.js';
import { conversationFacts } from './conversations.js';
import { jsonList } from './lists.js';
import { movedUsage } from './models.js';

/**
 * The facts of all sessions that a filter admits, in one scan of them: whatever else is asked of
 * sessions is computed from these. `now` (epoch seconds) decides what is active. Each column comes as
 * one JSON list, which is faster than a row for each session.
 */
export function sessionFacts(sql: Sql, filter: SessionFilter, now: number): SessionFacts {
  const columns = factColumns(sql.layout());
  const where = sessionWhere(sql.layout(), filter, now);
  const selected = Object.entries(columns).map(([name, expression]) => `${expression} AS ${name}`);
  const lists = [
    ...Object.keys(columns).map((name) => `json_group_array(${name}) AS ${name}`),
    ...TOP_SESSIONS_BY.map((by) => `${topList(TOP_COLUMNS[by])} AS top_${by}`),
  ];
  const row = sql.get(
    `WITH facts AS MATERIALIZED (
       SELECT s.id AS id, ${selected.join(', ')} FROM sessions AS s WHERE ${where.sql})
     SELECT ${lists.join(', ')} FROM facts`,
    ...where.values,
  );
  const column = <Value>(name: keyof typeof columns, decode: (value: unknown) => Value): Value[] =>
    jsonList(row?.[name]).map(decode);
  const top = (by: TopSessionsBy) => jsonList(row?.[`top_${by}`]).map(text);
  const facts = {
    rowids: column('number', Number),
    source: coded(column('source', textOrNull)),
    model: coded(column('model', textOrNull)),
    provider: coded(column('provider', textOrNull)),
    endReason: coded(column('end_reason', textOrNull)),
    isEnded: column('is_ended', (value) => value === 1),
    startedAt: column('started', time),
    lastActiveAt: column('last_active', time),
    duration: column('duration', realOrNull),
    messages: column('messages', count),
    toolCalls: column('tool_calls', count),
    apiCalls: column('api_calls', count),
    tokens: {
      input: column('input', count),
      output: column('output', count),
      cacheRead: column('cache_read', count),
      cacheWrite: column('cache_write', count),
      reasoning: column('reasoning', count),
    },
    usd: column('usd', realOrNull),
    costBasis: column('basis', (value) => COST_BASES.findIndex((basis) => basis === value)),
    top: {
      MESSAGES: top('MESSAGES'),
      TOKENS: top('TOKENS'),
      COST: top('COST'),
      DURATION: top('DURATION'),
      TOOL_CALLS: top('TOOL_CALLS'),
    },
  };
  return {
    ...facts,
    moved: movedUsage(sql, where, facts),
    conversations: conversationFacts(sql, filter, now, facts),
  };
}

function factColumns(layout: Layout) {
  const facets = sessionFacets(layout);
  const asText = (expression: string) => `CAST(${expression} AS TEXT)`;
  return {
    number: 's.rowid',
    source: asText(facets.source),
    model: asText(facets.model),
    provider: asText(facets.provider),
    end_reason: asText(facets.endReason),
    is_ended: facets.isEnded,
    started: facets.startedAt,
    last_active: facets.lastActiveAt,
    duration: facets.duration,
    messages: facets.messageCount,
    all_tokens: facets.totalTokens,
    tool_calls: facets.toolCallCount,
    api_calls: counterValue(layout, 'api_call_count'),
    input: counterValue(layout, 'input_tokens'),
    output: counterValue(layout, 'output_tokens'),
    cache_read: counterValue(layout, 'cache_read_tokens'),
    cache_write: counterValue(layout, 'cache_write_tokens'),
    reasoning: counterValue(layout, 'reasoning_tokens'),
    usd: facets.cost,
    basis: costBasisValue(layout),
  };
}

/** By which of the columns above sessions are first in something. */
const TOP_COLUMNS: Record<TopSessionsBy, keyof ReturnType<typeof factColumns>> = {
  MESSAGES: 'messages',
  TOKENS: 'all_tokens',
  COST: 'usd',
  DURATION: 'duration',
  TOOL_CALLS: 'tool_calls',
};

/** Ids in the order of the list of sessions, the greatest value first. */
function topList(column: string): string {
  return `(SELECT json_group_array(CAST(id AS TEXT)) FROM (SELECT id FROM facts
    WHERE ${column} IS NOT NULL ORDER BY ${column} DESC, id DESC LIMIT ${MAX_PAGE_SIZE}))`;
}
