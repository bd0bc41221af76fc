import { COST_BASES, type CostBasis, type SessionRow } from '../../../domain/session.js';
import { count, flagOrNull, realOrNull, text, textOrNull, time, type Row } from '../decode.js';
import type { Layout } from '../layout.js';
import { costBasisValue, costValue } from './values.js';

/** The columns of a `SessionRow`: all that are narrow. Prompts and configs are read on their own. */
const COLUMNS = [
  'id',
  'source',
  'user_id',
  'model',
  'parent_session_id',
  'started_at',
  'ended_at',
  'end_reason',
  'title',
  'tool_call_count',
  'api_call_count',
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'reasoning_tokens',
  'billing_provider',
  'billing_base_url',
  'billing_mode',
  'estimated_cost_usd',
  'actual_cost_usd',
  'cost_status',
  'cost_source',
  'pricing_version',
  'archived',
  'pinned',
  'cwd',
  'git_branch',
  'git_repo_root',
  'display_name',
  'chat_id',
  'chat_type',
  'thread_id',
  'profile_name',
  'title_source',
] as const satisfies readonly (keyof SessionRow)[];

/** The select list of a session from the alias `s`; columns that the file lacks read as NULL. */
export function sessionColumns(layout: Layout): string {
  const stored = COLUMNS.map((name) =>
    layout.sessions.has(name) ? `s.${name}` : `NULL AS ${name}`,
  );
  return [
    ...stored,
    `${costValue(layout)} AS cost_usd`,
    `${costBasisValue(layout)} AS cost_basis`,
  ].join(', ');
}

/** A row of `sessionColumns`, checked. */
export function decodeSession(row: Row): SessionRow {
  return {
    id: text(row['id']),
    source: text(row['source']),
    user_id: textOrNull(row['user_id']),
    model: textOrNull(row['model']),
    parent_session_id: textOrNull(row['parent_session_id']),
    started_at: time(row['started_at']),
    ended_at: time(row['ended_at']),
    ended: row['ended_at'] !== null,
    end_reason: textOrNull(row['end_reason']),
    title: textOrNull(row['title']),
    tool_call_count: count(row['tool_call_count']),
    api_call_count: count(row['api_call_count']),
    input_tokens: count(row['input_tokens']),
    output_tokens: count(row['output_tokens']),
    cache_read_tokens: count(row['cache_read_tokens']),
    cache_write_tokens: count(row['cache_write_tokens']),
    reasoning_tokens: count(row['reasoning_tokens']),
    billing_provider: textOrNull(row['billing_provider']),
    billing_base_url: textOrNull(row['billing_base_url']),
    billing_mode: textOrNull(row['billing_mode']),
    estimated_cost_usd: realOrNull(row['estimated_cost_usd']),
    actual_cost_usd: realOrNull(row['actual_cost_usd']),
    cost_usd: realOrNull(row['cost_usd']),
    cost_basis: costBasis(row['cost_basis']),
    cost_status: textOrNull(row['cost_status']),
    cost_source: textOrNull(row['cost_source']),
    pricing_version: textOrNull(row['pricing_version']),
    archived: flagOrNull(row['archived']),
    pinned: flagOrNull(row['pinned']),
    cwd: textOrNull(row['cwd']),
    git_branch: textOrNull(row['git_branch']),
    git_repo_root: textOrNull(row['git_repo_root']),
    display_name: textOrNull(row['display_name']),
    chat_id: textOrNull(row['chat_id']),
    chat_type: textOrNull(row['chat_type']),
    thread_id: textOrNull(row['thread_id']),
    profile_name: textOrNull(row['profile_name']),
    title_source: textOrNull(row['title_source']),
  };
}

function costBasis(value: unknown): CostBasis {
  return COST_BASES.find((basis) => basis === value) ?? 'UNKNOWN';
}
