import type { SessionRow } from '../../../domain/session.js';
import { storableTextOrNull } from '../../../domain/storable.js';
import type { UsageRecord } from '../../../domain/writes.js';
import { clause, type Clause } from '../clause.js';
import { addModelUsage } from '../newer/model-usage.js';
import type { Tx } from '../sql.js';
import { existingSession } from './rows.js';
import { assertHeld, recordedNumbers } from './usage-numbers.js';

/**
 * Records what a session used, by the rules of `UsageRecord`. `now` is epoch seconds.
 *
 * @throws SessionNotFoundError, InvalidInputError
 */
export function recordUsage(tx: Tx, usage: UsageRecord, now: number): { session: SessionRow } {
  const before = existingSession(tx, usage.sessionId);
  const texts = usageTexts(usage);
  const numbers = recordedNumbers(usage);
  const assignments = [...numbers.map((number) => number.assignment), ...kept(texts)];
  tx.run(
    `UPDATE sessions SET ${assignments.map((one) => one.sql).join(', ')} WHERE id = ?`,
    ...assignments.flatMap((one) => one.values),
    usage.sessionId,
  );
  assertHeld(tx, usage.sessionId, numbers);
  const session = existingSession(tx, usage.sessionId);
  const cost = { status: texts.newest.cost_status, source: texts.newest.cost_source };
  addModelUsage(
    tx,
    session.id,
    route(session, texts.first),
    difference(before, session),
    cost,
    now,
  );
  return { session };
}

function kept(texts: ReturnType<typeof usageTexts>): Clause[] {
  return [
    ...Object.entries(texts.newest).map(([column, value]) =>
      clause(`${column} = COALESCE(?, ${column})`, value),
    ),
    ...Object.entries(texts.first).map(([column, value]) =>
      clause(`${column} = COALESCE(${column}, ?)`, value),
    ),
  ];
}

function usageTexts(usage: UsageRecord) {
  return {
    newest: {
      cost_status: storableTextOrNull('costStatus', usage.costStatus),
      cost_source: storableTextOrNull('costSource', usage.costSource),
      pricing_version: storableTextOrNull('pricingVersion', usage.pricingVersion),
    },
    first: {
      billing_provider: storableTextOrNull('billingProvider', usage.billingProvider),
      billing_base_url: storableTextOrNull('billingBaseUrl', usage.billingBaseUrl),
      billing_mode: storableTextOrNull('billingMode', usage.billingMode),
      model: storableTextOrNull('model', usage.model),
    },
  };
}

/** The session keeps its first model and provider; the usage went to those that were named. */
function route(session: SessionRow, named: ReturnType<typeof usageTexts>['first']) {
  return {
    model: named.model ?? session.model,
    billing_provider: named.billing_provider ?? session.billing_provider,
    billing_base_url: named.billing_base_url ?? session.billing_base_url,
    billing_mode: named.billing_mode ?? session.billing_mode,
  };
}

function difference(before: SessionRow, after: SessionRow) {
  return {
    api_call_count: after.api_call_count - before.api_call_count,
    input_tokens: after.input_tokens - before.input_tokens,
    output_tokens: after.output_tokens - before.output_tokens,
    cache_read_tokens: after.cache_read_tokens - before.cache_read_tokens,
    cache_write_tokens: after.cache_write_tokens - before.cache_write_tokens,
    reasoning_tokens: after.reasoning_tokens - before.reasoning_tokens,
    estimated_cost_usd: (after.estimated_cost_usd ?? 0) - (before.estimated_cost_usd ?? 0),
    actual_cost_usd: (after.actual_cost_usd ?? 0) - (before.actual_cost_usd ?? 0),
  };
}
