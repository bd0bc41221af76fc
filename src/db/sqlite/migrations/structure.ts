import type { Layout } from '../layout.js';

/** Something that only a newer Hermes puts into a file, and the schema that brought it. */
export interface NewerTrait {
  name: string;
  schema: number;
}

const NEWER_MESSAGES = {
  platform_message_id: 12,
  observed: 13,
  active: 14,
  compacted: 16,
  effect_disposition: 19,
  api_content: 22,
  display_kind: 23,
  message_uid: 31,
};
const NEWER_SESSIONS = {
  cwd: 14,
  archived: 14,
  rewind_count: 14,
  git_branch: 16,
  session_key: 17,
  display_name: 18,
  profile_name: 21,
  system_prompt_hash: 25,
};
const NEWER_TABLES = {
  compression_locks: 14,
  gateway_routing: 19,
  session_model_usage: 20,
  async_delegations: 21,
  messages_fts_trigram_src: 23,
  system_prompts: 25,
  session_turn_leases: 25,
  messages_fts_src: 30,
};

/**
 * The first thing in a file that no Hermes of schema 11 makes; null when there is none. Newer code
 * adds columns at any open, also without raising the version.
 */
export function newerTrait(layout: Layout): NewerTrait | null {
  const words = layout.words;
  const found = [
    ...traits(NEWER_MESSAGES, layout.messages, 'column messages.'),
    ...traits(NEWER_SESSIONS, layout.sessions, 'column sessions.'),
    ...traits(NEWER_TABLES, layout.tables, 'table '),
  ];
  if (words !== null && words.columns.length > 1) {
    found.push({ name: `a search index of ${words.columns.length} columns`, schema: 23 });
  }
  return found[0] ?? null;
}

/** Columns that tell one schema from the next, newest first. */
const STEPS: readonly (readonly [
  schema: number,
  table: 'sessions' | 'messages',
  column: string,
])[] = [
  [9, 'messages', 'codex_message_items'],
  [8, 'sessions', 'api_call_count'],
  [7, 'messages', 'reasoning_content'],
  [6, 'messages', 'reasoning'],
  [5, 'sessions', 'cache_read_tokens'],
  [3, 'sessions', 'title'],
  [2, 'messages', 'finish_reason'],
];

/**
 * The schema, 1 to 11, that a file has by its tables and columns: for files whose version row is
 * missing. A version is never assumed. One of 4 counts as 3, for only an index tells them apart.
 */
export function schemaByStructure(layout: Layout): number {
  if (layout.words?.form === 'inline' && layout.trigrams?.form === 'inline') return 11;
  if (layout.trigrams?.form === 'external') return 10;
  const step = STEPS.find(([, table, column]) => layout[table].has(column));
  return step?.[0] ?? 1;
}

/** What every Hermes store has had since the first; none of it can be added to a table with rows. */
const REQUIRED = {
  sessions: ['id', 'source', 'parent_session_id', 'started_at'],
  messages: ['id', 'session_id', 'role', 'content', 'tool_calls', 'tool_name', 'timestamp'],
} as const;

/** A column without which a file is no Hermes store, as `table.column`; null when all are there. */
export function missingFoundation(layout: Layout): string | null {
  for (const table of ['sessions', 'messages'] as const) {
    const missing = REQUIRED[table].find((column) => !layout[table].has(column));
    if (missing !== undefined) return `${table}.${missing}`;
  }
  return null;
}

function traits(
  introduced: Readonly<Record<string, number>>,
  present: ReadonlySet<string>,
  kind: string,
): NewerTrait[] {
  return Object.entries(introduced)
    .filter(([name]) => present.has(name))
    .map(([name, schema]) => ({ name: `${kind}${name}`, schema }));
}
