import type { ToolCount } from '../../../domain/stats/tools.js';
import type { Sql } from '../sql.js';
import { scanMessages } from './messages.js';

/** The tools that each session used, the most used first; none for an id that no session has. */
export function toolUsage(sql: Sql, ids: readonly string[]): ToolCount[][] {
  const { tools } = scanMessages(sql, [...new Set(ids)], {
    calendar: null,
    times: false,
    tokens: false,
    roles: false,
    tools: true,
  });
  return ids.map((id) => tools?.ofSession(id) ?? []);
}
