export const TOP_SESSIONS_BY = ['MESSAGES', 'TOKENS', 'COST', 'DURATION', 'TOOL_CALLS'] as const;
export type TopSessionsBy = (typeof TOP_SESSIONS_BY)[number];

/**
 * The ids of the sessions with the greatest values, in the order of a list ordered so. Sessions
 * without the value (an unknown cost or duration) are left out.
 */
export type TopSessions = Record<TopSessionsBy, string[]>;
