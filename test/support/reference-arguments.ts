import type { JsonValue } from '../../src/domain/python-json.js';
import type { PruneSessions } from '../../src/domain/removal.js';
import type { NewMessage } from '../../src/domain/writes.js';
import type { GoldenValue } from './golden.js';

/** Arguments of the reference's methods, by its names, as inputs of our verbs. */
export type Arguments = Record<string, GoldenValue>;

export function newSession(args: Arguments) {
  return {
    sessionId: text(args['session_id']),
    userId: textOrNull(args['user_id']),
    model: textOrNull(args['model']),
    modelConfig: args['model_config'] ?? null,
    systemPrompt: textOrNull(args['system_prompt']),
    parentSessionId: textOrNull(args['parent_session_id']),
  };
}

export function newMessage(args: Arguments): NewMessage {
  const given = (name: string): JsonValue => args[name] ?? null;
  return {
    role: text(args['role']),
    content: given('content'),
    toolCallId: textOrNull(args['tool_call_id']),
    toolName: textOrNull(args['tool_name']),
    toolCalls: given('tool_calls'),
    tokenCount: numberOrNull(args['token_count']),
    finishReason: textOrNull(args['finish_reason']),
    reasoning: textOrNull(args['reasoning']),
    reasoningContent: textOrNull(args['reasoning_content']),
    reasoningDetails: given('reasoning_details'),
    codexReasoningItems: given('codex_reasoning_items'),
    codexMessageItems: given('codex_message_items'),
  };
}

export function usage(args: Arguments) {
  return {
    mode: args['absolute'] === true ? ('SET' as const) : ('ADD' as const),
    inputTokens: numberOrNull(args['input_tokens']),
    outputTokens: numberOrNull(args['output_tokens']),
    cacheReadTokens: numberOrNull(args['cache_read_tokens']),
    cacheWriteTokens: numberOrNull(args['cache_write_tokens']),
    reasoningTokens: numberOrNull(args['reasoning_tokens']),
    apiCallCount: numberOrNull(args['api_call_count']),
    estimatedCostUsd: numberOrNull(args['estimated_cost_usd']),
    actualCostUsd: numberOrNull(args['actual_cost_usd']),
    costStatus: textOrNull(args['cost_status']),
    costSource: textOrNull(args['cost_source']),
    pricingVersion: textOrNull(args['pricing_version']),
    billingProvider: textOrNull(args['billing_provider']),
    billingBaseUrl: textOrNull(args['billing_base_url']),
    billingMode: textOrNull(args['billing_mode']),
  };
}

export function prune(olderThanDays: number, source: GoldenValue | undefined): PruneSessions {
  return {
    olderThanDays,
    filter: source ? { sources: [text(source)] } : null,
    basis: 'STARTED',
    includeNeverEnded: false,
    dryRun: false,
  };
}

export function text(value: GoldenValue | undefined): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`${JSON.stringify(value)} is no text.`);
}

export function textOrNull(value: GoldenValue | undefined): string | null {
  return value === null || value === undefined ? null : text(value);
}

export function numberOrNull(value: GoldenValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

export function flag(value: GoldenValue | undefined): boolean | null {
  return typeof value === 'boolean' ? value : null;
}
