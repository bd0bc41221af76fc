import { graphql } from 'graphql';
import type { SessionStore } from '../../db/store.js';
import type { Clock } from '../../domain/time.js';
import { formatTime } from '../../schema/scalars.js';
import { createContext, schema } from '../../schema/index.js';
import type { Scope } from './scope.js';

const DOCUMENT = `
  query Report($filter: SessionFilter, $timeZone: String) {
    stats(filter: $filter, timeZone: $timeZone) {
      timeZone sessionCount conversationCount activeSessionCount endedSessionCount messageCount
      messagesByRole { role count }
      toolCallCount apiCallCount usage { ...tokens } cost { ...money }
      durations { mean p50 p95 max } firstSessionAt lastActiveAt activeDays longestStreakDays
      bySource { ...group } byModel { ...group } byProvider { ...group } byEndReason { ...group }
      byTool(first: 200) { name count }
      startedByDay: series(bin: DAY) {
        start end sessionCount conversationCount messageCount usage { ...tokens } cost { ...money }
      }
      activityByDay: series(bin: DAY, basis: ACTIVITY) {
        start end sessionCount messageCount usage { input output }
      }
      byHour(basis: ACTIVITY) { hour sessionCount messageCount }
      byWeekday(basis: ACTIVITY) { weekday sessionCount messageCount }
      topSessions(by: TOKENS, first: 20) { sessionId title usage { total } }
    }
  }
  fragment tokens on Usage { input output cacheRead cacheWrite reasoning total cacheHitRate }
  fragment money on CostSummary {
    usd actualUsd estimatedUsd actualSessions estimatedSessions includedSessions unknownSessions
  }
  fragment group on StatsBucket {
    key sessionCount conversationCount messageCount toolCallCount apiCallCount lastActiveAt
    usage { total } cost { usd }
  }`;

/**
 * The statistics of a scope as JSON text: what it covers, and `stats` with the names and meanings of
 * the GraphQL API.
 */
export async function reportJson(store: SessionStore, scope: Scope, clock: Clock): Promise<string> {
  const instant = (time: number | null) => (time === null ? null : formatTime(time));
  const { from, until } = scope;
  const { sources, excludeSources, models, providers } = scope.filter;
  const startedAt =
    from === null && until === null ? null : { from: instant(from), until: instant(until) };
  const { data, errors } = await graphql({
    schema,
    source: DOCUMENT,
    variableValues: { filter: { ...scope.filter, startedAt }, timeZone: scope.timeZone },
    contextValue: createContext(store, clock),
  });
  const [error] = errors ?? [];
  if (error !== undefined) throw error.originalError ?? error;
  const answer = {
    from: instant(from),
    until: instant(until),
    filter: { sources, excludeSources, models, providers },
    stats: data?.['stats'],
  };
  return `${JSON.stringify(answer, null, 2)}\n`;
}
