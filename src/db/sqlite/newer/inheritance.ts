import type { Bindable } from '../driver.js';
import type { Sql } from '../sql.js';

/** Where the agent works: every child has it from its parent. */
const WORKPLACE = ['cwd', 'git_branch', 'git_repo_root', 'profile_name'];
/** Who is talked to: the conversation goes on with them after a compression. */
const CHAT = ['session_key', 'chat_id', 'chat_type', 'thread_id', 'display_name', 'origin_json'];

/** What a new session takes over from its parent on newer files: the columns that the file has. */
export function inheritedColumns(sql: Sql, parentId: string | null): Record<string, Bindable> {
  const { sessions } = sql.layout();
  const columns = [...WORKPLACE, ...CHAT].filter((name) => sessions.has(name));
  if (parentId === null || columns.length === 0) return {};
  const parent = sql.get(
    `SELECT end_reason, ${columns.join(', ')} FROM sessions WHERE id = ?`,
    parentId,
  );
  const taken = columns.filter(
    (name) => WORKPLACE.includes(name) || parent?.['end_reason'] === 'compression',
  );
  return Object.fromEntries(
    taken.flatMap((name) => {
      const value = parent?.[name];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );
}
