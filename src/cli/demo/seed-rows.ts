/**
 * One row of `sessions`: the raw column values of a schema-11 file. Times are epoch seconds. A type
 * and no interface, so that a row also passes as a record of column values.
 */
export type SessionSeed = {
  id: string;
  source: string;
  user_id: string | null;
  model: string | null;
  model_config: string | null;
  system_prompt: string | null;
  parent_session_id: string | null;
  started_at: number;
  ended_at: number | null;
  end_reason: string | null;
  message_count: number;
  tool_call_count: number;
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens: number;
  cache_write_tokens: number;
  reasoning_tokens: number;
  billing_provider: string | null;
  billing_base_url: string | null;
  billing_mode: string | null;
  estimated_cost_usd: number | null;
  actual_cost_usd: number | null;
  cost_status: string | null;
  cost_source: string | null;
  pricing_version: string | null;
  title: string | null;
  api_call_count: number;
  handoff_state: string | null;
  handoff_platform: string | null;
  handoff_error: string | null;
};

/** One row of `messages` without its id, which follows from the order of insertion. */
export type MessageSeed = {
  session_id: string;
  role: string;
  content: string | null;
  tool_call_id: string | null;
  tool_calls: string | null;
  tool_name: string | null;
  timestamp: number;
  token_count: number | null;
  finish_reason: string | null;
  reasoning: string | null;
  reasoning_content: string | null;
  reasoning_details: string | null;
  codex_reasoning_items: string | null;
  codex_message_items: string | null;
};

/** A whole invented store: sessions with parents before children, messages in order of insertion. */
export interface GeneratedStore {
  sessions: SessionSeed[];
  messages: MessageSeed[];
}
