import { addCounts } from '../usage.js';
import type { SessionFacts } from './facts.js';

export const TOP_SESSIONS_BY = ['MESSAGES', 'TOKENS', 'COST', 'DURATION', 'TOOL_CALLS'] as const;
export type TopSessionsBy = (typeof TOP_SESSIONS_BY)[number];

/**
 * The ids of the sessions with the greatest values, greatest first; of equal ones the greatest id,
 * as in a list ordered so. Sessions without the value (an unknown cost or duration) are left out.
 */
export function topSessions(facts: SessionFacts, by: TopSessionsBy, limit: number): string[] {
  const valueOf = valueColumn(facts, by);
  return facts.ids
    .map((id, place) => ({ id, value: valueOf(place) ?? null }))
    .filter((session): session is { id: string; value: number } => session.value !== null)
    .sort((a, b) => b.value - a.value || (a.id < b.id ? 1 : -1))
    .slice(0, limit)
    .map((session) => session.id);
}

function valueColumn(
  facts: SessionFacts,
  by: TopSessionsBy,
): (place: number) => number | null | undefined {
  switch (by) {
    case 'MESSAGES':
      return (place) => facts.messages[place];
    case 'TOKENS':
      return (place) => {
        const { input, output, cacheRead, cacheWrite } = facts.tokens;
        return addCounts([input, output, cacheRead, cacheWrite].map((kind) => kind[place] ?? 0));
      };
    case 'COST':
      return (place) => facts.usd[place];
    case 'DURATION':
      return (place) => facts.duration[place];
    case 'TOOL_CALLS':
      return (place) => facts.toolCalls[place];
  }
}
