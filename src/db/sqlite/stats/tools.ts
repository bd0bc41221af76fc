import type { ToolCount } from '../../../domain/stats/tools.js';
import type { Sql } from '../sql.js';
import { toolsOfSession } from './messages.js';

/** The tools that each session used, the most used first; none for an id that no session has. */
export function toolUsage(sql: Sql, ids: readonly string[]): ToolCount[][] {
  const found = new Map([...new Set(ids)].map((id) => [id, toolsOfSession(sql, id)]));
  return ids.map((id) => found.get(id) ?? []);
}
