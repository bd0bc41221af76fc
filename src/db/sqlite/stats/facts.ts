import { COST_BASES, type SessionFilter } from '../../../domain/session.js';
import { coded, type SessionFacts } from '../../../domain/stats/facts.js';
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
  const lists = Object.entries(columns).map(
    ([name, expression]) => `json_group_array(${expression}) AS ${name}`,
  );
  const row = sql.get(
    `SELECT ${lists.join(', ')} FROM sessions AS s WHERE ${where.sql}`,
    ...where.values,
  );
  const column = <Value>(name: keyof typeof columns, decode: (value: unknown) => Value): Value[] =>
    jsonList(row?.[name]).map(decode);
  const facts = {
    ids: column('id', text),
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
  };
  return {
    ...facts,
    moved: movedUsage(sql, facts),
    conversations: conversationFacts(sql, filter, now, facts),
  };
}

function factColumns(layout: Layout) {
  const facets = sessionFacets(layout);
  const asText = (expression: string) => `CAST(${expression} AS TEXT)`;
  return {
    id: asText(facets.id),
    source: asText(facets.source),
    model: asText(facets.model),
    provider: asText(facets.provider),
    end_reason: asText(facets.endReason),
    is_ended: facets.isEnded,
    started: facets.startedAt,
    last_active: facets.lastActiveAt,
    duration: facets.duration,
    messages: facets.messageCount,
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
