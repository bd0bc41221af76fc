import type { IdForm } from './ids.js';
import type { MessageSeed, SessionSeed } from './seed-rows.js';
import type { Transcript } from './transcript.js';

/**
 * A session before its conversation has a place in time: all its times are seconds since the
 * conversation began, and ids are not given yet.
 */
export interface Draft {
  session: SessionSeed;
  rows: MessageSeed[];
  parent: Draft | null;
  form: IdForm;
}

/** A session with nothing in it but what is given. */
export function newDraft(
  parent: Draft | null,
  form: IdForm,
  columns: Partial<SessionSeed> & { source: string; started_at: number },
): Draft {
  const session: SessionSeed = {
    id: '',
    user_id: null,
    model: null,
    model_config: null,
    system_prompt: null,
    parent_session_id: null,
    ended_at: null,
    end_reason: null,
    message_count: 0,
    tool_call_count: 0,
    input_tokens: 0,
    output_tokens: 0,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    reasoning_tokens: 0,
    billing_provider: null,
    billing_base_url: null,
    billing_mode: null,
    estimated_cost_usd: null,
    actual_cost_usd: null,
    cost_status: null,
    cost_source: null,
    pricing_version: null,
    title: null,
    api_call_count: 0,
    handoff_state: null,
    handoff_platform: null,
    handoff_error: null,
    ...columns,
  };
  return { session, rows: [], parent, form };
}

/** Takes over what the transcript holds: rows, counters as the store counts them, usage and cost. */
export function fill(draft: Draft, script: Transcript): void {
  draft.rows = script.rows;
  draft.session = {
    ...draft.session,
    ...script.meter.columns(),
    message_count: script.rows.length,
    tool_call_count: script.toolCalls,
  };
}
